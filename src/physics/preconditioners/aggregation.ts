import type { PreconditionerDefinition } from '../contracts';
import type { Network } from '../kernels/multigrid/aggregates';
import { createNetworkCycle } from '../kernels/multigrid/network-cycle';
import { clearBlocks, type NetworkLevel, spreadEdge, spreadGround } from '../kernels/multigrid/network-level';
import { BLOCK, packBlock } from '../kernels/multigrid/symmetric-blocks';
import type { Model } from '../model';
import { invertBlocks } from '../solvers/invert-blocks';
import { keepDefinite, takeMasses } from './ground';
import { hasMembraneAtWork } from './multigrid';

/** Particles, at least, and springs for each of them: of fewer, as in chains and trees, block Jacobi may be faster, by the
 *  figures of `npm run bench -- networks`. */
const LEAST = 4000;
const SPRINGS = 2.5;

/** How much stronger than a bend spring a structural and a shear one join their ends, as a rule; the order of SPRING_KINDS.
 *  Not by the stiffness, so that nothing that changes in a run changes the aggregates: a fork has the same. */
const STRENGTHS = [4, 2, 1];

/** P⁻¹ = D⁻¹ + P V Pᵀ: the 3×3 diagonal blocks of A, inverted, and a V-cycle on aggregates of some eight particles that move
 *  alike, on which the springs between them act. What else acts is taken by its diagonal blocks. The cycle is in
 *  `kernels/multigrid/network-cycle.ts`. Added up, neither part needs a product with A, and the sum is as definite as they are.
 *  Sources: Bramble, Pasciak and Xu, Parallel Multilevel Preconditioners; Notay, An Aggregation-Based Algebraic Multigrid
 *  Method. */
export const aggregation: PreconditionerDefinition = {
  id: 'aggregation',
  label: 'Aggregation',
  summary:
    'Block Jacobi, and beside it what aggregates of particles, and of those, must do as a whole. For large networks that are no nets.',
  refusal: (world) => (hasMembraneAtWork(world) ? 'a membrane is at work' : null),
  pays: ({ model: { particleCount, springCount } }) => particleCount >= LEAST && springCount >= SPRINGS * particleCount,
  create(world) {
    const { kernel, model, arena, tangents } = world;
    const n = model.particleCount;
    const blocks = arena.doubles(9 * n);
    const ground = arena.doubles(9 * n);
    const block = arena.doubles(BLOCK);
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
        for (let i = 0; i < forces.length; i++) if (!forces[i].isOfSprings) forces[i].addDiagonal?.(ground, ofK, ofD);
        blocks.set(ground);
        for (let i = 0; i < forces.length; i++) if (forces[i].isOfSprings) forces[i].addDiagonal?.(blocks, ofK, ofD);
        invertBlocks(blocks, n);
        keepDefinite(model, ground);
        takeBlocks(cycle.first, model, ground, tangents, a, b, block);
        cycle.assemble();
      },
      apply(z, r) {
        kernel.multiplyBlocks(z, blocks, r);
        cycle.addCorrection(z, r);
      },
    };
  },
};

function networkOf({ particleCount, springs, kinds }: Model): Network {
  return { nodes: particleCount, ends: springs, strengths: Float64Array.from(kinds, (kind) => STRENGTHS[kind]) };
}

/** Fills the first level from the particles that can move and their springs: one to a particle that can't is to the ground. */
function takeBlocks(
  to: NetworkLevel,
  model: Model,
  ground: Float64Array,
  tangents: Float64Array,
  a: number,
  b: number,
  block: Float64Array,
): void {
  const { springs, inverseMasses } = model;
  clearBlocks(to);
  for (let i = 0; i < inverseMasses.length; i++) {
    if (inverseMasses[i] === 0) continue;
    packBlock(block, 0, ground, 9 * i);
    spreadGround(to, i, block, 0);
  }
  for (let j = 0, m = model.springCount; j < m; j++) {
    const one = springs[2 * j];
    const other = springs[2 * j + 1];
    const isFree = inverseMasses[one] > 0;
    if (!isFree && inverseMasses[other] === 0) continue;
    springBlock(block, model, tangents, j, a, b);
    if (isFree && inverseMasses[other] > 0) spreadEdge(to, j, block, 0);
    else spreadGround(to, isFree ? one : other, block, 0);
  }
}

/** B = (a k(1 − c) + b k_d) n nᵀ + a k c I, with c < 0 taken as 0. */
function springBlock(
  block: Float64Array,
  { stiffness, damping }: Model,
  tangents: Float64Array,
  j: number,
  a: number,
  b: number,
): void {
  const x = tangents[4 * j];
  const y = tangents[4 * j + 1];
  const z = tangents[4 * j + 2];
  const across = a * stiffness[j] * Math.max(0, tangents[4 * j + 3]);
  const along = a * stiffness[j] - across + b * damping[j];
  block[0] = along * x * x + across;
  block[1] = along * x * y;
  block[2] = along * x * z;
  block[3] = along * y * y + across;
  block[4] = along * y * z;
  block[5] = along * z * z + across;
}
