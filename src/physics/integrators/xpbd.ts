import type { IntegratorDefinition } from '../world/integrator';
import { SPRING_PARAMS } from './springs/params';
import { SPRING_METHODS } from './springs/part';

/** XPBD, order 1; its step is in `springs/xpbd.ts`.
 *  Source: Macklin, Müller, Chentanez, XPBD: Position-Based Simulation of Compliant Constrained Dynamics, 2016. */
export const xpbd: IntegratorDefinition = {
  id: 'xpbd',
  label: 'XPBD',
  order: 1,
  summary:
    'Extended position-based dynamics: moves the ends of one spring after the other. With few iterations springs are softer than set; with many, where springs turn, Δv ends 1–8 % from implicit Euler’s on small nets. Of other forces, only those on single particles have no limit on dt.',
  solvesSprings: true,
  params: SPRING_PARAMS,
  part: SPRING_METHODS,
  create: (world) => world.parts.get(SPRING_METHODS).createXpbd(world),
};
