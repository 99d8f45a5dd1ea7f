import type { Model, State, Vec3 } from '../../model/model';

/** Length, rate and direction of a spring. */
export interface SpringMotion {
  /** l = |x_a − x_b|, m. */
  length: number;
  /** u = (v_a − v_b)·n, m/s: rate of change of the length. */
  rate: number;
  /** n, from end b to end a; 0 if the length is 0. */
  direction: Vec3;
}

export function springMotion({ springs }: Model, { positions, velocities }: State, j: number): SpringMotion {
  const [a, b] = [4 * springs[2 * j], 4 * springs[2 * j + 1]];
  const between = (array: ArrayLike<number>): Vec3 => [
    array[a] - array[b],
    array[a + 1] - array[b + 1],
    array[a + 2] - array[b + 2],
  ];
  const d = between(positions);
  const w = between(velocities);
  const length = Math.hypot(...d);
  const n: Vec3 = length > 0 ? [d[0] / length, d[1] / length, d[2] / length] : [0, 0, 0];
  return { length, rate: w[0] * n[0] + w[1] * n[1] + w[2] * n[2], direction: n };
}
