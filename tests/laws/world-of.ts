import {
  CONSTRAINTS,
  type ConstraintDefinition,
  FORCE_OBJECTS,
  FORCES,
  type ForceDefinition,
  type Precision,
  type SceneFile,
  type State,
  type Vec3,
} from '../../src/physics';
import { javascriptKernel } from '../../src/physics/kernels/javascript';
import { applyMaterial } from '../../src/physics/material';
import { createArena } from '../../src/physics/memory';
import type { Params } from '../../src/physics/params';
import { blockJacobi } from '../../src/physics/preconditioners/block-jacobi';
import { buildModel, loadState } from '../../src/physics/scenes/build-model';
import { loadFile } from '../../src/physics/scenes/load-file';
import { loadScene } from '../../src/physics/scenes/load-scene';
import { createWorld, type MutableWorld } from '../../src/physics/world';

interface Wishes {
  /** Those that act; all by default. */
  forces?: readonly ForceDefinition[];
  constraints?: readonly ConstraintDefinition[];
  params?: Partial<Params>;
  /** Particle in the hand. */
  held?: number;
  target?: Vec3;
  precision?: Precision;
}

/** A world below the commands, for laws about forces and integrators: a scene with just the forces asked for. */
export function worldOf(scene: string | SceneFile, wishes: Wishes = {}): { world: MutableWorld; state: State } {
  const { forces = FORCES, constraints = CONSTRAINTS, held = -1, target = [0, 0, 0], precision = 'double' } = wishes;
  const loaded = typeof scene === 'string' ? loadScene(scene, wishes.params) : loadFile(scene, wishes.params);
  const { data, at, params } = loaded;
  const arena = createArena(precision);
  const model = buildModel(data, arena);
  applyMaterial(model, { ...data, at }, params);
  for (const i of data.pinned) model.pinned[i] = 1;
  for (let i = 0; i < model.particleCount; i++) model.inverseMasses[i] = model.pinned[i] ? 0 : 1 / model.masses[i];
  const control = { held, target: Float64Array.from(target), push: new Float64Array(3) };
  const world = createWorld(model, params, control, javascriptKernel, arena, {
    forces,
    forceObjects: FORCE_OBJECTS,
    constraints,
    preconditioner: blockJacobi,
  });
  world.furnish(data.scenery);
  const size = 4 * model.particleCount;
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  loadState(data, state);
  return { world, state };
}
