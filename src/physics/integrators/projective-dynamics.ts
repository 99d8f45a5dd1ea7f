import type { IntegratorDefinition } from '../world/integrator';
import { ACCELERATION, SPRING_PARAMS } from './springs/params';
import { SPRING_METHODS } from './springs/part';

/** Projective dynamics, order 1; its step is in `springs/projective-dynamics.ts`.
 *  Source: Bouaziz, Martin, Liu, Kavan, Pauly, Projective Dynamics: Fusing Constraint Projections for Fast Simulation, 2014. */
export const projectiveDynamics: IntegratorDefinition = {
  id: 'projective-dynamics',
  label: 'Projective dynamics',
  order: 1,
  summary:
    'Implicit Euler for springs by a matrix that is factored once. With few iterations folds form too slowly. Of other forces, only those on single particles have no limit on dt.',
  solvesSprings: true,
  params: { ...SPRING_PARAMS, acceleration: ACCELERATION },
  part: SPRING_METHODS,
  create: (world) => world.parts.get(SPRING_METHODS).createProjectiveDynamics(world),
};
