import type { Scalar } from '../kernels/kernel';
import type { Arena } from '../model/arena';
import type { Features } from './features';

/** How the triangles of the surface are tilted in a step. */
export interface FlatPatches {
  /** 6 per particle: least and largest heights as vectors of the triangles around it. */
  readonly stars: Float64Array;
  /** The same of the triangles around all that belongs to it. */
  readonly patches: Float64Array;
  /** Scratch: the longest side of a triangle, m. */
  readonly longest: Scalar;
}

export function createFlatPatches(arena: Arena, n: number): FlatPatches {
  return { stars: arena.doubles(6 * n), patches: arena.doubles(6 * n), longest: new Float64Array(1) };
}

/** Finds the heights of all triangles on straight ways from x to y. A triangle of the sides p and q with the longest side l has the
 *  height w = p × q/l as a vector, and
 *    w(t) ∝ (1 − t)² p₀×q₀ + 2t(1 − t) ½(p₀×q₁ + p₁×q₀) + t² p₁×q₁
 *  @param x 4n; start of the step, m @param y 4n; end of the step, m */
export function findHeights(
  { stars, patches, longest }: FlatPatches,
  { triangles, triangleStarts, memberStarts, members }: Features,
  x: Float64Array,
  y: Float64Array,
): void {
  clearBoxes(stars);
  clearBoxes(patches);
  for (let t = 0; t < 3 * triangleStarts[triangleStarts.length - 1]; t += 3) {
    longest[0] = 0;
    includeSides(longest, x, triangles, t);
    includeSides(longest, y, triangles, t);
    longest[0] = Math.sqrt(longest[0]);
    includeHeights(stars, triangles, t, x, x, longest);
    includeHeights(stars, triangles, t, y, y, longest);
    includeHeights(stars, triangles, t, x, y, longest);
  }
  for (let i = 0; i + 1 < memberStarts.length; i++) {
    for (let k = memberStarts[i]; k < memberStarts[i + 1]; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const o = 6 * i + axis;
        const p = 6 * members[k] + axis;
        if (stars[p] < patches[o]) patches[o] = stars[p];
        if (stars[p + 3] > patches[o + 3]) patches[o + 3] = stars[p + 3];
      }
    }
  }
}

function clearBoxes(boxes: Float64Array): void {
  for (let o = 0; o < boxes.length; o++) boxes[o] = o % 6 < 3 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/**
 * True if two connected patches are so flat together that what belongs to the one keeps a distance from what belongs to the other.
 * Where all heights have at least the component d along the middle c of their box, the patches seen along c cover their shadow once,
 * with triangles at least d high: two features without a common particle are at least d apart.
 * @param distance d, m
 */
export function areFlat({ patches }: FlatPatches, i: number, j: number, distance: number): boolean {
  let squared = 0;
  let least = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(patches[6 * i + axis], patches[6 * j + axis]);
    const high = Math.max(patches[6 * i + axis + 3], patches[6 * j + axis + 3]);
    // Twice the middle, and twice the smallest component along it.
    const c = low + high;
    squared += c * c;
    least += c * c - Math.abs(c) * (high - low);
  }
  return least > 2 * distance * Math.sqrt(squared);
}

/** longest := the largest of it and the squared sides of a triangle. */
function includeSides(longest: Scalar, x: Float64Array, triangles: Uint32Array, t: number): void {
  for (let k = 0; k < 3; k++) {
    const a = 4 * triangles[t + k];
    const b = 4 * triangles[t + (k === 2 ? 0 : k + 1)];
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    longest[0] = Math.max(longest[0], dx * dx + dy * dy + dz * dz);
  }
}

/** Takes ½ (p_x × q_y + p_y × q_x)/l of a triangle into the boxes of its corners. */
function includeHeights(
  boxes: Float64Array,
  triangles: Uint32Array,
  t: number,
  x: Float64Array,
  y: Float64Array,
  l: Scalar,
): void {
  const a = 4 * triangles[t];
  const b = 4 * triangles[t + 1];
  const c = 4 * triangles[t + 2];
  const s = (x === y ? 1 : 0.5) / l[0];
  for (let axis = 0; axis < 3; axis++) {
    const j = axis === 2 ? 0 : axis + 1;
    const k = axis === 0 ? 2 : axis - 1;
    let w = (x[b + j] - x[a + j]) * (y[c + k] - y[a + k]) - (x[b + k] - x[a + k]) * (y[c + j] - y[a + j]);
    if (x !== y) w += (y[b + j] - y[a + j]) * (x[c + k] - x[a + k]) - (y[b + k] - y[a + k]) * (x[c + j] - x[a + j]);
    w *= s;
    for (let corner = t; corner < t + 3; corner++) {
      const o = 6 * triangles[corner] + axis;
      if (w < boxes[o]) boxes[o] = w;
      if (w > boxes[o + 3]) boxes[o + 3] = w;
    }
  }
}
