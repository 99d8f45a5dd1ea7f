import { createArena } from '../../model/arena';
import type { State } from '../../model/model';
import type { LinearSystem } from '../../solvers/conjugate-gradients';
import { createImplicitSystem } from '../../solvers/implicit-system';
import type { IntegratorDefinition } from '../../world/integrator';
import type { PreconditionerDefinition } from '../../world/preconditioner';
import type { World } from '../../world/world';

/** Which linear equation a method solves. */
export interface Scheme {
  /** 1: backward Euler; ½: the trapezoidal rule. */
  readonly theta: number;
  /** Whether K, D and forces are those at x + h v, where Newton's method sets out, and not at x. */
  readonly predicted: boolean;
}

/** What an implicit method solves first; of an explicit one, what the linearly-implicit step would. */
export function schemeOf(method: IntegratorDefinition): Scheme {
  // Of the θ-methods only θ = ½ has order 2.
  return method.newton ? { theta: method.order === 2 ? 1 / 2 : 1, predicted: true } : { theta: 1, predicted: false };
}

/** A Δv = b on what can move, until the world is linearized anew. */
export interface StepEquation {
  /** A = S(M − θhD − θ²h²K)S, kg, with the run's preconditioner. */
  readonly system: LinearSystem;
  /** The same with another one, which must be able to serve the world. */
  preconditionedBy(definition: PreconditionerDefinition): LinearSystem;
  /** 4n; N·s. */
  readonly b: Float64Array;
  /** Where K and D are taken. */
  readonly at: State;
}

/**
 * The equation of the first solve of a step from a state, with the very matrix of the methods.
 *
 *    linearly implicit:  (M − hD − h²K) Δv = S h(f + h K v),  all at x, v
 *    Newton's method:    (M − θhD − θ²h²K) δ = S h[(1 − θ) f(x, v) + θ f(x + h v, v)],  K and D at x + h v
 */
export function stepEquation(
  world: World,
  state: State,
  h: number,
  { theta, predicted }: Scheme,
  clamp: boolean,
): StepEquation {
  const size = 4 * world.model.particleCount;
  const velocities = Float64Array.from(state.velocities);
  const b = new Float64Array(size);
  const f = new Float64Array(size);
  const at: State = {
    positions: Float64Array.from(state.positions, (x, i) => (predicted ? x + h * velocities[i] : x)),
    velocities,
    time: predicted ? state.time + h : state.time,
  };
  if (predicted) {
    world.computeForces(at, f);
    for (let i = 0; i < size; i++) b[i] = h * theta * f[i];
  }
  // Last, as contacts are those at the state whose forces were asked for last.
  world.computeForces(state, f);
  for (let i = 0; i < size; i++) b[i] += h * (predicted ? 1 - theta : 1) * f[i];
  world.linearize(at, clamp);
  if (!predicted) world.addDerivatives(b, velocities, h * h, 0);
  world.filter(b);
  const apart = { ...world, arena: createArena('double') };
  const preconditionedBy = (definition: PreconditionerDefinition) => {
    const system = createImplicitSystem(apart, definition);
    system.assemble(theta * theta * h * h, theta * h);
    return system;
  };
  return { system: preconditionedBy(world.preconditioner), preconditionedBy, b, at };
}
