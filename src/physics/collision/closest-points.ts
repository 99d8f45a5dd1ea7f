/** The closest points of two features: particle and triangle, or two edges. */

export type FeaturePair = ReturnType<typeof createFeaturePair>;

/**
 * Two features by their particles, at some instant. The vector from the second feature to the first one is Σ w_k x_k. Two particles
 * are a particle and a triangle with three equal corners.
 */
export function createFeaturePair() {
  return {
    /** 1: two edges; 0: a particle and a triangle. */
    isEdges: 0,
    /** 4; those of the first feature come first. */
    particles: new Uint32Array(4),
    /** 3 each; positions, m. */
    points: new Float64Array(12),
    /** w_k at the closest points. */
    weights: new Float64Array(4),
    /** 3; the unit vector from the closest point of the second feature to that of the first one. */
    normal: new Float64Array(3),
    /** From the closest point of the one to that of the other one, m. */
    distance: 0,
    /** What distances are compared with, m. */
    limit: 0,
    /** From 0, the start of a motion, to 1, its end. */
    time: 0,
    /** How much closer the features can come in it at most, m. */
    approach: 0,
    /** True if the closest points lie inside both edges. */
    isInside: false,
    /** How much of the push between layers it has, 0–1: see `isNearest`. */
    push: 1,
  };
}

/** Edges at a smaller sine of the angle between them are parallel: the closest points are then found at their ends. */
const PARALLEL = 1e-5;

/** Finds the closest points and their distance. Features that touch are pushed up and down. */
export function findClosest(pair: FeaturePair): void {
  const { weights, normal, points: p } = pair;
  pair.isInside = false;
  if (pair.isEdges === 1) closestOnEdges(pair);
  else closestOnTriangle(pair);
  const a = weights[0];
  const b = weights[1];
  const c = weights[2];
  const d = weights[3];
  const x = a * p[0] + b * p[3] + c * p[6] + d * p[9];
  const y = a * p[1] + b * p[4] + c * p[7] + d * p[10];
  const z = a * p[2] + b * p[5] + c * p[8] + d * p[11];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const scale = distance > 0 ? 1 / distance : 0;
  pair.distance = distance;
  normal[0] = scale * x;
  normal[1] = distance > 0 ? scale * y : 1;
  normal[2] = scale * z;
}

/** Source: Ericson, Real-Time Collision Detection, 5.1.5. Point 0 is the particle; points 1 to 3 are the corners a, b, c. */
function closestOnTriangle({ points: x, weights }: FeaturePair): void {
  const px = x[0] - x[3];
  const py = x[1] - x[4];
  const pz = x[2] - x[5];
  const bx = x[6] - x[3];
  const by = x[7] - x[4];
  const bz = x[8] - x[5];
  const cx = x[9] - x[3];
  const cy = x[10] - x[4];
  const cz = x[11] - x[5];
  const abp = bx * px + by * py + bz * pz;
  const acp = cx * px + cy * py + cz * pz;
  const ab = bx * bx + by * by + bz * bz;
  const ac = cx * cx + cy * cy + cz * cz;
  const abc = bx * cx + by * cy + bz * cz;
  // The same products about b and c.
  const bbp = abp - ab;
  const bcp = acp - abc;
  const cbp = abp - abc;
  const ccp = acp - ac;
  let v = 0;
  let w = 0;
  const va = bbp * ccp - cbp * bcp;
  const vb = cbp * acp - abp * ccp;
  const vc = abp * bcp - bbp * acp;
  if (abp <= 0 && acp <= 0) v = w = 0;
  else if (bbp >= 0 && bcp <= bbp) v = 1;
  else if (ccp >= 0 && cbp <= ccp) w = 1;
  else if (vc <= 0 && abp >= 0 && bbp <= 0) v = abp / (abp - bbp);
  else if (vb <= 0 && acp >= 0 && ccp <= 0) w = acp / (acp - ccp);
  else if (va <= 0 && bcp >= bbp && cbp >= ccp) {
    w = (bcp - bbp) / (bcp - bbp + (cbp - ccp));
    v = 1 - w;
  } else {
    const sum = va + vb + vc;
    v = vb / sum;
    w = vc / sum;
  }
  weights[0] = 1;
  weights[1] = v + w - 1;
  weights[2] = -v;
  weights[3] = -w;
}

/** Points 0, 1 are one edge and 2, 3 the other one. Inside both edges, or else the nearest of the four ends. */
function closestOnEdges(pair: FeaturePair): void {
  const { points: x, weights } = pair;
  const px = x[3] - x[0];
  const py = x[4] - x[1];
  const pz = x[5] - x[2];
  const qx = x[9] - x[6];
  const qy = x[10] - x[7];
  const qz = x[11] - x[8];
  const rx = x[0] - x[6];
  const ry = x[1] - x[7];
  const rz = x[2] - x[8];
  const a = px * px + py * py + pz * pz;
  const e = qx * qx + qy * qy + qz * qz;
  const b = px * qx + py * qy + pz * qz;
  const c = px * rx + py * ry + pz * rz;
  const f = qx * rx + qy * ry + qz * rz;
  const determinant = a * e - b * b;
  if (determinant > PARALLEL * PARALLEL * a * e) {
    const s = (b * f - c * e) / determinant;
    const t = (a * f - b * c) / determinant;
    if (s > 0 && s < 1 && t > 0 && t < 1) {
      pair.isInside = true;
      weights[0] = 1 - s;
      weights[1] = s;
      weights[2] = t - 1;
      weights[3] = -t;
      return;
    }
  }
  const r = rx * rx + ry * ry + rz * rz;
  let least = Number.POSITIVE_INFINITY;
  for (let end = 0; end < 4; end++) {
    // |r + s·d₁ − t·d₂|² for s or t at an end, and the other one as close as it can be.
    let s = end;
    let t = end - 2;
    if (end < 2) t = e > 0 ? Math.max(0, Math.min(1, (f + s * b) / e)) : 0;
    else s = a > 0 ? Math.max(0, Math.min(1, (t * b - c) / a)) : 0;
    const squared = r + s * (s * a + 2 * c) + t * (t * e - 2 * f) - 2 * s * t * b;
    if (!(squared < least)) continue;
    least = squared;
    weights[0] = 1 - s;
    weights[1] = s;
    weights[2] = t - 1;
    weights[3] = -t;
  }
}
