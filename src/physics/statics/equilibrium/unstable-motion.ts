import type { State } from '../../model/model';
import type { World } from '../../world/world';
import { linearizeAtRest } from '../linearize-at-rest';
import { layoutThatFits } from '../null-space';
import { factorInSlices, largestDiagonal, pivotVector } from '../skyline-matrix';
import { addHolds, addToBlock, assembleStiffness, type Hold } from '../stiffness-matrix';

/** Motions of negative stiffness about an equilibrium. */
export interface UnstableMotion {
  /** Their number: 0 at a stable equilibrium, more at a saddle of the potential; NaN if it takes too much work to count them. */
  count: number;
  /** One of them, 4n; no particle moves farther than 1. Null if there is none. */
  motion: Float64Array | null;
}

/** Times the largest stiffness: a negative one below it is rounding, or that of a mechanism. */
const NEGATIVE = 1e-9;

/**
 * The number of negative eigenvalues of the true −∂f/∂x, which is that of negative pivots of its factorization LDLᵀ, by Sylvester's law of
 * inertia. With z = L⁻ᵀe_i, zᵀ(−∂f/∂x)z is the pivot d_i: along z the potential falls.
 * In slices; yields the part of the work that is done. Source: Golub and Van Loan, Matrix Computations, 4.2 and 8.1.
 * @param holds constrained directions @param mostWork multiplications
 */
export function* unstableMotionInSlices(
  world: World,
  still: State,
  holds: readonly Hold[],
  mostWork: number,
): Generator<number, UnstableMotion> {
  linearizeAtRest(world, still, false);
  const layout = layoutThatFits(world, mostWork);
  if (!layout) return { count: Number.NaN, motion: null };
  const { order, coordinates } = layout;
  const matrix = assembleStiffness(world, layout);
  const most = largestDiagonal(matrix);
  for (let place = 0; place < order.length; place++) addToBlock(matrix, place, NEGATIVE * most);
  addHolds(matrix, layout, holds, most);
  const factors = yield* factorInSlices(matrix, null);
  const negative = Array.from(factors.pivots.keys()).filter((i) => factors.pivots[i] < 0);
  if (negative.length === 0) return { count: 0, motion: null };
  const z = pivotVector(factors, negative[negative.length - 1]);
  const farthest = z.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const motion = new Float64Array(4 * world.model.particleCount);
  coordinates.forEach((o, row) => {
    motion[o] = z[row] / farthest;
  });
  return { count: negative.length, motion };
}
