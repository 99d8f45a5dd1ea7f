import type { Force } from '../../world/force';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import { invertBlocks } from '../invert-blocks';
import { createNetworkCycle } from '../multigrid/network-cycle';
import { keepDefinite, takeMasses } from './diagonal-blocks';
import { hasMembraneAtWork } from './multigrid';
import { networkOf, ROOM, takeBlocks } from './network-of-world';

/** Particles, at least, and springs for each of them: of fewer, as in chains and trees, block Jacobi may be faster, by the
 *  figures of `npm run bench -- networks`. */
const LEAST = 4000;
const SPRINGS = 2.5;
/** Triangles, at least, of a membrane at work, which needs so many more iterations under block Jacobi; by the same figures. */
const TRIANGLES = 1000;

/** P⁻¹ = D⁻¹ + P V Pᵀ: the 3×3 diagonal blocks of A, inverted, and a V-cycle on aggregates of some eight particles that move
 *  alike, on which the springs and triangles between them act. What else acts is taken by its diagonal blocks. The cycle is in
 *  `kernels/multigrid/network-cycle.ts`. Added up, neither part needs a product with A, and the sum is as definite as they are.
 *  Sources: Bramble, Pasciak and Xu, Parallel Multilevel Preconditioners; Notay, An Aggregation-Based Algebraic Multigrid
 *  Method. */
export const aggregation: PreconditionerDefinition = {
  id: 'aggregation',
  label: 'Aggregation',
  summary:
    'Block Jacobi, and beside it what aggregates of particles, and of those, must do as a whole. For membranes, and for large networks that are no nets.',
  unsupportedReason: () => null,
  pays(world) {
    const { particleCount, springCount, membrane } = world.model;
    if (membrane && membrane.triangleCount >= TRIANGLES && hasMembraneAtWork(world)) return true;
    return particleCount >= LEAST && springCount >= SPRINGS * particleCount;
  },
  create(world) {
    const { kernel, model, arena } = world;
    const n = model.particleCount;
    const blocks = arena.doubles(9 * n);
    const ground = arena.doubles(9 * n);
    const room = arena.doubles(ROOM);
    const cycle = createNetworkCycle(networkOf(model), arena);

    /** −a and −b: kept, as a number made anew for each force would be garbage. */
    let ofK = 0;
    let ofD = 0;

    return {
      assemble(a, b) {
        const { forces } = world;
        ofK = -a;
        ofD = -b;
        takeMasses(model, ground);
        for (let i = 0; i < forces.length; i++) if (!isOfNetwork(forces[i])) forces[i].addDiagonal?.(ground, ofK, ofD);
        blocks.set(ground);
        for (let i = 0; i < forces.length; i++) if (isOfNetwork(forces[i])) forces[i].addDiagonal?.(blocks, ofK, ofD);
        invertBlocks(blocks, n);
        keepDefinite(model, ground);
        takeBlocks(cycle.first, world, ground, room, a, b);
        cycle.assemble();
      },
      apply(z, r) {
        kernel.multiplyBlocks(z, blocks, r);
        cycle.addCorrection(z, r);
      },
    };
  },
};

function isOfNetwork({ isOfSprings, isOfTriangles }: Force): boolean {
  return isOfSprings === true || isOfTriangles === true;
}
