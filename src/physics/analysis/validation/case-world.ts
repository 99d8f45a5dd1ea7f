import { javascriptKernel } from '../../kernels/javascript';
import { createArena } from '../../model/arena';
import { applyMaterial } from '../../model/material';
import { createControl, type State } from '../../model/model';
import { buildModel, loadState } from '../../scenes/builders/build-model';
import { loadFile } from '../../scenes/file/load-file';
import type { SceneFile } from '../../scenes/file/scene-file';
import { none } from '../../solvers/preconditioners/none';
import type { ConstraintDefinition } from '../../world/constraint';
import { createWorld, type MutableWorld } from '../../world/create-world';
import type { ForceDefinition } from '../../world/force';

/** A scene at rest in double precision, with these forces and constraints only. */
export interface CaseWorld {
  readonly world: MutableWorld;
  readonly state: State;
}

/** @throws SceneError for an invalid file */
export function createCaseWorld(
  file: SceneFile,
  forces: readonly ForceDefinition[],
  constraints: readonly ConstraintDefinition[] = [],
): CaseWorld {
  const { data, at, params } = loadFile(file);
  const arena = createArena('double');
  const model = buildModel(data, arena);
  applyMaterial(model, { masses: data.masses, springs: data, at }, params);
  for (const i of data.pinned) model.pinned[i] = 1;
  for (let i = 0; i < model.particleCount; i++) model.inverseMasses[i] = model.pinned[i] ? 0 : 1 / model.masses[i];
  const control = createControl();
  const laws = { forces, constraints, preconditioner: none };
  const world = createWorld(model, { params, environment: data.environment }, control, javascriptKernel, arena, laws);
  const size = 4 * model.particleCount;
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  loadState(data, state);
  return { world, state };
}
