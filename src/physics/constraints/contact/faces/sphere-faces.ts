import { createFeaturePair, type FeaturePair, findClosest } from '../../../collision/closest-points';
import { dot } from '../../../model/deterministic-math';
import { ROUND } from '../../obstacles/mesh/sharp-features';
import { addFace, type FaceContacts } from './face-contacts';
import { FACE_TOLERANCE, type FaceSearch, longestSide, MIN_TURN, readCorners } from './face-search';

/** A sphere is looked for on the way of a triangle once each third of its radius, and so often at most. */
const SAMPLES = 3;
const MAX_SAMPLES = 30;

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

/** True if a triangle with a side of this length, m, is coarse for a sphere. */
export const isCoarse = (side: number, curvature: number): boolean => side * curvature > ROUND;

/** Adds the contacts of a sphere. @param reach the longest side of a triangle, m; see `findFaces` */
export function findSphereFaces(
  faces: FaceContacts,
  search: FaceSearch,
  k: number,
  reach: number,
  depth: number,
): void {
  const { triangles, obstacles, to, end, phi } = search;
  const { curvature } = obstacles[k];
  if (!isCoarse(reach, curvature)) return;
  obstacles[k].distances(to, phi, phi.length, end);
  for (let t = 0; t < triangles.length; t += 3) {
    if (!(phi[triangles[t]] <= reach)) continue;
    const side = longestSide(to, triangles, t);
    if (phi[triangles[t]] <= side && isCoarse(side, curvature)) addSphere(faces, search, k, t, side, depth);
  }
}

/** Measures a contact where it ends: λ, N and φ. @returns φ, m */
export function measureSphereFace(faces: FaceContacts, search: FaceSearch, c: number): number {
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
  const c = addFace(faces, k, t, -1, -1);
  if (c < 0) return;
  for (let corner = 0; corner < 3; corner++) {
    faces.corners[3 * c + corner] = search.triangles[t + corner];
    faces.weights[3 * c + corner] = -pair.weights[1 + corner];
    faces.normal[3 * c + corner] = surface[corner];
  }
  measureSphereFace(faces, search, c);
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
