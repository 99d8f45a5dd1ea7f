import type { Floats } from '../model/arena';
import type { FirstStage, Integrator, IntegratorDefinition } from '../world/integrator';
import type { World } from '../world/world';
import { createNewtonStages } from './implicit-euler-newton';

/** A method with one stage, at the time t + ch with c = start + end; to the end of the step x and v continue on a straight line:
 *
 *    x_c = x + h(start·v + end·v_c),  M(v_c − v) = h[start·f(x, v, t) + end·f(x_c, v_c, t + ch)]
 *    x⁺ = x + (x_c − x)/c,  v⁺ = v + (v_c − v)/c
 *
 *  Nothing watches its energy: on springs that turn and buckle within a step such a method can gain energy.
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
function oneStageMethod(world: World, first: FirstStage): Integrator {
  const { doubles } = world.arena;
  const size = 4 * world.model.particleCount;
  const { start, end } = first;
  const c = start + end;
  const known = start > 0 ? { origin: doubles(size), impulse: doubles(size) } : undefined;
  const stages = createNewtonStages(world, known);
  const at = stages.stage.end;

  /** y := y + (y_c − y)/c. */
  function extend(y: Floats, middle: Floats): void {
    if (c === 1) y.set(middle);
    else for (let i = 0; i < size; i++) y[i] += (middle[i] - y[i]) / c;
  }

  return {
    step(state, h) {
      stages.start(state);
      world.audit?.(state, (start / c) * h);
      stages.solveFirst(state, h, first);
      world.audit?.(at, (end / c) * h);
      extend(state.positions, at.positions);
      extend(state.velocities, at.velocities);
      return stages.report;
    },
  };
}

const MIDPOINT: FirstStage = { start: 0, end: 1 / 2 };

/** The implicit midpoint rule, order 2; no limit on hω; no numerical damping: growth 1 per step on an undamped spring.
 *    x_m = ½(x + x⁺),  v_m = ½(v + v⁺)
 *    M(v⁺ − v) = h f(x_m, v_m, t + ½h)
 *    x⁺ = x + h v_m
 *  It is symplectic, and keeps linear and angular momentum. The limit is that of a linear spring, as with the trapezoidal rule.
 *  Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, I.1 and IV.2. */
export const implicitMidpoint: IntegratorDefinition = {
  id: 'implicit-midpoint',
  label: 'Implicit midpoint',
  order: 2,
  summary:
    'Second order and symplectic, no numerical damping: stiff springs ring. It has no limit on dt for small motion, but springs that turn within a long step can gain energy until the simulation blows up.',
  implicit: true,
  newton: MIDPOINT,
  create: (world) => oneStageMethod(world, MIDPOINT),
};

const TRAPEZOIDAL: FirstStage = { start: 1 / 2, end: 1 / 2 };

/** The trapezoidal rule, order 2; no limit on hω; no numerical damping: growth 1 per step on an undamped spring.
 *    M(v⁺ − v) = ½h[f(x, v) + f(x⁺, v⁺)]
 *    x⁺ = x + ½h(v + v⁺)
 *  The limit is that of a linear spring: springs that turn and buckle within a step can gain energy, as on the default cloth at
 *  200 N/m and dt = 1/60 s.
 *  Oscillations faster than the step resolves (hω ≫ 2) are not damped either: their phase turns by almost π per step (ringing).
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const trapezoidal: IntegratorDefinition = {
  id: 'trapezoidal',
  label: 'Trapezoidal rule',
  order: 2,
  summary:
    'Second order, no numerical damping: stiff springs ring. It has no limit on dt for small motion, but springs that turn within a long step can gain energy until the simulation blows up.',
  implicit: true,
  newton: TRAPEZOIDAL,
  create: (world) => oneStageMethod(world, TRAPEZOIDAL),
};
