import { isMembraneActive } from '../../model/membrane';
import type { Force } from '../../world/force';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import { invertBlocks, replaceIndefinite, setMasses } from '../diagonal-blocks';
import { createNetworkCycle } from '../multigrid/network-cycle';
import { networkOf, SCRATCH, setBlocks } from './network-of-world';

/** Minimum number of particles, and of springs per particle: below it, as in chains and trees, block Jacobi may be faster
 *  (measured by `npm run bench -- networks`). */
const MIN_PARTICLES = 4000;
const MIN_SPRINGS = 2.5;
/** Minimum number of triangles of an active membrane, which needs many more iterations with block Jacobi (same benchmark). */
const MIN_TRIANGLES = 1000;

/** P⁻¹ = D⁻¹ + P V Pᵀ: the inverted 3×3 diagonal blocks of A, plus a V-cycle on aggregates of about eight particles that move
 *  alike, coupled by the springs and triangles between them. Other forces contribute their diagonal blocks. The V-cycle is in
 *  `multigrid/network-cycle.ts`. The sum needs no product with A, and is positive definite since both terms are.
 *  Sources: Bramble, Pasciak and Xu, Parallel Multilevel Preconditioners; Notay, An Aggregation-Based Algebraic Multigrid
 *  Method. */
export const aggregation: PreconditionerDefinition = {
  id: 'aggregation',
  label: 'Aggregation',
  summary:
    'Block Jacobi plus multigrid on aggregates of neighbouring particles. For membranes, and for large networks that are not rectangular nets.',
  rank: 2,
  unsupportedReason: () => null,
  recommendedFor({ model, params }) {
    const { particleCount, springCount, membrane } = model;
    if (membrane && membrane.triangleCount >= MIN_TRIANGLES && isMembraneActive(model, params)) return true;
    return particleCount >= MIN_PARTICLES && springCount >= MIN_SPRINGS * particleCount;
  },
  create(world) {
    const { kernel, model, arena } = world;
    const n = model.particleCount;
    const inverted = arena.doubles(9 * n);
    const diagonalBlocks = arena.doubles(9 * n);
    const scratch = arena.doubles(SCRATCH);
    const cycle = createNetworkCycle(networkOf(model), arena);

    /** −a and −b. Variables, because negating in each call would allocate a number object. */
    let ofK = 0;
    let ofD = 0;

    return {
      assemble(a, b) {
        const { forces } = world;
        ofK = -a;
        ofD = -b;
        setMasses(model, diagonalBlocks);
        for (let i = 0; i < forces.length; i++)
          if (!isOfNetwork(forces[i])) forces[i].addDiagonal?.(diagonalBlocks, ofK, ofD);
        inverted.set(diagonalBlocks);
        for (let i = 0; i < forces.length; i++) if (isOfNetwork(forces[i])) forces[i].addDiagonal?.(inverted, ofK, ofD);
        invertBlocks(inverted, n);
        replaceIndefinite(model, diagonalBlocks);
        setBlocks(cycle.first, world, diagonalBlocks, scratch, a, b);
        cycle.assemble();
      },
      apply(z, r) {
        kernel.multiplyBlocks(z, inverted, r);
        cycle.addCorrection(z, r);
      },
    };
  },
};

function isOfNetwork({ isOfSprings, isOfTriangles }: Force): boolean {
  return isOfSprings === true || isOfTriangles === true;
}
