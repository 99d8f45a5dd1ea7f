import type { IntegratorDefinition } from '../world/integrator';
import { rungeKutta } from './runge-kutta';

/** Explicit Euler, order 1; an undamped spring gains energy in every step; a damped one is stable for hω ≤ 2ζ.
 *    x⁺ = x + h v
 *    v⁺ = v + h M⁻¹ f(x, v)
 *  Source: lecture slides Particle Dynamics, Euler's method. */
export const explicitEuler: IntegratorDefinition = rungeKutta({
  id: 'explicit-euler',
  label: 'Explicit Euler',
  order: 1,
  summary: 'The simplest method and the first to blow up: without damping it gains energy at every step size.',
  a: [[]],
  b: [1],
});
