import { dot } from '../../../model/deterministic-math';
import type { SharpFeatures } from '../../obstacles/obstacle';

/** How the net touches a body, in the axes of that. */
export type Touch = ReturnType<typeof createTouch>;

export const createTouch = () => ({
  /** 9; the corners of the triangle, m; the edge is from the first to the second one. */
  corners: new Float64Array(9),
  /** 3; λ. */
  weights: new Float64Array(3),
  /** 3; q = Σ λ x, m. */
  point: new Float64Array(3),
  /** φ at q, m. */
  phi: 0,
  /** 3; a slope of φ that has no part along the edge or the face there; shorter than 1 where faces of the body meet. */
  gradient: new Float64Array(3),
  /** 3; N, along it; 0 where the slopes of two sides are opposite, as in the middle of a thin body. */
  normal: new Float64Array(3),
  /** N·(q − p), m, where p is on the surface as the slope says. */
  height: 0,
});

/** How far above the lowest point of an edge or a face the search may end, as part of a side. */
const GAP = 5e-4;
/** Points of a line, and lines of a face, that are tried at most. */
const TRIES = 10;
/** A point with a weight up to this is on the border of its edge or face. */
const BORDER = 0.005;

/** The slopes of two sides are opposite if their mean is shorter. */
const OPPOSITE = 0.3;

/** A place from 0 to 1: φ there, m, its slope, and as in `Touch`. */
const createTangent = () => ({ at: 0, phi: 0, slope: 0, weights: new Float64Array(3), gradient: new Float64Array(3) });
/** The nearest tangents on both sides of the lowest place. */
const createBracket = () => ({ low: createTangent(), high: createTangent() });
const onLine = createBracket();
const onFace = createBracket();
const along = new Float64Array(3);

/**
 * Finds the lowest φ on a line from 0 to 1. φ of a convex part is convex, so above its tangents: the next place is where those on both sides
 * meet. Where they do, the gradient becomes the mean of both that has no slope.
 * @param measure sets φ and its gradient at a place, and returns the slope @param from where to begin @param stride how far the next
 *   place is @param gap how far above the lowest place it may end, m @param most it ends where φ cannot be lower, m
 */
function descend(
  touch: Touch,
  { low, high }: ReturnType<typeof createBracket>,
  measure: (at: number) => number,
  from: number,
  stride: number,
  gap: number,
  most: number,
): void {
  const { gradient: G, weights } = touch;
  low.at = low.slope = high.slope = 0;
  high.at = 1;
  low.phi = high.phi = Number.POSITIVE_INFINITY;
  let bound = Number.NEGATIVE_INFINITY;
  let step = stride;
  let at = from;
  for (let tries = 1; ; tries++) {
    const slope = measure(at);
    bound = Math.max(bound, touch.phi - Math.max(slope * (at - low.at), slope * (at - high.at)));
    if (bound > most) return;
    const end = slope > 0 ? high : low;
    end.at = at;
    end.phi = touch.phi;
    end.slope = slope;
    end.weights.set(weights);
    end.gradient.set(G);
    const least = Math.min(low.phi, high.phi);
    if (least - bound < gap || tries === TRIES) break;
    if (low.slope < 0 && high.slope > 0) {
      const meet = (high.phi - low.phi - high.slope * high.at + low.slope * low.at) / (low.slope - high.slope);
      bound = low.phi + low.slope * (meet - low.at);
      if (!(meet > low.at && meet < high.at) || least - bound < gap) break;
      at = meet;
    } else {
      at = Math.max(0, Math.min(1, at - (slope > 0 ? step : -step)));
      step *= 4;
    }
  }
  const lowest = low.phi < high.phi ? low : high;
  touch.phi = lowest.phi;
  weights.set(lowest.weights);
  const part = low.slope < 0 && high.slope > 0 ? high.slope / (high.slope - low.slope) : lowest === low ? 1 : 0;
  for (let axis = 0; axis < 3; axis++) G[axis] = part * low.gradient[axis] + (1 - part) * high.gradient[axis];
}

/**
 * Finds the lowest φ on the line from λ = (1 − s, 0, s) to (0, 1 − s, s) on a touch; with s = 0 it is the edge from the first corner to the
 * second one. @param from, stride, most see `descend`
 */
function findOnLine(
  touch: Touch,
  features: SharpFeatures,
  s: number,
  from: number,
  stride: number,
  most: number,
): void {
  const { corners: x, weights: w, gradient: G } = touch;
  for (let axis = 0; axis < 3; axis++) along[axis] = (1 - s) * (x[3 + axis] - x[axis]);
  w[2] = s;
  const measureOn = (at: number) => {
    w[0] = (1 - s) * (1 - at);
    w[1] = (1 - s) * at;
    measure(touch, features);
    return dot(G, along);
  };
  descend(touch, onLine, measureOn, from, stride, gapOf(touch), most);
}

/** Finds the lowest φ on the edge from the first corner of a touch to the second one. @param from, stride, most see `descend`
 *  @returns true if the point is within the edge: at its ends particles touch */
export function findOnEdge(touch: Touch, features: SharpFeatures, from: number, stride: number, most: number): boolean {
  findOnLine(touch, features, 0, from, stride, most);
  setNormal(touch);
  return Math.min(touch.weights[0], touch.weights[1]) > BORDER;
}

/** Finds the lowest φ on the triangle of a touch, from its weights on: the lowest one of lines parallel to the first edge. That of a line is
 *  convex too. @returns true if the point is within the face: at its border edges touch */
export function findOnFace(touch: Touch, features: SharpFeatures, stride: number): boolean {
  const { corners: x, weights: w, gradient: G } = touch;
  const first = w[2];
  let at = first < 1 ? w[1] / (1 - first) : 0.5;
  let next = stride;
  const measureOn = (s: number) => {
    findOnLine(touch, features, s, at, next, Number.POSITIVE_INFINITY);
    next = 0.05;
    at = s < 1 ? w[1] / (1 - s) : at;
    const fromFirst = dot(G, x, 0, 6) - dot(G, x);
    const fromSecond = dot(G, x, 0, 6) - dot(G, x, 0, 3);
    // The last line is a point: from there the way down may lead anywhere.
    return s < 1 ? (1 - at) * fromFirst + at * fromSecond : Math.max(fromFirst, fromSecond);
  };
  descend(touch, onFace, measureOn, first, stride, gapOf(touch), Number.POSITIVE_INFINITY);
  setNormal(touch);
  return Math.min(w[0], w[1], w[2]) > BORDER;
}

/** Sets q, N and the height from the slope of φ. */
function setNormal(touch: Touch): void {
  const { corners: x, weights: w, normal: N, gradient: G, point: q } = touch;
  const length = Math.sqrt(dot(G, G));
  const scale = length > OPPOSITE ? 1 / length : 0;
  for (let axis = 0; axis < 3; axis++) {
    N[axis] = scale * G[axis];
    q[axis] = w[0] * x[axis] + w[1] * x[3 + axis] + w[2] * x[6 + axis];
  }
  touch.height = scale > 0 ? scale * touch.phi : touch.phi;
}

function gapOf({ corners: x }: Touch): number {
  const [dx, dy, dz] = [x[3] - x[0], x[4] - x[1], x[5] - x[2]];
  return GAP * Math.sqrt(dx * dx + dy * dy + dz * dz);
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
  return touch.phi - Math.sqrt(far);
}

/** N and φ at the point with the weights λ. */
function measure(touch: Touch, features: SharpFeatures): void {
  const { corners: x, weights: w, gradient: G, point: q } = touch;
  for (let axis = 0; axis < 3; axis++) q[axis] = w[0] * x[axis] + w[1] * x[3 + axis] + w[2] * x[6 + axis];
  const surface = features.surfaceAt(q[0], q[1], q[2]);
  for (let axis = 0; axis < 3; axis++) G[axis] = surface[axis];
  touch.phi = surface[3];
}
