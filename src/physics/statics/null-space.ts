import type { State } from '../model/model';
import { runToEnd } from '../slices';
import type { World } from '../world/world';
import { planeOf } from './flatness';
import { linearizeAtRest } from './linearize-at-rest';
import { factorCost, factorInSlices, largestDiagonal, pivotVector } from './skyline-matrix';
import { addHolds, addToBlock, assembleStiffness, type Hold, type Layout, layOut, mismatch } from './stiffness-matrix';

/** Zero-stiffness motions of the free particles: the null space of the clamped −∂f/∂x. */
export interface NullSpace {
  /** Dimension; NaN if there are too many particles to compute it. */
  count: number;
  /** Normal of the plane of a flat scene: motions out of the plane are not counted. Null if the scene is not flat. */
  plane: Float64Array | null;
  /** A basis: 3n each, x, y, z of each particle; neither orthogonal nor normalized. */
  shapes(): Iterable<Float64Array>;
}

/** Largest number of multiplications: a few seconds. */
const MAX_WORK = 6e9;
/** Largest number of entries: half a gigabyte. */
const MAX_ENTRIES = 6e7;
/** Largest number of particles for a dense matrix. */
const MAX_DENSE = 256;
/** Relative error: an assembled matrix with a larger one misses couplings. */
const SAME = 1e-6;
/** Times a particle's own stiffness: a motion with less stiffness counts as zero-stiffness. */
const STIFFNESS_TOLERANCE = 1e-11;
/** The same for positions in single precision. */
const STIFFNESS_TOLERANCE_SINGLE = 3e-8;

/**
 * First-order motions with zero stiffness. Compressed springs count as if they had no transverse stiffness.
 * @param holds constrained directions
 * @param mostWork multiplications; absent: those of a few seconds
 */
export function findNullSpace(world: World, state: State, holds: readonly Hold[] = [], mostWork?: number): NullSpace {
  return runToEnd(nullSpaceInSlices(world, state, holds, mostWork));
}

/** `findNullSpace` in slices; yields the part of the work that is done. */
export function* nullSpaceInSlices(
  world: World,
  state: State,
  holds: readonly Hold[],
  mostWork = MAX_WORK,
): Generator<number, NullSpace> {
  const { model } = world;
  const n = model.particleCount;
  const f = new Float64Array(4 * n);
  const still: State = { positions: state.positions, velocities: new Float64Array(4 * n), time: state.time };
  for (const force of world.forces) force.addForce?.(f, still);
  const plane = planeOf(model, state.positions, f);
  linearizeAtRest(world, still, true);
  const layout = layoutThatFits(world, mostWork);
  if (!layout) return { count: Number.NaN, plane, shapes: () => [] };

  const matrix = assembleStiffness(world, layout);
  const own = largestDiagonal(matrix);
  const tolerance = state.positions instanceof Float32Array ? STIFFNESS_TOLERANCE_SINGLE : STIFFNESS_TOLERANCE;
  // Constrained directions get stiffness. A particle without any force has a zero diagonal, whose pivots vanish anyway.
  const constraintStiffness = own > 0 ? own : 1;
  if (plane)
    for (let place = 0; place < layout.order.length; place++) addToBlock(matrix, place, 0, constraintStiffness, plane);
  addHolds(matrix, layout, holds, constraintStiffness);
  const factors = yield* factorInSlices(matrix, tolerance);
  return {
    count: factors.vanished.length,
    plane,
    *shapes() {
      for (const row of factors.vanished) yield shapeOf(pivotVector(factors, row), layout, n);
    },
  };
}

/** A layout with every coupling at the point of the last `linearize`; null if its factorization is too expensive. */
export function layoutThatFits(world: World, mostWork = MAX_WORK): Layout | null {
  for (const allPairs of [false, true]) {
    if (allPairs && world.model.particleCount > MAX_DENSE) return null;
    const layout = layOut(world, allPairs);
    const { work, entries } = factorCost(layout.first);
    if (work > mostWork || entries > MAX_ENTRIES) return null;
    if (mismatch(world, layout, assembleStiffness(world, layout)) < SAME) return layout;
  }
  return null;
}

function shapeOf(z: Float64Array, { order }: Layout, n: number): Float64Array {
  const shape = new Float64Array(3 * n);
  order.forEach((i, place) => {
    for (let axis = 0; axis < 3; axis++) shape[3 * i + axis] = z[3 * place + axis];
  });
  return shape;
}
