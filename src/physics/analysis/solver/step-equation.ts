import { createArena } from '../../model/arena';
import type { State } from '../../model/model';
import type { LinearSystem } from '../../solvers/conjugate-gradients';
import { createImplicitSystem } from '../../solvers/implicit-system';
import type { IntegratorDefinition } from '../../world/integrator';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import type { World } from '../../world/world';

/** The linear equation that an integrator solves. */
export interface Scheme {
  /** Weight of the forces at the end of its first stage: 1 for backward Euler, ½ for the trapezoidal rule. */
  readonly theta: number;
  /** Weight of the forces at the start. */
  readonly known: number;
  /** True: K, D and forces at x + (known + θ)h v, the initial guess of Newton's method; false: at x. */
  readonly predicted: boolean;
}

/** The first equation of an implicit integrator's step; for an explicit integrator that of linearly implicit Euler. */
export function schemeOf({ newton }: IntegratorDefinition): Scheme {
  return { theta: newton?.end ?? 1, known: newton?.start ?? 0, predicted: newton !== undefined };
}

/** A Δv = b on the free components; valid until the world is linearized again. */
export interface StepEquation {
  /** A = S(M − θhD − θ²h²K)S, kg, with the run's preconditioner. */
  readonly system: LinearSystem;
  /** The same with another preconditioner, which must support the world. */
  preconditionedBy(definition: PreconditionerDefinition): LinearSystem;
  /** 4n; N·s. */
  readonly b: Float64Array;
  /** The state of K and D. */
  readonly at: State;
}

/**
 * The equation of the first solve of a step, with the integrators' own matrix.
 *
 *    linearly implicit:  (M − hD − h²K) Δv = S h(f + h K v),  all at x, v
 *    Newton's method:    (M − θhD − θ²h²K) δ = S h[κ f(x, v) + θ f(x + (κ + θ)h v, v)],  K and D there, κ = `known`
 */
export function stepEquation(
  world: World,
  state: State,
  h: number,
  { theta, known, predicted }: Scheme,
  clamp: boolean,
): StepEquation {
  const size = 4 * world.model.particleCount;
  const velocities = Float64Array.from(state.velocities);
  const b = new Float64Array(size);
  const f = new Float64Array(size);
  const ahead = predicted ? (known + theta) * h : 0;
  const at: State = {
    positions: Float64Array.from(state.positions, (x, i) => x + ahead * velocities[i]),
    velocities,
    time: state.time + ahead,
  };
  if (predicted) {
    world.computeForces(at, f);
    for (let i = 0; i < size; i++) b[i] = h * theta * f[i];
  }
  // Last, because contacts belong to the state of the last force evaluation.
  world.computeForces(state, f);
  for (let i = 0; i < size; i++) b[i] += h * (predicted ? known : 1) * f[i];
  world.linearize(at, clamp);
  if (!predicted) world.addDerivatives(b, velocities, h * h, 0);
  world.filter(b);
  const separateWorld = { ...world, arena: createArena('double') };
  const preconditionedBy = (definition: PreconditionerDefinition) => {
    const system = createImplicitSystem(separateWorld, definition);
    system.assemble(theta * theta * h * h, theta * h);
    return system;
  };
  return { system: preconditionedBy(world.preconditioner), preconditionedBy, b, at };
}
