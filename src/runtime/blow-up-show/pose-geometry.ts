/** The geometry of poses: how much they change, in which phase, and the box around them. */
import type { Floats, Vec3 } from '../../physics';

/** 4n; m: (x₊ − 2x + x₋)/4, the amplitude of motion that changes sign in each step. */
export function changeOf(before: Floats, now: Floats, after: Floats): Float64Array {
  const change = new Float64Array(now.length);
  for (let i = 0; i < change.length; i++) {
    const difference = (after[i] - 2 * now[i] + before[i]) / 4;
    change[i] = i % 4 < 3 ? difference : 0;
  }
  return change;
}

/** Length of the longest vector; infinite if one is not finite. @param vectors 4n */
export function largestOf(vectors: Float64Array): number {
  let largest = 0;
  for (let o = 0; o < vectors.length; o += 4) {
    const length = Math.hypot(vectors[o], vectors[o + 1], vectors[o + 2]);
    if (!(length <= largest)) largest = length;
  }
  return Number.isNaN(largest) ? Number.POSITIVE_INFINITY : largest;
}

/** True if two changes have mostly the same sign. */
export function isInPhase(a: Float64Array, b: Float64Array): boolean {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += a[i] * b[i];
  return product > 0;
}

/** x = a + part (b − a). */
export function interpolate<X extends Floats>(a: Floats, b: Floats, part: number, x: X): X {
  for (let i = 0; i < x.length; i++) x[i] = a[i] + part * (b[i] - a[i]);
  return x;
}

/** The box around all positions and another box, m. @param positions 4n */
export function widen(positions: Floats, box?: { readonly min: Vec3; readonly max: Vec3 }): { min: Vec3; max: Vec3 } {
  const min: Vec3 = box ? [...box.min] : [Infinity, Infinity, Infinity];
  const max: Vec3 = box ? [...box.max] : [-Infinity, -Infinity, -Infinity];
  for (let o = 0; o < positions.length; o += 4) {
    for (let c = 0; c < 3; c++) {
      min[c] = Math.min(min[c], positions[o + c]);
      max[c] = Math.max(max[c], positions[o + c]);
    }
  }
  return { min, max };
}
