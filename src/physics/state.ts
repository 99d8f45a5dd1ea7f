import { sumByBlocks } from './kernels/sum-by-blocks';
import type { State } from './model';

type Vectors = Pick<State, 'positions' | 'velocities'>;

/** Whether every number of the state is one. */
export function isFiniteState(state: Vectors): boolean {
  return sumByBlocks(state.positions.length, state, nothing) === 0;
}

/** 0 of what is finite, and NaN of anything else. */
function nothing({ positions, velocities }: Vectors, from: number, to: number, start: number): number {
  let sum = start;
  for (let i = from; i < to; i++) sum += positions[i] * 0 + velocities[i] * 0;
  return sum;
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
