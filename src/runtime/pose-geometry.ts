/** The geometry of poses: how much they change, in which phase, and the box around most of them. */
import type { Floats } from '../physics';
import { boxOf } from './frame/box';
import type { Box } from './frame/frame';

/** Amplitude of a motion below which nothing can be seen, over the size of the scene. */
export const VISIBLE = 0.002;

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

/** Standard deviations of the positions to each side of their mean. */
const DEVIATIONS = 2;

/** The box around most positions, m: a few that are far away do not enlarge it much. @param positions 4n */
export function boxOfMost(positions: Floats): Box {
  const { min, max } = boxOf(positions);
  for (let c = 0; c < 3; c++) {
    const mean = meanOf(positions, c, (x) => x);
    const reach = DEVIATIONS * Math.sqrt(meanOf(positions, c, (x) => (x - mean) * (x - mean)));
    min[c] = Math.max(min[c], mean - reach);
    max[c] = Math.min(max[c], mean + reach);
  }
  return { min, max };
}

function meanOf(positions: Floats, axis: number, value: (x: number) => number): number {
  let sum = 0;
  for (let i = axis; i < positions.length; i += 4) sum += value(positions[i]);
  return (4 * sum) / positions.length;
}
