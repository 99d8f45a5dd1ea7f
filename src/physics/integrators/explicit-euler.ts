import type { IntegratorDefinition } from '../world/integrator';
import { rungeKutta } from './runge-kutta';

/** Explicit Euler, order 1; an undamped spring gains energy at every step, a damped one holds for hω ≤ 2ζ.
 *    x⁺ = x + h v
 *    v⁺ = v + h M⁻¹ f(x, v)
 *  Source: lecture slides Particle Dynamics, Euler's method. */
export const explicitEuler: IntegratorDefinition = rungeKutta({
  id: 'explicit-euler',
  label: 'Explicit Euler',
  order: 1,
  summary: 'The simplest method there is, and the first to blow up: without damping it gains energy at any step.',
  a: [[]],
  b: [1],
});
