import type { Floats } from './arena';
import type { State } from './model';

/** True if every entry is finite. */
export function areFinite(x: Floats): boolean {
  // 0·x_i is NaN where x_i is not finite.
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * 0;
  return sum === 0;
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
