import { distanceAt } from '../../../model/vectors';
import type { SharpFeatures } from '../../obstacles/obstacle';
import { createBodyPlaces, findPlaces } from './body-places';
import { addFace, type FaceContacts } from './face-contacts';
import { FACE_TOLERANCE, type FaceSearch, longestSide, MIN_TURN, writeCorners } from './face-search';
import { addRound } from './round-faces';
import { createTouch, heightOf, measureTouch } from './touch';

/** Halvings of the time at which a feature passes the plane of a triangle, or the line of an edge. */
const HALVINGS = 40;
/** What is not deeper than this part of the side at the start of a step is brought back to the surface in it. */
const SHALLOW = 0.02;
/** What is deeper than this part of the side has come through, and is not held. */
const THROUGH = 0.3;
/** The point is nearer to the other side of a thin body if the cosine of the angle between the normals is less than minus this. */
const OPPOSITE = 1e-3;

/** A feature has a normal up to these sines beyond those that it has: for one that is looked for, and for a contact. */
const FINDING = 0.05;
const HOLDING = 0.3;

const touch = createTouch();
const y0 = new Float64Array(9);
const y1 = new Float64Array(9);
const box = new Float64Array(6);
const found: number[] = [];

/** Adds the contacts of edges and corners of a body, or of a thin round one. @param reach the longest side of a triangle, m; see `findFaces` */
export function findBodyFaces(faces: FaceContacts, search: FaceSearch, k: number, reach: number, depth: number): void {
  const { triangles, obstacles, spacing, to } = search;
  const obstacle = obstacles[k];
  const { outline } = obstacle;
  const features = outline?.featuresAt(spacing);
  if (!outline || !features) return;
  if (features.count === 0 && !features.isThin) return;
  search.places[k] ??= createBodyPlaces(search.phi.length);
  const places = search.places[k];
  if (!findPlaces(places, search, obstacle, outline, features, reach)) return;
  for (let t = 0; t < triangles.length; t += 3) {
    if (places.isNear[triangles[t]] === 0) continue;
    const side = longestSide(to, triangles, t);
    readPlaces(places.start, triangles, t, y0);
    readPlaces(places.end, triangles, t, y1);
    setBox(depth < 0 ? -depth * side : 0);
    if (features.isThin) addRound(faces, search, k, features, t, side, depth, y0, y1);
    const count = features.within(box, found);
    for (let q = 0; q < count; q++) {
      const f = found[q];
      if (f < features.cornerCount) addTouch(faces, search, k, features, f, t, side, depth);
      else {
        for (let edge = 0; edge < 3; edge++) {
          if (((search.ownEdges[t / 3] >> edge) & 1) === 1)
            addTouch(faces, search, k, features, f, t + edge, side, depth);
        }
      }
    }
  }
}

/** Measures a contact where it ends. @returns φ, m */
export function measureBodyFace(faces: FaceContacts, search: FaceSearch, c: number): number {
  const { normal: N, ownNormal, weights, obstacle, feature, height, corners } = faces;
  const { outline } = search.obstacles[obstacle[c]];
  const features = outline?.featuresAt(search.spacing);
  if (!outline || !features) return 0;
  const { corners: x, weights: w, normal } = touch;
  for (let corner = 0; corner < 3; corner++) {
    const o = 4 * corners[3 * c + corner];
    for (let axis = 0; axis < 3; axis++) x[3 * corner + axis] = search.to[o + axis];
    outline.toBody(x, 3 * corner, search.end);
  }
  let turn = 0;
  const isTouch = measureTouch(touch, features, feature[c], HOLDING);
  if (isTouch) for (let axis = 0; axis < 3; axis++) turn += normal[axis] * ownNormal[3 * c + axis];
  faces.touches[c] = turn > MIN_TURN ? 1 : 0;
  if (turn > MIN_TURN) height[c] = touch.height;
  else {
    for (let q = 0; q < 3; q++) {
      w[q] = weights[3 * c + q];
      normal[q] = ownNormal[3 * c + q];
    }
    height[c] = heightOf(touch, features, feature[c]);
  }
  for (let q = 0; q < 3; q++) {
    weights[3 * c + q] = w[q];
    N[3 * c + q] = ownNormal[3 * c + q] = normal[q];
  }
  outline.toSpace(N, 3 * c, search.end);
  return height[c];
}

/** Adds a contact of a feature with the face of a triangle, or with an edge of it, if it ends inside, or passes it on the way. */
function addTouch(
  faces: FaceContacts,
  search: FaceSearch,
  k: number,
  features: SharpFeatures,
  f: number,
  element: number,
  side: number,
  depth: number,
): void {
  const most = -depth * side;
  let time = -1;
  const endHeight = endHeightFromStart(features, f, element, side, most);
  if (endHeight === null) {
    time = passingTime(features, f, element);
    if (time < 0 && !slidesOn(features, f, element, most)) return;
  }
  const c = addFace(faces, k, element, f, time);
  if (c < 0) return;
  faces.endHeight[c] = endHeight ?? 0;
  writeCorners(search, element, faces.corners, 3 * c);
  for (let q = 0; q < 3; q++) {
    faces.weights[3 * c + q] = touch.weights[q];
    faces.ownNormal[3 * c + q] = touch.normal[q];
  }
  measureBodyFace(faces, search, c);
}

/** The φ, m, with which a step is to end where they touch at its start: 0. Deep inside it is that of the start, as a way back to the surface
 *  within a step would create energy. null: they do not touch, or do not end lower than `most`, m, above it. */
function endHeightFromStart(
  features: SharpFeatures,
  f: number,
  element: number,
  side: number,
  most: number,
): number | null {
  turnCorners(y0, element);
  if (!measureTouch(touch, features, f, FINDING)) return null;
  const { height } = touch;
  if (height > FACE_TOLERANCE * side || height < -THROUGH * side) return null;
  const isDeep = height < -SHALLOW * side;
  if (isDeep && !isPointInside(features)) return null;
  const endHeight = isDeep ? height : 0;
  turnCorners(y1, element);
  return heightOf(touch, features, f) < endHeight + most ? endHeight : null;
}

/** True if they end on each other, lower than `most`, m, where the point of the net is inside the body, and not deeper than it has moved. */
function slidesOn(features: SharpFeatures, f: number, element: number, most: number): boolean {
  turnCorners(y1, element);
  if (!measureTouch(touch, features, f, FINDING)) return false;
  if (touch.height >= most) return false;
  return touch.height >= 0 || (touch.height >= -longestWay() && isPointInside(features));
}

/** Of the corners of a triangle in the step, m. */
function longestWay(): number {
  return Math.max(distanceAt(y0, 0, y1, 0), distanceAt(y0, 3, y1, 3), distanceAt(y0, 6, y1, 6));
}

/** True if the point of the net that was measured is inside, on this side of the body. */
function isPointInside(features: SharpFeatures): boolean {
  const { point: q, normal: N } = touch;
  const surface = features.surfaceAt(q[0], q[1], q[2]);
  return surface[3] < 0 && N[0] * surface[0] + N[1] * surface[1] + N[2] * surface[2] > -OPPOSITE;
}

/** The part of the step after which the feature goes through the triangle or the edge, from outside; the touch is then that of this
 *  moment. −1: it does not. */
function passingTime(features: SharpFeatures, f: number, element: number): number {
  const first = sideOf(features, f, y0, element);
  if (!(first * sideOf(features, f, y1, element) < 0)) return -1;
  let low = 0;
  let high = 1;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = 0.5 * (low + high);
    for (let q = 0; q < 9; q++) between[q] = y0[q] + middle * (y1[q] - y0[q]);
    if (first * sideOf(features, f, between, element) > 0) low = middle;
    else high = middle;
  }
  turnCorners(between, element);
  if (!measureTouch(touch, features, f, FINDING)) return -1;
  turnCorners(y0, element);
  if (!(heightOf(touch, features, f) > 0)) return -1;
  turnCorners(y1, element);
  return heightOf(touch, features, f) < 0 ? low : -1;
}

const between = new Float64Array(9);

/** Six times the volume of the four ends or corners: its sign says on which side the feature is. */
function sideOf({ ends, cornerCount }: SharpFeatures, f: number, x: Float64Array, element: number): number {
  const a = 3 * (element % 3);
  const b = (a + 3) % 9;
  const isEdge = f >= cornerCount;
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = isEdge ? ends[6 * f + 3] - ends[6 * f] : x[6] - x[0];
  const vy = isEdge ? ends[6 * f + 4] - ends[6 * f + 1] : x[7] - x[1];
  const vz = isEdge ? ends[6 * f + 5] - ends[6 * f + 2] : x[8] - x[2];
  return (
    (x[a] - ends[6 * f]) * (uy * vz - uz * vy) +
    (x[a + 1] - ends[6 * f + 1]) * (uz * vx - ux * vz) +
    (x[a + 2] - ends[6 * f + 2]) * (ux * vy - uy * vx)
  );
}

/** Reads the corners of the touch from those of a triangle: the edge begins at the first one. */
function turnCorners(x: Float64Array, element: number): void {
  const first = 3 * (element % 3);
  for (let q = 0; q < 9; q++) touch.corners[q] = x[(first + q) % 9];
}

function readPlaces(x: Float64Array, triangles: Uint32Array, t: number, out: Float64Array): void {
  for (let q = 0; q < 9; q++) out[q] = x[3 * triangles[t + Math.floor(q / 3)] + (q % 3)];
}

/** The box around the way of a triangle. */
function setBox(margin: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let q = axis; q < 9; q += 3) {
      low = Math.min(low, y0[q], y1[q]);
      high = Math.max(high, y0[q], y1[q]);
    }
    box[axis] = low - margin;
    box[3 + axis] = high + margin;
  }
}
