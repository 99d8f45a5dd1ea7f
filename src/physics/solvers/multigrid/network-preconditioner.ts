/** A V-cycle on aggregates of a network, as a preconditioner. */
import type { Model } from '../../model/model';
import { runToEnd } from '../../slices';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { Force } from '../../world/force';
import type { Preconditioner } from '../../world/preconditioner';
import { invertBlocks, replaceIndefinite, setMasses } from '../diagonal-blocks';
import type { Aggregates } from './aggregates';
import { aggregateLevels, createNetworkCycle } from './cycle';
import { networkOf, SCRATCH, setBlocks } from './network-of-world';

/** P⁻¹ = D⁻¹ + P V Pᵀ: the inverted 3×3 diagonal blocks of A, plus a V-cycle on aggregates of about eight particles that move
 * alike, coupled by the springs and triangles between them. Other forces contribute their diagonal blocks. The V-cycle is in
 * `network-cycle.ts`. The sum needs no product with A, and is positive definite since both terms are.
 * Sources: Bramble, Pasciak and Xu, Parallel Multilevel Preconditioners; Notay, An Aggregation-Based Algebraic Multigrid
 * Method. */
export function createAggregation(world: EquationsOfMotion): Preconditioner {
  const { kernel, model, arena } = world;
  const n = model.particleCount;
  const inverted = arena.doubles(9 * n);
  const diagonalBlocks = arena.doubles(9 * n);
  const scratch = arena.doubles(SCRATCH);
  const levels = prepared.get(model) ?? runToEnd(aggregateLevels(networkOf(model)));
  prepared.delete(model);
  const cycle = createNetworkCycle(levels, arena);

  return {
    assemble(a, b) {
      const { forces } = world;
      setMasses(model, diagonalBlocks);
      addDiagonals(forces, false, diagonalBlocks, -a, -b);
      inverted.set(diagonalBlocks);
      addDiagonals(forces, true, inverted, -a, -b);
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
}

/** Levels that wait for the next `createAggregation`. */
const prepared = new WeakMap<Model, readonly Aggregates[]>();

export function* prepareAggregation({ model }: EquationsOfMotion): Generator<void, void, void> {
  const network = networkOf(model);
  yield;
  prepared.set(model, yield* aggregateLevels(network));
}

/** @param ofNetwork true: those of springs and triangles; false: those of the other forces */
function addDiagonals(
  forces: readonly Force[],
  ofNetwork: boolean,
  blocks: Float64Array,
  ofK: number,
  ofD: number,
): void {
  for (let i = 0; i < forces.length; i++) {
    const of = forces[i].derivatives?.of;
    if ((of === 'springs' || of === 'triangles') === ofNetwork) forces[i].addDiagonal?.(blocks, ofK, ofD);
  }
}
