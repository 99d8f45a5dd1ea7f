import { type FeaturePair, findClosest } from './closest-points';

/** A distance within this factor of the limit counts as the limit: the steps towards it become ever shorter. */
export const REACHED = 1.05;
/** Steps at most; a pair that has then not passed counts as one that reaches the limit. */
const MAX_STEPS = 30;

/** Finds the closest points of a pair whose particles are at x. */
export function findClosestAt(pair: FeaturePair, x: Float64Array): void {
  const { particles, points } = pair;
  for (let k = 0; k < 4; k++) {
    const o = 4 * particles[k];
    points[3 * k] = x[o];
    points[3 * k + 1] = x[o + 1];
    points[3 * k + 2] = x[o + 2];
  }
  findClosest(pair);
}

/** The same at the time of the pair, on straight ways from x to y. */
function findClosestBetween(pair: FeaturePair, x: Float64Array, y: Float64Array): void {
  const { particles, points } = pair;
  const { time } = pair;
  for (let k = 0; k < 4; k++) {
    const o = 4 * particles[k];
    for (let axis = 0; axis < 3; axis++) points[3 * k + axis] = x[o + axis] + time * (y[o + axis] - x[o + axis]);
  }
  findClosest(pair);
}

/**
 * True if two features come within their limit on the way from x to y. The pair then has its closest points at the first such time.
 * In no time τ can a distance d shrink by more than l τ, where l is how far the features move against each other. So
 *    t ← t + (d(t) − limit)/l
 * never passes the limit, whatever the shape of the features: it needs no roots and keeps a distance, which rounding errors do not
 * reach. Source: Li et al., Codimensional Incremental Potential Contact, additive continuous collision detection.
 */
export function comesWithin(pair: FeaturePair, x: Float64Array, y: Float64Array): boolean {
  findApproach(pair, x, y);
  pair.time = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    findClosestBetween(pair, x, y);
    if (pair.distance <= REACHED * pair.limit) return true;
    pair.time += (pair.distance - pair.limit) / pair.approach;
    if (pair.time >= 1) return false;
  }
  return true;
}

/** The approach: the largest motion of a particle of each feature, added, without the mean motion of all of them. */
export function findApproach(pair: FeaturePair, x: Float64Array, y: Float64Array): void {
  const { particles, isEdges } = pair;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let k = 0; k < 4; k++) {
    const o = 4 * particles[k];
    mx += (y[o] - x[o]) / 4;
    my += (y[o + 1] - x[o + 1]) / 4;
    mz += (y[o + 2] - x[o + 2]) / 4;
  }
  const first = 1 + isEdges;
  let a = 0;
  let b = 0;
  for (let k = 0; k < 4; k++) {
    const o = 4 * particles[k];
    const dx = y[o] - x[o] - mx;
    const dy = y[o + 1] - x[o + 1] - my;
    const dz = y[o + 2] - x[o + 2] - mz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (k < first) a = Math.max(a, squared);
    else b = Math.max(b, squared);
  }
  pair.approach = Math.sqrt(a) + Math.sqrt(b);
}
