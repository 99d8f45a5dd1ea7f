import type { Floats } from '../model/arena';
import { areFinite } from '../model/state';
import type { FeaturePair } from './closest-points';
import type { Collider } from './collider';
import { areBothCrossed, type Features, updateFeatures } from './features';
import { findClosestAt } from './impact-time';
import { areNeighbours } from './is-nearest';
import { readPair, updateNearPairs } from './near-pairs';

/** Features closer than this part of the spacing count as crossed: rounded positions are on no side of each other. */
const TOUCHING = 1e-6;
/** Added in `crossed` to what was there before: crossed in this step. */
const NOW = 2;
/** Relative error of a volume, with room: it has 3 products of 3 differences. */
const ROUNDING = 1e-14;

/**
 * Finds the particles of edges and triangles that pass through each other where a step begins, and of those that did so before and are
 * still closer than their thickness. Their distance does not say on which side they belong: they do not collide with each other.
 * Steps make no crossing: one is looked for in the first step, and as long as there is one.
 */
export function updateCrossings({ world, features, list, layers, memory }: Collider, positions: Floats): void {
  if (memory[0] === 1) {
    setCount(features, 0);
    return;
  }
  updateFeatures(features, world);
  const { crossed, spacing } = features;
  const { pair } = list;
  const { at } = layers;
  at.set(positions);
  if (!areFinite(at)) return;
  setCount(features, 0);
  updateNearPairs(list, at, at);
  for (let c = 0; c < list.count; c++) {
    const thickness = readPair(list, c);
    // The sides of a slit touch.
    if (thickness === 0) continue;
    findClosestAt(pair, at);
    const { isEdges, particles } = pair;
    const wereCrossed = areBothCrossed(features, isEdges, particles[0], particles[1], particles[2], particles[3]);
    const isNew = pair.distance <= TOUCHING * spacing || (isEdges === 1 && areCrossing(pair, features, at));
    if (wereCrossed ? pair.distance < thickness : isNew) for (let k = 0; k < 4; k++) crossed[particles[k]] |= NOW;
  }
  let count = 0;
  for (let i = 0; i < crossed.length; i++) {
    crossed[i] = crossed[i] >= NOW ? 1 : 0;
    count += crossed[i];
  }
  setCount(features, count);
  if (count === 0) memory[0] = 1;
}

/** A list of near pairs holds for one set of crossings. */
function setCount(features: Features, count: number): void {
  if (features.crossedCount === 0 && count === 0) return;
  features.crossedCount = count;
  features.version++;
}

/** True if one of two edges passes through a triangle at the other one. */
function areCrossing({ particles: [a, b, c, d] }: FeaturePair, features: Features, x: Float64Array): boolean {
  return passesThroughTriangleAt(features, x, a, b, c, d) || passesThroughTriangleAt(features, x, c, d, a, b);
}

/** True if the edge a, b passes through a triangle with the edge c, d. */
function passesThroughTriangleAt(
  { neighbourStarts, neighbours }: Features,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  for (let k = neighbourStarts[c]; k < neighbourStarts[c + 1]; k++) {
    const e = neighbours[k];
    if (e === a || e === b || !areNeighbours(neighbourStarts, neighbours, d, e)) continue;
    if (side(x, c, d, e, a) * side(x, c, d, e, b) !== -1) continue;
    if (Math.abs(side(x, a, b, c, d) + side(x, a, b, d, e) + side(x, a, b, e, c)) === 3) return true;
  }
  return false;
}

/** The sign of the volume of the tetrahedron a, b, c, d; 0 where rounding leaves it open, as in a plane. */
function side(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const [i, j, k, o] = [4 * a, 4 * b, 4 * c, 4 * d];
  const [ax, ay, az] = [x[i] - x[o], x[i + 1] - x[o + 1], x[i + 2] - x[o + 2]];
  const [bx, by, bz] = [x[j] - x[o], x[j + 1] - x[o + 1], x[j + 2] - x[o + 2]];
  const [cx, cy, cz] = [x[k] - x[o], x[k + 1] - x[o + 1], x[k + 2] - x[o + 2]];
  const volume = ax * (by * cz - bz * cy) + bx * (cy * az - cz * ay) + cx * (ay * bz - az * by);
  const size =
    Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
    Math.abs(bx) * (Math.abs(cy * az) + Math.abs(cz * ay)) +
    Math.abs(cx) * (Math.abs(ay * bz) + Math.abs(az * by));
  return Math.abs(volume) <= ROUNDING * size ? 0 : Math.sign(volume);
}
