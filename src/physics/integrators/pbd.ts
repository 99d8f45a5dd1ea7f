import type { IntegratorDefinition } from '../world/integrator';
import { SPRING_PARAMS } from './springs/params';
import { SPRING_METHODS } from './springs/part';

/** Position-based dynamics, order 1; its step is in `springs/pbd.ts`.
 *  Source: Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2007. */
export const pbd: IntegratorDefinition = {
  id: 'pbd',
  label: 'PBD',
  order: 1,
  summary:
    'Position-based dynamics, the ancestor of XPBD: the stiffness that it shows depends on iterations, dt and net. Of other forces, only those on single particles have no limit on dt.',
  solvesSprings: true,
  params: SPRING_PARAMS,
  part: SPRING_METHODS,
  create: (world) => world.parts.get(SPRING_METHODS).createPbd(world),
};
