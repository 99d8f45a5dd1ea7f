import type { PreconditionerDefinition } from '../../world/preconditioner';
import { invertBlocks, setMasses } from '../diagonal-blocks';

/** P = the 3×3 diagonal blocks of A.
 *  Source: Baraff and Witkin, Large Steps in Cloth Simulation. */
export const blockJacobi: PreconditionerDefinition = {
  id: 'block-jacobi',
  label: 'Block Jacobi',
  summary: 'Inverts the 3×3 diagonal block of each particle. Works for every scene; a finer net needs more iterations.',
  rank: 1,
  unsupportedReason: () => null,
  create(world) {
    const { particleCount } = world.model;
    const blocks = world.arena.doubles(9 * particleCount);
    return {
      assemble(a, b) {
        setMasses(world.model, blocks);
        world.addDiagonals(blocks, -a, -b);
        invertBlocks(blocks, particleCount);
      },
      apply: (z, r) => world.kernel.multiplyBlocks(z, blocks, r),
    };
  },
};
