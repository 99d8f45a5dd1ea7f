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

/** True if a plane keeps two features their limit apart all the way from x to y. Its normal joins their centers at x. */
export function areApart({ particles, isEdges, limit }: FeaturePair, x: Float64Array, y: Float64Array): boolean {
  const a = 4 * particles[0];
  const b = 4 * particles[1];
  const c = 4 * particles[2];
  const d = 4 * particles[3];
  const u = isEdges === 1 ? 0.5 : 1;
  const v = isEdges === 1 ? 0.5 : -1 / 3;
  const w = isEdges === 1 ? -0.5 : -1 / 3;
  const nx = u * x[a] + v * x[b] + w * (x[c] + x[d]);
  const ny = u * x[a + 1] + v * x[b + 1] + w * (x[c + 1] + x[d + 1]);
  const nz = u * x[a + 2] + v * x[b + 2] + w * (x[c + 2] + x[d + 2]);
  const least = limit * Math.sqrt(nx * nx + ny * ny + nz * nz);
  let z = x;
  for (;;) {
    const ha = nx * z[a] + ny * z[a + 1] + nz * z[a + 2];
    const hb = nx * z[b] + ny * z[b + 1] + nz * z[b + 2];
    const hc = nx * z[c] + ny * z[c + 1] + nz * z[c + 2];
    const hd = nx * z[d] + ny * z[d + 1] + nz * z[d + 2];
    const gap = isEdges === 1 ? Math.min(ha, hb) - Math.max(hc, hd) : ha - Math.max(hb, hc, hd);
    if (!(gap > least)) return false;
    if (z === y) return true;
    z = y;
  }
}
