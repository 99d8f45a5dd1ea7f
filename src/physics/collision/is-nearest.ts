import type { FeaturePair } from './closest-points';
import type { Features } from './features';
import { findShift, type NearPairs, SIZE } from './near-pairs';

/** Sine of the angle by which a neighbour of a triangle's border may lie closer: it counts as beside. */
const BESIDE = 1e-3;
/** That by which the neighbours of crossing edges must lie farther: in flatter surfaces particles and triangles are as close. */
const RIDGE = 0.05;
/** That by which they must lie farther still for all of the push. */
const FADE = 0.1;

/**
 * True if the surfaces are nowhere closer in the triangles around the closest points of a pair, which are known. Where they are, the
 * closest points lie on the border of a triangle, beyond which the next one is nearer: a pair of its own. The normal of such a pair points
 * along the surface, as if edges were bumps: layers would catch on them. Sets how much of its push the pair has, 0–1: that of edges fades
 * where a fold becomes flat, for a force that jumps lets layers tremble that lie on each other. Source: Chen et al., Offset Geometric
 * Contact, 2025, has such a condition on normals.
 * @param inFolds true: also of the outer edges of two triangles with a common side, which lie on each other in a sharp fold
 */
export function isNearest(pair: FeaturePair, features: Features, x: Float64Array, y = x, inFolds = true): boolean {
  pair.push = 1;
  if (pair.isEdges === 0) return isNearestOn(pair, features, x, y, 1, 4, 1, false);
  return (
    pair.isInside &&
    isNearestOn(pair, features, x, y, 0, 2, -1, inFolds) &&
    isNearestOn(pair, features, x, y, 2, 4, 1, inFolds)
  );
}

/** The same for one feature, of the particles from `from` to `to` of the pair. @param sign of the normal towards the other one */
function isNearestOn(
  pair: FeaturePair,
  { neighbourStarts, neighbours }: Features,
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
  sign: number,
  inFolds: boolean,
): boolean {
  const { isEdges, particles, weights, normal: N, time } = pair;
  let a = -1;
  let b = -1;
  let height = 0;
  for (let k = from; k < to; k++) {
    if (weights[k] === 0) continue;
    const i = particles[k];
    height += Math.abs(weights[k]) * heightAt(N, x, y, time, 4 * i);
    if (a < 0) a = i;
    else if (b < 0) b = i;
    // Inside the triangle.
    else return true;
  }
  const o = 4 * a;
  const most = isEdges === 1 ? -RIDGE : BESIDE;
  let part = 1;
  for (let k = neighbourStarts[a]; k < neighbourStarts[a + 1]; k++) {
    const r = neighbours[k];
    if (b >= 0 && !areNeighbours(neighbourStarts, neighbours, r, b)) continue;
    // The common side of the triangles of a fold.
    if (inFolds && (r === particles[2 - from] || r === particles[3 - from])) continue;
    const q = 4 * r;
    const rise = sign * (heightAt(N, x, y, time, q) - height);
    const dx = x[q] - x[o];
    const dy = x[q + 1] - x[o + 1];
    const dz = x[q + 2] - x[o + 2];
    const sine = rise / Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (sine > most) return false;
    if (isEdges === 1) part = Math.min(part, (most - sine) / FADE);
  }
  pair.push *= part;
  return part > 0;
}

export function areNeighbours(starts: Uint32Array, neighbours: Uint32Array, a: number, b: number): boolean {
  for (let k = starts[a]; k < starts[a + 1]; k++) if (neighbours[k] === b) return true;
  return false;
}

function heightAt(N: Float64Array, x: Float64Array, y: Float64Array, time: number, o: number): number {
  const start = N[0] * x[o] + N[1] * x[o + 1] + N[2] * x[o + 2];
  if (x === y) return start;
  return start + time * (N[0] * y[o] + N[1] * y[o + 1] + N[2] * y[o + 2] - start);
}

/** Finds how far each particle moves from x to y, without the mean motion: no two come closer than by the sum of theirs. */
export function findMoves(list: NearPairs, x: Float64Array, y: Float64Array): void {
  const { moves, shift } = list;
  findShift(shift, y, x);
  let most = 0;
  for (let i = 0, o = 0; i < moves.length; i++, o += 4) {
    const dx = y[o] - x[o] - shift[0];
    const dy = y[o + 1] - x[o + 1] - shift[1];
    const dz = y[o + 2] - x[o + 2] - shift[2];
    moves[i] = Math.sqrt(dx * dx + dy * dy + dz * dz);
    most = Math.max(most, moves[i]);
  }
  list.mostMove = most;
}

/** How much closer the pair at a place of a list of pairs can come by the moves, m. */
export function mostApproach(pairs: Uint32Array, o: number, moves: Float64Array): number {
  const a = moves[pairs[o + 1]];
  const b = moves[pairs[o + 2]];
  const last = Math.max(moves[pairs[o + 3]], moves[pairs[o + 4]]);
  return pairs[o] === 1 ? Math.max(a, b) + last : a + Math.max(b, last);
}

/** Finds how close each pair of the list may come by its moves: the distance less `mostApproach`, which is written out here. V8 makes an
 *  object of the number that a function returns, unless it is compiled into its caller. */
export function findLeastDistances({ pairs, distances, leastDistances, moves, count }: NearPairs): void {
  for (let c = 0, o = 0; c < count; c++, o += SIZE) {
    const a = moves[pairs[o + 1]];
    const b = moves[pairs[o + 2]];
    const last = Math.max(moves[pairs[o + 3]], moves[pairs[o + 4]]);
    leastDistances[c] = distances[c] - (pairs[o] === 1 ? Math.max(a, b) + last : a + Math.max(b, last));
  }
}

/** Takes the least distances of the list from the positions that they are of to x. */
export function moveDistances(list: NearPairs, x: Float64Array): void {
  const { distances, leastDistances, at, count } = list;
  if (areSame(at, x)) return;
  findMoves(list, at, x);
  at.set(x);
  list.areExact = false;
  findLeastDistances(list);
  for (let c = 0; c < count; c++) distances[c] = leastDistances[c];
}

export function areSame(x: ArrayLike<number>, y: ArrayLike<number>): boolean {
  for (let o = 0; o < x.length; o++) if (x[o] !== y[o]) return false;
  return true;
}
