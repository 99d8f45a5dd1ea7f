import { dot } from '../../../model/deterministic-math';
import { distanceAt } from '../../../model/vectors';
import type { SharpFeatures } from '../../obstacles/obstacle';
import { createBodyPlaces, findPlaces } from './body-places';
import { addFace, type FaceContacts, hasFace } from './face-contacts';
import { FACE_TOLERANCE, type FaceSearch, longestSide, MIN_TURN, writeCorners } from './face-search';
import { boundOfFace, createTouch, findOnEdge, findOnFace } from './lowest-point';

/** The feature of a contact at a face of the net, and at an edge. */
const FACE = 0;
const EDGE = 1;

/** Moments of the way that are looked at, if the surface is on the other side at its end. */
const MOMENTS = 12;
/** What is deeper than this part of the side at the start of a step is not brought back to the surface in it. */
const SHALLOW = 0.02;

/** Part of an edge: a contact slides by less in most steps. */
const STRIDE = 0.05;

const touch = createTouch();
/** 9 each; corners of a triangle at both ends of the step, in the axes of the body, m. */
const y0 = new Float64Array(9);
const y1 = new Float64Array(9);
/** True if the touch is within the edge or the face, and not at the border of it. */
let isOwn = false;
/** 9 each; corners as the touch has them. */
const start = new Float64Array(9);
const end = new Float64Array(9);
/** λ of the lowest point of all edges, for the corners of the triangle. */
const best = new Float64Array(3);
/** 9; at the corners of the triangle, the height of the tangent planes of φ at the lowest point of each edge, m. */
const planes = new Float64Array(9);
/** λ and N of the contact that is added. */
const lambda = new Float64Array(3);
const normalThere = new Float64Array(3);
const point = new Float64Array(3);

/** Adds the contacts of a body where it is sharp or thin. @param reach the longest side of a triangle, m; see `findFaces` */
export function findBodyFaces(faces: FaceContacts, search: FaceSearch, k: number, reach: number, depth: number): void {
  const { triangles, obstacles, spacing, to } = search;
  const obstacle = obstacles[k];
  const { outline } = obstacle;
  const features = outline?.featuresAt(spacing);
  if (!outline || !features || features.count === 0) return;
  search.places[k] ??= createBodyPlaces(search.phi.length, triangles.length);
  const places = search.places[k];
  if (!findPlaces(places, search, obstacle, outline, features, reach)) return;
  for (let t = 0; t < triangles.length; t += 3) {
    if (places.isNear[triangles[t]] === 0) continue;
    readPlaces(places.start, triangles, t, y0);
    readPlaces(places.end, triangles, t, y1);
    addTriangle(faces, search, k, features, t, longestSide(to, triangles, t), depth);
  }
}

/**
 * Adds the contacts of a triangle: at the lowest point of each edge if it is lower than particles, and at that of the face if it is lower.
 * A triangle that was far is not looked at again before it may have come near.
 */
function addTriangle(
  faces: FaceContacts,
  search: FaceSearch,
  k: number,
  features: SharpFeatures,
  t: number,
  side: number,
  depth: number,
): void {
  const { bounds, seen, searches } = search.places[k];
  const most = -depth * side;
  const limit = Math.max(0, most) + longestWay(y0, y1, 0);
  const moved = longestWay(y1, seen, 3 * t);
  if (bounds[t / 3] - moved > limit || (moved === 0 && searches[t / 3] === search.count)) return;
  searches[t / 3] = search.count;
  seen.set(y1, 3 * t);
  turn(y1, 0);
  bounds[t / 3] = boundOfFace(touch, features);
  if (bounds[t / 3] > limit) return;
  const { phi, triangles, ownEdges } = search;
  const tolerance = FACE_TOLERANCE * side;
  // φ of a convex part is above its tangent plane at the middle.
  let isBelow = false;
  for (let q = 0; q < 3; q++) isBelow ||= heightAt(q) < phi[triangles[t + q]] - tolerance;
  if (!isBelow) return;
  let lowest = Number.POSITIVE_INFINITY;
  for (let edge = 0; edge < 3; edge++) {
    turn(y1, edge);
    isOwn = findOnEdge(touch, features, 0.5, 0.5, limit);
    for (let q = 0; q < 3; q++) planes[3 * edge + ((edge + q) % 3)] = heightAt(q);
    if (touch.phi < lowest) {
      lowest = touch.phi;
      for (let q = 0; q < 3; q++) best[(edge + q) % 3] = touch.weights[q];
    }
    const ofParticles = Math.min(phi[triangles[t + edge]], phi[triangles[t + ((edge + 1) % 3)]]);
    if (((ownEdges[t / 3] >> edge) & 1) === 1 && touch.phi < ofParticles - tolerance)
      addLowest(faces, search, k, features, t + edge, EDGE, side, most, limit);
  }
  const bound = boundOfPlanes();
  if (bound > limit || bound > lowest - tolerance) return;
  turn(y1, 0);
  touch.weights.set(best);
  isOwn = findOnFace(touch, features, 0.25);
  addLowest(faces, search, k, features, t, FACE, side, most, limit);
}

/** Of the tangent plane of φ at the point of the touch, at a corner, m. */
function heightAt(corner: number): number {
  const { phi, gradient, corners, point } = touch;
  return phi + dot(gradient, corners, 0, 3 * corner) - dot(gradient, point);
}

/** What φ of a convex part is not lower than in the triangle, m: it is above the three planes, and above each mean of them. */
function boundOfPlanes(): number {
  let bound = Number.NEGATIVE_INFINITY;
  for (let choice = 1; choice < 8; choice++) {
    let least = Number.POSITIVE_INFINITY;
    for (let corner = 0; corner < 3; corner++) {
      let sum = 0;
      let count = 0;
      for (let plane = 0; plane < 3; plane++) {
        if (((choice >> plane) & 1) === 0) continue;
        sum += planes[3 * plane + corner];
        count++;
      }
      least = Math.min(least, sum / count);
    }
    bound = Math.max(bound, least);
  }
  return bound;
}

/** Adds a contact at what the touch has found at the end of the step, if it ends lower than `most`, m, or has passed the surface on its way. */
function addLowest(
  faces: FaceContacts,
  search: FaceSearch,
  k: number,
  features: SharpFeatures,
  element: number,
  part: number,
  side: number,
  most: number,
  limit: number,
): void {
  const { weights, normal, height } = touch;
  if (!isOwn || height >= limit || hasFace(faces, k, element, part)) return;
  lambda.set(weights);
  normalThere.set(normal);
  end.set(touch.corners);
  turn(y0, element % 3);
  find(features, part);
  let time = -1;
  let endHeight = 0;
  if ((isOwn && dot(normalThere, normal) < MIN_TURN) || startsBehind(features, height, side)) {
    time = firstMoment(features, part, side);
    if (time < 0) return;
    lambda.set(weights);
    normalThere.set(normal);
  } else {
    if (height >= most) return;
    if (isOwn && touch.height < -SHALLOW * side) endHeight = touch.height;
  }
  const c = addFace(faces, k, element, part, time);
  if (c < 0) return;
  faces.endHeight[c] = endHeight;
  writeCorners(search, element, faces.corners, 3 * c);
  faces.weights.set(lambda, 3 * c);
  faces.ownNormal.set(normalThere, 3 * c);
  faces.base[c] = dot(normalThere, touch.point) - touch.height;
  measureBodyFace(faces, search, c);
}

/** True if the point of the net was on the other side of the plane that touches the body at the end, and not so deep inside as that. */
function startsBehind(features: SharpFeatures, height: number, side: number): boolean {
  const { corners: x } = touch;
  let before = height;
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = 0;
    let q = 0;
    for (let corner = 0; corner < 3; corner++) {
      point[axis] += lambda[corner] * x[3 * corner + axis];
      q += lambda[corner] * end[3 * corner + axis];
    }
    before -= normalThere[axis] * (q - point[axis]);
  }
  return before < -SHALLOW * side && features.surfaceAt(point[0], point[1], point[2])[3] > before + SHALLOW * side;
}

/** The part of the way after which the net has entered; the touch is then that of this moment. −1: it does not. */
function firstMoment(features: SharpFeatures, part: number, side: number): number {
  start.set(touch.corners);
  for (let s = 0; s < MOMENTS; s++) {
    for (let q = 0; q < 9; q++) touch.corners[q] = start[q] + (s / MOMENTS) * (end[q] - start[q]);
    find(features, part);
    if (isOwn && touch.height < -FACE_TOLERANCE * side) return s / MOMENTS;
  }
  return -1;
}

/** Measures a contact where it ends: λ, N and φ. @param keeps true if λ and N stay @returns φ, m */
export function measureBodyFace(faces: FaceContacts, search: FaceSearch, c: number, keeps = false): number {
  const { corners, obstacle, feature, weights, normal: N, ownNormal, base, height } = faces;
  const { outline } = search.obstacles[obstacle[c]];
  const features = outline?.featuresAt(search.spacing);
  if (!outline || !features) return 0;
  const { corners: x, weights: w, normal, point: q } = touch;
  for (let corner = 0; corner < 3; corner++) {
    const o = 4 * corners[3 * c + corner];
    for (let axis = 0; axis < 3; axis++) x[3 * corner + axis] = search.to[o + axis];
    outline.toBody(x, 3 * corner, search.end);
    w[corner] = weights[3 * c + corner];
  }
  if (!keeps) {
    find(features, feature[c]);
    const isNear = touch.height < longestSide(search.to, corners, 3 * c);
    faces.touches[c] = isNear && dot(normal, ownNormal, 0, 3 * c) > MIN_TURN ? 1 : 0;
  }
  // Where the lowest point is at the border now, the contact stays where it was: that brought the point there.
  if (!keeps && isOwn && faces.touches[c] === 1) {
    for (let q = 0; q < 3; q++) {
      weights[3 * c + q] = w[q];
      ownNormal[3 * c + q] = normal[q];
    }
    height[c] = touch.height;
    base[c] = dot(normal, q) - touch.height;
  } else {
    height[c] = -base[c];
    for (let q = 0; q < 9; q++) height[c] += weights[3 * c + Math.floor(q / 3)] * ownNormal[3 * c + (q % 3)] * x[q];
  }
  for (let axis = 3 * c; axis < 3 * c + 3; axis++) N[axis] = ownNormal[axis];
  outline.toSpace(N, 3 * c, search.end);
  return height[c];
}

/** Finds the lowest point of the part, from the weights of the touch on. */
function find(features: SharpFeatures, part: number): void {
  isOwn =
    part === EDGE
      ? findOnEdge(touch, features, touch.weights[1], STRIDE, Number.POSITIVE_INFINITY)
      : findOnFace(touch, features, STRIDE);
}

/** Reads the corners of the touch from those of a triangle: the edge begins at the first one. */
function turn(x: Float64Array, from: number): void {
  for (let q = 0; q < 9; q++) touch.corners[q] = x[(3 * from + q) % 9];
}

/** Of a corner, m. @param at where those of y begin */
function longestWay(x: Float64Array, y: Float64Array, at: number): number {
  return Math.max(distanceAt(x, 0, y, at), distanceAt(x, 3, y, at + 3), distanceAt(x, 6, y, at + 6));
}

function readPlaces(x: Float64Array, triangles: Uint32Array, t: number, out: Float64Array): void {
  for (let q = 0; q < 9; q++) out[q] = x[3 * triangles[t + Math.floor(q / 3)] + (q % 3)];
}
