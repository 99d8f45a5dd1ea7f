import type { Simulation, Vec3 } from '../../physics';

/** A spring at this moment, in the letters of Bender's derivation. */
export interface SpringNow {
  /** Particles. */
  ends: [number, number];
  /** C = |x_a − x_b| − d, m. */
  constraint: number;
  /** Ċ, m/s. */
  rate: number;
  /** ∂C/∂x_a = n; that of the other end is −n. */
  gradient: Vec3;
  /** d, m. */
  restLength: number;
  /** k, N/m. */
  stiffness: number;
  /** μ, N·s/m. */
  damping: number;
}

/** @throws RangeError for a spring that isn't there */
export function spring(simulation: Simulation, args: { spring: number }): SpringNow {
  const { model, state } = simulation;
  const j = args.spring;
  if (!Number.isInteger(j) || j < 0 || j >= model.springCount) {
    throw new RangeError(`${j} is not a spring (0–${model.springCount - 1})`);
  }
  const a = model.springs[2 * j];
  const b = model.springs[2 * j + 1];
  const difference = (array: ArrayLike<number>): Vec3 => [
    array[4 * a] - array[4 * b],
    array[4 * a + 1] - array[4 * b + 1],
    array[4 * a + 2] - array[4 * b + 2],
  ];
  const d = difference(state.positions);
  const v = difference(state.velocities);
  const length = Math.hypot(...d);
  const gradient: Vec3 = length > 0 ? [d[0] / length, d[1] / length, d[2] / length] : [0, 0, 0];
  return {
    ends: [a, b],
    constraint: length - model.restLengths[j],
    rate: v[0] * gradient[0] + v[1] * gradient[1] + v[2] * gradient[2],
    gradient,
    restLength: model.restLengths[j],
    stiffness: model.stiffness[j],
    damping: model.damping[j],
  };
}
