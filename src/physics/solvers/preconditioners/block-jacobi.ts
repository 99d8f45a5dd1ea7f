import type { PreconditionerDefinition } from '../../world/preconditioner';
import { invertBlocks } from '../invert-blocks';

/** P = the 3×3 diagonal blocks of A, inverted.
 *  Source: Baraff and Witkin, Large Steps in Cloth Simulation. */
export const blockJacobi: PreconditionerDefinition = {
  id: 'block-jacobi',
  label: 'Block Jacobi',
  summary:
    'Inverts the 3×3 diagonal block of each particle: it works everywhere, and needs the more iterations the finer the net is.',
  unsupportedReason: () => null,
  create(world) {
    const { particleCount, masses } = world.model;
    const blocks = world.arena.doubles(9 * particleCount);
    return {
      assemble(a, b) {
        blocks.fill(0);
        for (let i = 0; i < particleCount; i++) blocks[9 * i] = blocks[9 * i + 4] = blocks[9 * i + 8] = masses[i];
        world.addDiagonals(blocks, -a, -b);
        invertBlocks(blocks, particleCount);
      },
      apply: (z, r) => world.kernel.multiplyBlocks(z, blocks, r),
    };
  },
};
