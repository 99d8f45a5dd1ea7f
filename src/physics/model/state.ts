import type { Floats } from './arena';
import type { State } from './model';
import { sumByBlocks } from './sum-by-blocks';

/** True if every entry is finite. */
export function areFinite(x: Floats): boolean {
  return sumByBlocks(x.length, x, null, zeroIfFinite) === 0;
}

/** Σ 0·x_i: 0 if every x_i is finite, otherwise NaN. */
function zeroIfFinite(x: Floats, _: null, from: number, to: number, total: Float64Array): void {
  let sum = total[0];
  for (let i = from; i < to; i++) sum += x[i] * 0;
  total[0] = sum;
}

/** True if every position and velocity is finite. */
export function isFiniteState({ positions, velocities }: Pick<State, 'positions' | 'velocities'>): boolean {
  return areFinite(positions) && areFinite(velocities);
}

/** Diagonal of the bounding box of all particles, m. */
export function diagonal({ positions: x }: Pick<State, 'positions'>, n: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < n; i++) {
      low = Math.min(low, x[4 * i + axis]);
      high = Math.max(high, x[4 * i + axis]);
    }
    squared += (high - low) * (high - low);
  }
  return Math.sqrt(squared);
}

/** Squared distance of two particles, m². */
export function squaredDistance(x: ArrayLike<number>, a: number, b: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = x[4 * a + axis] - x[4 * b + axis];
    squared += d * d;
  }
  return squared;
}
