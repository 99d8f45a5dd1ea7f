import type { IntegratorDefinition } from '../world/integrator';
import { newtonStep } from './theta-newton';

/** Backward Euler, order 1; no limit on hω; numerical damping: growth 1/√(1 + (hω)²) per step.
 *    M(v⁺ − v) = h f(x⁺, v⁺)
 *    x⁺ = x + h v⁺
 *  Its first Newton iteration is the linearly-implicit step, except for the state at which K and D are evaluated.
 *  Sources: lecture slides Particle Dynamics; Hairer and Wanner, Solving Ordinary Differential Equations II, IV.3. */
export const implicitEulerNewton: IntegratorDefinition = {
  id: 'implicit-euler-newton',
  label: 'Implicit Euler, Newton',
  order: 1,
  summary:
    'Implicit Euler solved by Newton’s method: it uses the forces at the end of the step instead of their linearization.',
  implicit: true,
  newton: true,
  createsNoEnergy: true,
  create: (world) => newtonStep(world, 1),
};
