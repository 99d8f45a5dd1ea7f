import type { IntegratorDefinition } from '../world/integrator';
import { newtonStep } from './theta-newton';

/** Backward Euler in full, order 1; no limit on hω, and damping of its own: 1/√(1 + (hω)²) a step.
 *    M(v⁺ − v) = h f(x⁺, v⁺)
 *    x⁺ = x + h v⁺
 *  Its first iteration is, but for the point where K and D are taken, the linearly-implicit step.
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const implicitEulerNewton: IntegratorDefinition = {
  id: 'implicit-euler-newton',
  label: 'Implicit Euler, Newton',
  order: 1,
  summary: 'Implicit Euler solved to the end by Newton’s method, with the true forces there instead of their tangents.',
  implicit: true,
  newton: true,
  create: (world) => newtonStep(world, 1),
};
