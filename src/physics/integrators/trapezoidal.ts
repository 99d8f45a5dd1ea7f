import type { IntegratorDefinition } from '../world/integrator';
import { newtonStep } from './theta-newton';

/** The trapezoidal rule, order 2; no limit on hω; no numerical damping: growth 1 per step on an undamped spring.
 *    M(v⁺ − v) = ½h[f(x, v) + f(x⁺, v⁺)]
 *    x⁺ = x + ½h(v + v⁺)
 *  Oscillations faster than the step resolves (hω ≫ 2) are not damped either: their phase turns by almost π per step (ringing).
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const trapezoidal: IntegratorDefinition = {
  id: 'trapezoidal',
  label: 'Trapezoidal rule',
  order: 2,
  summary:
    'Second order, stable at every stiffness, no numerical damping: stiff springs ring instead of coming to rest.',
  implicit: true,
  newton: true,
  create: (world) => newtonStep(world, 1 / 2),
};
