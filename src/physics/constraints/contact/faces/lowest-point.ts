import { createFeaturePair, findClosest } from '../../../collision/closest-points';
import { dot } from '../../../model/deterministic-math';
import type { SharpFeatures } from '../../obstacles/obstacle';
import type { Touch } from './touch';

/** How far above the lowest point of an edge or a face the search may end, as part of a side. */
const GAP = 5e-4;
/** Points of an edge that are tried at most. */
const TRIES = 10;
/** Steps down a face at most, how long the first one is, and how short the last one, as parts of the side. */
const STEPS = 16;
const FIRST_STEP = 0.25;
const LAST_STEP = 0.004;
/** A point with a weight up to this is on the border of its edge or face. */
const BORDER = 0.005;
/** By how much a step becomes longer where φ has fallen, and shorter where it has not. */
const LONGER = 1.3;
const SHORTER = 0.35;

const pair = createFeaturePair();
const along = new Float64Array(3);
const saved = new Float64Array(9);

/** A point of an edge: where it is from 0 to 1, φ, its slope, and N. */
const createTangent = () => ({ at: 0, height: 0, slope: 0, normal: new Float64Array(3) });
const low = createTangent();
const high = createTangent();

/**
 * Finds the lowest φ on the edge from the first corner of a touch to the second one. φ of a convex part is convex, so above its tangents: the
 * next point is where those on both sides meet. Where the faces of the body meet, N is a mean of theirs at a right angle to the edge.
 * @param from where to begin, from 0 to 1 @param stride how far the next point is @param most the search ends where φ cannot be lower, m
 * @returns true if the point is within the edge: at its ends particles touch
 */
export function findOnEdge(touch: Touch, features: SharpFeatures, from: number, stride: number, most: number): boolean {
  const { corners: x, weights: w, normal: N } = touch;
  for (let axis = 0; axis < 3; axis++) along[axis] = x[3 + axis] - x[axis];
  const gap = GAP * Math.sqrt(dot(along, along));
  low.at = low.slope = high.slope = 0;
  high.at = 1;
  w[2] = 0;
  let bound = Number.NEGATIVE_INFINITY;
  let step = stride;
  w[1] = from;
  for (let tries = 1; ; tries++) {
    w[0] = 1 - w[1];
    measure(touch, features);
    const slope = dot(N, along);
    bound = Math.max(bound, touch.height - Math.max(slope * (w[1] - low.at), slope * (w[1] - high.at)));
    if (bound > most) break;
    const end = slope > 0 ? high : low;
    end.at = w[1];
    end.height = touch.height;
    end.slope = slope;
    end.normal.set(N);
    if (touch.height - bound < gap || tries === TRIES) break;
    if (low.slope < 0 && high.slope > 0) {
      const meet = (high.height - low.height - high.slope * high.at + low.slope * low.at) / (low.slope - high.slope);
      bound = low.height + low.slope * (meet - low.at);
      if (!(meet > low.at && meet < high.at) || touch.height - bound < gap) break;
      w[1] = meet;
    } else {
      w[1] = Math.max(0, Math.min(1, w[1] - (slope > 0 ? step : -step)));
      step *= 4;
    }
  }
  if (low.slope < 0 && high.slope > 0) {
    const part = high.slope / (high.slope - low.slope);
    for (let axis = 0; axis < 3; axis++) N[axis] = part * low.normal[axis] + (1 - part) * high.normal[axis];
    const length = Math.sqrt(dot(N, N));
    for (let axis = 0; axis < 3; axis++) N[axis] /= length;
  }
  return Math.min(w[0], w[1]) > BORDER;
}

/** How much lower the tangent plane of φ at the point of a touch is at a corner than there, m. */
function fallWithin({ corners: x, normal: N, point: q }: Touch): number {
  return dot(N, q) - Math.min(dot(N, x), dot(N, x, 0, 3), dot(N, x, 0, 6));
}

/** Finds the lowest φ on the triangle of a touch, from its weights on: down the slope, by steps that become shorter where φ rises.
 *  Source: Macklin et al., Local Optimization for Robust Signed Distance Field Collision, 2020.
 *  @returns true if the point is within the face: at its border edges touch */
export function findOnFace(touch: Touch, features: SharpFeatures): boolean {
  const { corners: x, weights: w, normal: N, point: q } = touch;
  measure(touch, features);
  for (let axis = 0; axis < 3; axis++) along[axis] = x[3 + axis] - x[axis];
  const side = Math.sqrt(dot(along, along));
  let length = FIRST_STEP * side;
  for (let corner = 0; corner < 9; corner++) pair.points[3 + corner] = x[corner];
  pair.isEdges = 0;
  for (let step = 0; ; step++) {
    const fall = fallWithin(touch);
    if (fall < GAP * side || step === STEPS || length < LAST_STEP * side) break;
    const { height } = touch;
    for (let axis = 0; axis < 3; axis++) {
      pair.points[axis] = q[axis] - length * N[axis];
      saved[axis] = w[axis];
      saved[3 + axis] = N[axis];
      saved[6 + axis] = q[axis];
    }
    findClosest(pair);
    for (let corner = 0; corner < 3; corner++) w[corner] = -pair.weights[1 + corner];
    measure(touch, features);
    if (touch.height < height) {
      length *= LONGER;
      continue;
    }
    touch.height = height;
    for (let axis = 0; axis < 3; axis++) {
      w[axis] = saved[axis];
      N[axis] = saved[3 + axis];
      q[axis] = saved[6 + axis];
    }
    length *= SHORTER;
  }
  return Math.min(w[0], w[1], w[2]) > BORDER;
}

/** A bound of φ on the triangle of a touch, m: no point of it is farther from its middle than a corner. */
export function boundOfFace(touch: Touch, features: SharpFeatures): number {
  const { corners: x, point: q } = touch;
  touch.weights.fill(1 / 3);
  measure(touch, features);
  let far = 0;
  for (let corner = 0; corner < 9; corner += 3) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) squared += (x[corner + axis] - q[axis]) * (x[corner + axis] - q[axis]);
    far = Math.max(far, squared);
  }
  return touch.height - Math.sqrt(far);
}

/** N and φ at the point with the weights λ. */
function measure(touch: Touch, features: SharpFeatures): void {
  const { corners: x, weights: w, normal: N, point: q } = touch;
  for (let axis = 0; axis < 3; axis++) q[axis] = w[0] * x[axis] + w[1] * x[3 + axis] + w[2] * x[6 + axis];
  const surface = features.surfaceAt(q[0], q[1], q[2]);
  for (let axis = 0; axis < 3; axis++) N[axis] = surface[axis];
  touch.height = surface[3];
}
