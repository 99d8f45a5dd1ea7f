import { stateSums } from '../kernels/javascript/state-sums';
import type { State } from './model';

/** Whether every number of the state is one. */
export function isFiniteState({ positions, velocities }: Pick<State, 'positions' | 'velocities'>): boolean {
  return stateSums.areFinite(positions) && stateSums.areFinite(velocities);
}

/** Of the box around all particles, m. */
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

/** m²; between two particles. */
export function squaredDistance(x: ArrayLike<number>, a: number, b: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = x[4 * a + axis] - x[4 * b + axis];
    squared += d * d;
  }
  return squared;
}
