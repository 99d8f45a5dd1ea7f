import type { SharpFeatures } from '../../obstacles/obstacle';

/** How the net touches a feature of a body: a corner within a triangle, or an edge across an edge; in the axes of the body. */
export interface Touch {
  /** 9; the corners of the triangle, m; the edge is from the first to the second one. */
  readonly corners: Float64Array;
  /** 3; λ. */
  readonly weights: Float64Array;
  /** 3; N, from the body to the net. */
  readonly normal: Float64Array;
  /** N·(q − p), m. */
  height: number;
  /** 3; q = Σ λ x, m. */
  readonly point: Float64Array;
}

export const createTouch = (): Touch => ({
  corners: new Float64Array(9),
  weights: new Float64Array(3),
  normal: new Float64Array(3),
  height: 0,
  point: new Float64Array(3),
});

/** A point of the net that is nearer to a particle than this part of the side is left to that one's own contact. */
const AT_PARTICLE = 0.005;
/** Two edges at a smaller sine of the angle between them do not touch in one point. */
const PARALLEL = 0.01;

/** Measures a touch from the corners. @returns false if the lines of closest approach end outside the features, or N is no normal there */
export function measureTouch(touch: Touch, features: SharpFeatures, f: number, slack: number): boolean {
  const { corners: x, weights: w, normal: N, point: q } = touch;
  if (!(f < features.cornerCount ? cornerInTriangle(touch, features, f) : edgeAcrossEdge(touch, features, f)))
    return false;
  const length = Math.sqrt(N[0] * N[0] + N[1] * N[1] + N[2] * N[2]);
  if (!(length > 0)) return false;
  for (let axis = 0; axis < 3; axis++) N[axis] /= length;
  if (!features.isNormal(f, N[0], N[1], N[2], slack)) {
    if (!features.isNormal(f, -N[0], -N[1], -N[2], slack)) return false;
    for (let axis = 0; axis < 3; axis++) N[axis] = -N[axis];
  }
  for (let axis = 0; axis < 3; axis++) q[axis] = w[0] * x[axis] + w[1] * x[3 + axis] + w[2] * x[6 + axis];
  touch.height = heightOf(touch, features, f);
  return true;
}

/** N·(q − p) with the weights and the normal as they are, m. */
export function heightOf({ corners: x, weights: w, normal: N }: Touch, { ends }: SharpFeatures, f: number): number {
  let height = 0;
  for (let axis = 0; axis < 3; axis++)
    height += N[axis] * (w[0] * x[axis] + w[1] * x[3 + axis] + w[2] * x[6 + axis] - ends[6 * f + axis]);
  return height;
}

/** Writes λ of the corner's projection on the triangle, and a normal of that. */
function cornerInTriangle({ corners: x, weights, normal: N }: Touch, { ends }: SharpFeatures, f: number): boolean {
  const ux = x[3] - x[0];
  const uy = x[4] - x[1];
  const uz = x[5] - x[2];
  const vx = x[6] - x[0];
  const vy = x[7] - x[1];
  const vz = x[8] - x[2];
  N[0] = uy * vz - uz * vy;
  N[1] = uz * vx - ux * vz;
  N[2] = ux * vy - uy * vx;
  const area = N[0] * N[0] + N[1] * N[1] + N[2] * N[2];
  if (!(area > 0)) return false;
  const px = ends[6 * f] - x[0];
  const py = ends[6 * f + 1] - x[1];
  const pz = ends[6 * f + 2] - x[2];
  weights[1] = ((py * vz - pz * vy) * N[0] + (pz * vx - px * vz) * N[1] + (px * vy - py * vx) * N[2]) / area;
  weights[2] = ((uy * pz - uz * py) * N[0] + (uz * px - ux * pz) * N[1] + (ux * py - uy * px) * N[2]) / area;
  weights[0] = 1 - weights[1] - weights[2];
  return (
    Math.min(weights[0], weights[1], weights[2]) >= 0 && Math.max(weights[0], weights[1], weights[2]) <= 1 - AT_PARTICLE
  );
}

/** Writes λ of the point of the net's edge that is nearest to the line of the body's edge, and a normal of both. */
function edgeAcrossEdge({ corners: x, weights, normal: N }: Touch, { ends }: SharpFeatures, f: number): boolean {
  const o = 6 * f;
  const dx = x[3] - x[0];
  const dy = x[4] - x[1];
  const dz = x[5] - x[2];
  const ex = ends[o + 3] - ends[o];
  const ey = ends[o + 4] - ends[o + 1];
  const ez = ends[o + 5] - ends[o + 2];
  N[0] = dy * ez - dz * ey;
  N[1] = dz * ex - dx * ez;
  N[2] = dx * ey - dy * ex;
  const dd = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  const sine = N[0] * N[0] + N[1] * N[1] + N[2] * N[2];
  if (!(sine > PARALLEL * PARALLEL * dd * ee)) return false;
  const rx = ends[o] - x[0];
  const ry = ends[o + 1] - x[1];
  const rz = ends[o + 2] - x[2];
  // q = x + s d and p = end + t e, with q − p along N.
  const s = ((ry * ez - rz * ey) * N[0] + (rz * ex - rx * ez) * N[1] + (rx * ey - ry * ex) * N[2]) / sine;
  const t = ((ry * dz - rz * dy) * N[0] + (rz * dx - rx * dz) * N[1] + (rx * dy - ry * dx) * N[2]) / sine;
  weights[0] = 1 - s;
  weights[1] = s;
  weights[2] = 0;
  return t >= 0 && t <= 1 && s >= AT_PARTICLE && s <= 1 - AT_PARTICLE;
}
