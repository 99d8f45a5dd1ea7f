import type { IntegratorDefinition } from '../world/integrator';
import { rungeKutta } from './runge-kutta';

/** Explicit midpoint, order 2; growth √(1 + (hω)⁴/4) per step on an undamped spring.
 *    k₁ = F(y),  k₂ = F(y + ½h k₁),  y⁺ = y + h k₂
 *  Source: lecture slides Particle Dynamics; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1. */
export const midpoint: IntegratorDefinition = rungeKutta({
  id: 'midpoint',
  label: 'Midpoint',
  order: 2,
  summary: 'Second order with two force evaluations per step; without damping every spring slowly gains energy.',
  a: [[], [1 / 2]],
  b: [0, 1],
});
