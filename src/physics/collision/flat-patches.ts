import type { Arena } from '../model/arena';
import type { Features } from './features';

/** How the triangles of the surface are tilted in a step: boxes, 6 numbers per particle, least and largest heights as vectors. */
export interface FlatPatches {
  /** Of the triangles around each particle. */
  readonly stars: Float64Array;
  /** Of the triangles around all that belongs to it. */
  readonly patches: Float64Array;
  /** Of those around all that belongs to it, and to what one edge joins to it. */
  readonly beside: Float64Array;
  /** The same with one or two edges. */
  readonly around: Float64Array;
}

export function createFlatPatches(arena: Arena, n: number): FlatPatches {
  const boxes = () => arena.doubles(6 * n);
  return { stars: boxes(), patches: boxes(), beside: boxes(), around: boxes() };
}

/** Finds the heights of all triangles on straight ways from x to y. A triangle of the sides p and q with the longest side l has the
 *  height w = p × q/l as a vector, and
 *    w(t) ∝ (1 − t)² p₀×q₀ + 2t(1 − t) ½(p₀×q₁ + p₁×q₀) + t² p₁×q₁
 *  @param x 4n; start of the step, m @param y 4n; end of the step, m */
export function findHeights(
  { stars, patches, beside, around }: FlatPatches,
  { triangles, triangleStarts, memberStarts, members, neighbourStarts, neighbours }: Features,
  x: Float64Array,
  y: Float64Array,
): void {
  for (let o = 0; o < stars.length; o += 6) {
    stars[o] = stars[o + 1] = stars[o + 2] = Number.POSITIVE_INFINITY;
    stars[o + 3] = stars[o + 4] = stars[o + 5] = Number.NEGATIVE_INFINITY;
  }
  for (let t = 0; t < 3 * triangleStarts[triangleStarts.length - 1]; t += 3) includeHeights(stars, triangles, t, x, y);
  spread(patches, stars, memberStarts, members);
  spread(beside, patches, neighbourStarts, neighbours);
  spread(around, beside, neighbourStarts, neighbours);
}

/** The boxes of all := those of themselves and of what belongs to them. */
function spread(boxes: Float64Array, from: Float64Array, starts: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i + 1 < starts.length; i++) {
    const o = 6 * i;
    let x = from[o];
    let y = from[o + 1];
    let z = from[o + 2];
    let X = from[o + 3];
    let Y = from[o + 4];
    let Z = from[o + 5];
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const p = 6 * others[k];
      x = Math.min(x, from[p]);
      y = Math.min(y, from[p + 1]);
      z = Math.min(z, from[p + 2]);
      X = Math.max(X, from[p + 3]);
      Y = Math.max(Y, from[p + 4]);
      Z = Math.max(Z, from[p + 5]);
    }
    boxes[o] = x;
    boxes[o + 1] = y;
    boxes[o + 2] = z;
    boxes[o + 3] = X;
    boxes[o + 4] = Y;
    boxes[o + 5] = Z;
  }
}

/**
 * True if two connected patches are so flat together that what belongs to the one keeps a distance from what belongs to the other.
 * Where all heights have at least the component d along the middle c of their box, the patches seen along c cover their shadow once,
 * with triangles at least d high: two features without a common particle are at least d apart.
 * @param distance d, m
 */
export function areFlat({ patches }: FlatPatches, i: number, j: number, distance: number): boolean {
  return areHigh(patches, 6 * i, 6 * j, distance);
}

/** True if that holds for a particle and everything that one or two edges join to it. */
export function isFlatAround({ around }: FlatPatches, i: number, distance: number): boolean {
  return areHigh(around, 6 * i, 6 * i, distance);
}

function areHigh(boxes: Float64Array, o: number, p: number, distance: number): boolean {
  let squared = 0;
  let least = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(boxes[o + axis], boxes[p + axis]);
    const high = Math.max(boxes[o + axis + 3], boxes[p + axis + 3]);
    // Twice the middle, and twice the smallest component along it.
    const c = low + high;
    squared += c * c;
    least += c * c - Math.abs(c) * (high - low);
  }
  return least > 2 * distance * Math.sqrt(squared);
}

/** Takes p₀×q₀, p₁×q₁ and ½ (p₀×q₁ + p₁×q₀) of a triangle, over l, into the boxes of its corners. */
function includeHeights(
  stars: Float64Array,
  triangles: Uint32Array,
  t: number,
  x: Float64Array,
  y: Float64Array,
): void {
  const a = 4 * triangles[t];
  const b = 4 * triangles[t + 1];
  const c = 4 * triangles[t + 2];
  const px = x[b] - x[a];
  const py = x[b + 1] - x[a + 1];
  const pz = x[b + 2] - x[a + 2];
  const qx = x[c] - x[a];
  const qy = x[c + 1] - x[a + 1];
  const qz = x[c + 2] - x[a + 2];
  const Px = y[b] - y[a];
  const Py = y[b + 1] - y[a + 1];
  const Pz = y[b + 2] - y[a + 2];
  const Qx = y[c] - y[a];
  const Qy = y[c + 1] - y[a + 1];
  const Qz = y[c + 2] - y[a + 2];
  const longest = Math.max(
    px * px + py * py + pz * pz,
    qx * qx + qy * qy + qz * qz,
    (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz),
    Px * Px + Py * Py + Pz * Pz,
    Qx * Qx + Qy * Qy + Qz * Qz,
    (Px - Qx) * (Px - Qx) + (Py - Qy) * (Py - Qy) + (Pz - Qz) * (Pz - Qz),
  );
  const s = 1 / Math.sqrt(longest);
  const ux = s * (py * qz - pz * qy);
  const uy = s * (pz * qx - px * qz);
  const uz = s * (px * qy - py * qx);
  const vx = s * (Py * Qz - Pz * Qy);
  const vy = s * (Pz * Qx - Px * Qz);
  const vz = s * (Px * Qy - Py * Qx);
  const wx = 0.5 * s * (py * Qz - pz * Qy + Py * qz - Pz * qy);
  const wy = 0.5 * s * (pz * Qx - px * Qz + Pz * qx - Px * qz);
  const wz = 0.5 * s * (px * Qy - py * Qx + Px * qy - Py * qx);
  for (let corner = t; corner < t + 3; corner++) {
    const o = 6 * triangles[corner];
    stars[o] = Math.min(stars[o], ux, vx, wx);
    stars[o + 1] = Math.min(stars[o + 1], uy, vy, wy);
    stars[o + 2] = Math.min(stars[o + 2], uz, vz, wz);
    stars[o + 3] = Math.max(stars[o + 3], ux, vx, wx);
    stars[o + 4] = Math.max(stars[o + 4], uy, vy, wy);
    stars[o + 5] = Math.max(stars[o + 5], uz, vz, wz);
  }
}
