import type { IntegratorDefinition } from '../world/integrator';
import { ACCELERATION, SPRING_PARAMS } from './springs/params';
import { SPRING_METHODS } from './springs/part';

/** Vertex block descent, order 1; its step is in `springs/vertex-block-descent.ts`.
 *  Source: Chen, Liu, Yang, Yuksel, Vertex Block Descent, 2024. */
export const vertexBlockDescent: IntegratorDefinition = {
  id: 'vertex-block-descent',
  label: 'Vertex block descent',
  order: 1,
  summary:
    'Implicit Euler for springs, solved one particle after the other. What rests has the stiffness set; with few iterations, motion is slowed. Of other forces, only those on single particles have no limit on dt.',
  solvesSprings: true,
  params: { ...SPRING_PARAMS, acceleration: ACCELERATION },
  part: SPRING_METHODS,
  create: (world) => world.parts.get(SPRING_METHODS).createVertexBlockDescent(world),
};
