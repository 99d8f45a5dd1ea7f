import type { SceneFile } from '../../src/physics';
import type { PreconditionerDefinition } from '../../src/physics/contracts';
import { implicitEuler } from '../../src/physics/integrators/implicit-euler';
import { worldOf } from './world-of';

/** Steps of implicit Euler from the state of a scene, of h seconds, by a preconditioner. @returns one that takes the next */
export function stepsBy(
  definition: PreconditionerDefinition,
  scene: SceneFile,
  h: number,
  params: Record<string, number>,
) {
  const { world, state } = worldOf(scene, { params });
  world.preconditioner = definition;
  const integrator = implicitEuler.create(world);
  return () => ({ ...integrator.step(state, h) });
}
