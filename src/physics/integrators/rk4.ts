import type { IntegratorDefinition } from '../world/integrator';
import { rungeKutta } from './runge-kutta';

/** The classical Runge–Kutta method, order 4; stable up to hω = 2√2 on an undamped spring.
 *    k₁ = F(y),  k₂ = F(y + ½h k₁),  k₃ = F(y + ½h k₂),  k₄ = F(y + h k₃)
 *    y⁺ = y + h(k₁ + 2k₂ + 2k₃ + k₄)/6
 *  Source: Kutta 1901; Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1. */
export const rk4: IntegratorDefinition = rungeKutta({
  id: 'rk4',
  label: 'Runge–Kutta 4',
  order: 4,
  summary: 'Fourth order with four force evaluations per step: the most accurate method for smooth motion.',
  a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]],
  b: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
});
