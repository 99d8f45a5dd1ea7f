import type { Simulation, Vec3 } from '../../physics';
import { springMotion } from '../../physics/analysis/state/spring-motion';

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
  const { length, rate, direction } = springMotion(model, state, j);
  return {
    ends: [model.springs[2 * j], model.springs[2 * j + 1]],
    constraint: length - model.restLengths[j],
    rate,
    gradient: direction,
    restLength: model.restLengths[j],
    stiffness: model.stiffness[j],
    damping: model.damping[j],
  };
}
