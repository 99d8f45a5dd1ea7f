import { createFeaturePair, type FeaturePair, findClosest } from '../../../collision/closest-points';
import type { Floats } from '../../../model/arena';
import { dot } from '../../../model/deterministic-math';
import type { Obstacle } from '../../obstacles/obstacle';
import { type FaceContacts, MAX_FACES } from './face-contacts';

/** How deep a point of the net may be inside: as part of the longest side of its triangle. */
export const FACE_TOLERANCE = 2e-3;
/** A sphere is looked for on the way of a triangle once each third of its radius, and so often at most. */
const SAMPLES = 3;
const MAX_SAMPLES = 30;
/** The normal of a contact turns by less than arccos of this while it slides. */
const MIN_TURN = 0.5;

/** A sphere touches between the particles if the sides of the triangles are longer than this part of its radius. On a finer net they
 *  cut less than a tenth of the radius deep into it. */
const COARSE = 0.75;

/** What a search reads: the net and the obstacles at both ends of a step. */
export interface FaceSearch {
  /** 3 each; the triangles of the net that no cut has opened. */
  triangles: Uint32Array;
  obstacles: readonly Obstacle[];
  /** 4n; positions at both ends, m. */
  from: Floats;
  to: Floats;
  /** When they are, s. */
  start: number;
  end: number;
  /** n; scratch. */
  phi: Float64Array;
}

const pair: FeaturePair = createFeaturePair();
const surface = new Float64Array(4);
const point = new Float64Array(3);
/** The middle of a sphere at both ends. */
const c0 = new Float64Array(3);
const c1 = new Float64Array(3);
/** Corners of a triangle at both ends; 9 each. */
const x0 = new Float64Array(9);
const x1 = new Float64Array(9);
const normal = new Float64Array(3);

/** True for a sphere. */
export function isRound({ curvature }: Obstacle): boolean {
  return curvature > 0;
}

/** Adds the contacts of a step that are not in the set: where a point of the net ends deeper inside than `depth` times the side of its
 *  triangle, or nearer than −`depth` times it. @returns true if there are any */
export function findFaces(faces: FaceContacts, search: FaceSearch, depth: number): boolean {
  const { triangles, obstacles, to, end, phi } = search;
  const before = faces.count;
  for (let k = 0; k < obstacles.length; k++) {
    const obstacle = obstacles[k];
    if (!isRound(obstacle)) continue;
    obstacle.distances(to, phi, phi.length, end);
    for (let t = 0; t < triangles.length; t += 3) {
      const side = longestSide(to, triangles, t);
      if (!(phi[triangles[t]] <= side) || faces.count === MAX_FACES) continue;
      if (side * obstacle.curvature > COARSE) addSphere(faces, search, k, t, side, depth);
    }
  }
  return faces.count > before;
}

/** Measures a contact where it ends: λ, N and φ. @returns φ, m */
export function measureFace(faces: FaceContacts, search: FaceSearch, c: number): number {
  const { corners, weights, normal: N, obstacle, height } = faces;
  readCorners(search.to, corners, 3 * c, x1);
  for (let axis = 0; axis < 3; axis++) normal[axis] = N[3 * c + axis];
  const isBetween = closestToSphere(search, obstacle[c], search.end, corners[3 * c], x1, c1);
  if (isBetween && dot(normal, surface) > MIN_TURN) {
    for (let k = 0; k < 3; k++) {
      N[3 * c + k] = surface[k];
      weights[3 * c + k] = -pair.weights[1 + k];
    }
    height[c] = surface[3];
    return height[c];
  }
  height[c] = -1 / search.obstacles[obstacle[c]].curvature;
  for (let axis = 0; axis < 3; axis++) {
    let q = 0;
    for (let k = 0; k < 3; k++) q += weights[3 * c + k] * x1[3 * k + axis];
    height[c] += N[3 * c + axis] * (q - c1[axis]);
  }
  return height[c];
}

function add(faces: FaceContacts, search: FaceSearch, k: number, t: number): void {
  const { triangles } = search;
  for (let c = 0; c < faces.count; c++) {
    if (faces.obstacle[c] === k && faces.triangle[c] === t) return;
  }
  const c = faces.count++;
  for (let corner = 0; corner < 3; corner++) {
    faces.corners[3 * c + corner] = triangles[t + corner];
    faces.weights[3 * c + corner] = -pair.weights[1 + corner];
    faces.normal[3 * c + corner] = surface[corner];
  }
  faces.obstacle[c] = k;
  faces.triangle[c] = t;
  faces.impulse[c] = faces.isFree[c] = 0;
  measureFace(faces, search, c);
}

/** A sphere that ends inside a triangle, or passes through it on the way. */
function addSphere(faces: FaceContacts, search: FaceSearch, k: number, t: number, side: number, depth: number): void {
  const { triangles, from, to, start, end, obstacles } = search;
  const r = 1 / obstacles[k].curvature;
  const first = triangles[t];
  readCorners(from, triangles, t, x0);
  readCorners(to, triangles, t, x1);
  if (!closestToSphere(search, k, start, first, x0, c0)) return;
  for (let axis = 0; axis < 3; axis++) normal[axis] = surface[axis];
  if (!closestToSphere(search, k, end, first, x1, c1)) return;
  let way = 0;
  for (let corner = 0; corner < 9; corner += 3) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const step = x1[corner + axis] - x0[corner + axis] - c1[axis] + c0[axis];
      squared += step * step;
    }
    way = Math.max(way, squared);
  }
  way = Math.sqrt(way);
  if (dot(normal, surface) > MIN_TURN && (surface[3] < -depth * side || way < r)) {
    if (surface[3] < -depth * side) add(faces, search, k, t);
    return;
  }
  if (surface[3] > way) return;
  const samples = Math.min(MAX_SAMPLES, Math.ceil((SAMPLES * way) / r));
  for (let s = 1; s < samples; s++) {
    for (let q = 0; q < 9; q++) pair.points[3 + q] = x0[q] + (s / samples) * (x1[q] - x0[q]);
    for (let axis = 0; axis < 3; axis++) pair.points[axis] = c0[axis] + (s / samples) * (c1[axis] - c0[axis]);
    if (!measureSphere(r) || !(surface[3] < -FACE_TOLERANCE * side)) continue;
    add(faces, search, k, t);
    return;
  }
}

/** Writes N and φ of the triangle at x to `surface`, λ to the pair, and the middle of the sphere. @returns false if they touch at a
 *  corner, which is a particle: it has contacts of its own */
function closestToSphere(
  { obstacles }: FaceSearch,
  k: number,
  time: number,
  particle: number,
  x: Float64Array,
  center: Float64Array,
): boolean {
  const r = 1 / obstacles[k].curvature;
  for (let axis = 0; axis < 3; axis++) point[axis] = x[axis];
  obstacles[k].measure(point, surface, 0, time, particle);
  for (let axis = 0; axis < 3; axis++) {
    center[axis] = point[axis] - (surface[3] + r) * surface[axis];
    pair.points[axis] = center[axis];
  }
  for (let q = 0; q < 9; q++) pair.points[3 + q] = x[q];
  return measureSphere(r);
}

function measureSphere(r: number): boolean {
  pair.isEdges = 0;
  findClosest(pair);
  for (let axis = 0; axis < 3; axis++) surface[axis] = -pair.normal[axis];
  surface[3] = pair.distance - r;
  const { weights } = pair;
  return pair.distance > 0 && Math.max(-weights[1], -weights[2], -weights[3]) < 1;
}

function readCorners(x: ArrayLike<number>, corners: Uint32Array, at: number, out: Float64Array): void {
  for (let corner = 0; corner < 3; corner++) {
    const o = 4 * corners[at + corner];
    for (let axis = 0; axis < 3; axis++) out[3 * corner + axis] = x[o + axis];
  }
}

/** The longer one of the sides at the first corner: no point of the triangle is farther from there, m.
 *  @param corners 3 each @param t where those of the triangle begin */
export function longestSide(x: Floats, corners: Uint32Array, t: number): number {
  const a = 4 * corners[t];
  let longest = 0;
  for (let corner = t + 1; corner < t + 3; corner++) {
    const b = 4 * corners[corner];
    const dx = x[b] - x[a];
    const dy = x[b + 1] - x[a + 1];
    const dz = x[b + 2] - x[a + 2];
    longest = Math.max(longest, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(longest);
}
