import type { IntegratorDefinition } from '../world/integrator';
import { newtonStep } from './theta-newton';

/** The trapezoidal rule, order 2; no limit on hω, and no damping of its own: growth 1 a step on an undamped spring.
 *    M(v⁺ − v) = ½h[f(x, v) + f(x⁺, v⁺)]
 *    x⁺ = x + ½h(v + v⁺)
 *  What swings faster than the step can follow (hω ≫ 2) is not damped either, but turned by nearly half a turn a step:
 *  it rings.
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const trapezoidal: IntegratorDefinition = {
  id: 'trapezoidal',
  label: 'Trapezoidal rule',
  order: 2,
  summary:
    'Second order, stable at any stiffness and without damping of its own: stiff springs ring instead of fading.',
  implicit: true,
  newton: true,
  create: (world) => newtonStep(world, 1 / 2),
};
