import type { FirstStage, IntegratorDefinition } from '../world/integrator';
import { oneStageMethod } from './newton-stages';

const MIDPOINT: FirstStage = { start: 0, end: 1 / 2 };

/** The implicit midpoint rule, order 2; no limit on hω; no numerical damping: growth 1 per step on an undamped spring.
 *    x_m = ½(x + x⁺),  v_m = ½(v + v⁺)
 *    M(v⁺ − v) = h f(x_m, v_m, t + ½h)
 *    x⁺ = x + h v_m
 *  It is symplectic, and keeps linear and angular momentum. The limit is that of a linear spring, as with the trapezoidal rule.
 *  Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, I.1 and IV.2. */
export const implicitMidpoint: IntegratorDefinition = {
  id: 'implicit-midpoint',
  label: 'Implicit midpoint',
  order: 2,
  summary:
    'Second order and symplectic, no numerical damping: stiff springs ring. It has no limit on dt for small motion, but springs that turn within a long step can gain energy until the simulation blows up.',
  implicit: true,
  newton: MIDPOINT,
  create: (world) => oneStageMethod(world, MIDPOINT),
};
