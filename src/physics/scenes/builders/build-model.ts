/** Turns the data of a scene into the arrays that the kernels use. */
import { directionBounds } from '../../kernels/javascript/spring-loops';
import type { Arena } from '../../model/arena';
import { buildMembrane } from '../../model/membrane';
import type { Model, State } from '../../model/model';
import type { SceneData } from '../scene';

/** Allocates a model's arrays from an arena and fills in the topology; `applyCoefficients` fills in masses, stiffness and damping. */
export function buildModel(scene: SceneData, arena: Arena, wholeScene: object = scene): Model {
  const n = scene.masses.length;
  const m = scene.kinds.length;
  const { springs, restLengths } = scene;
  const model: Model = {
    particleCount: n,
    springCount: m,
    masses: arena.floats(n),
    inverseMasses: arena.floats(n),
    pinned: arena.flags(n),
    springs: arena.indices(2 * m),
    kinds: scene.kinds,
    restLengths: arena.floats(m),
    ...directionBounds(restLengths),
    stiffness: arena.floats(m),
    damping: arena.floats(m),
    cut: arena.flags(m),
    cuts: { count: 0, version: 0 },
    surface: scene.surface,
    membrane: scene.membrane && buildMembrane(scene.membrane, arena),
    grid: scene.grid,
    origins: scene.origins ?? new Uint32Array(0),
    wholeScene,
  };
  model.springs.set(springs);
  model.restLengths.set(restLengths);
  return model;
}

/** Copies positions, velocities and time of a scene to a state of the same size. */
export function loadState(scene: SceneData, state: State): void {
  for (let i = 0; i < scene.masses.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      state.positions[4 * i + axis] = scene.positions[3 * i + axis];
      state.velocities[4 * i + axis] = scene.velocities[3 * i + axis];
    }
  }
  state.time = scene.time;
}
