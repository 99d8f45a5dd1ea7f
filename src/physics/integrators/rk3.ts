import type { IntegratorDefinition } from '../world/integrator';
import { rungeKutta } from './runge-kutta';

/** Kutta's third-order method; stable up to hω = √3 on an undamped spring.
 *    k₁ = F(y),  k₂ = F(y + ½h k₁),  k₃ = F(y + h(−k₁ + 2k₂))
 *    y⁺ = y + h(k₁ + 4k₂ + k₃)/6
 *  Sources: lecture slides Particle Dynamics; Kutta 1901; Hairer, Nørsett, Wanner, Solving Ordinary Differential
 *  Equations I, II.1. */
export const rk3: IntegratorDefinition = rungeKutta({
  id: 'rk3',
  label: 'Runge–Kutta 3',
  order: 3,
  summary:
    'Three force evaluations per step; the Runge–Kutta method of lowest order that is stable on an undamped spring, up to hω = √3.',
  a: [[], [1 / 2], [-1, 2]],
  b: [1 / 6, 2 / 3, 1 / 6],
});
