import type { FirstStage, IntegratorDefinition } from '../world/integrator';
import { oneStageMethod } from './newton-stages';

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
