import { javascriptKernel } from '../../kernels/javascript';
import { createArena } from '../../model/arena';
import { applyCoefficients } from '../../model/coefficients';
import { createControl, type State } from '../../model/model';
import { buildModel, loadState } from '../../scenes/builders/build-model';
import type { MadeOf } from '../../scenes/materials/sheet-material';
import { none } from '../../solvers/preconditioners';
import { createWorld } from '../../world/create-world';
import type { ForceDefinition } from '../../world/force';

/** A scene in double precision with these forces only, without constraints. */
export function createBareWorld(
  { data, at, params }: MadeOf,
  forces: readonly ForceDefinition[],
  arena = createArena('double'),
) {
  const model = buildModel(data, arena);
  applyCoefficients(model, { masses: data.masses, springs: data, at }, params);
  for (const i of data.pinned) model.pinned[i] = 1;
  for (let i = 0; i < model.particleCount; i++) model.inverseMasses[i] = model.pinned[i] ? 0 : 1 / model.masses[i];
  const settings = { params, environment: data.environment };
  const laws = { forces, constraints: [], preconditioner: none };
  const world = createWorld(model, settings, createControl(), javascriptKernel, arena, laws);
  const size = 4 * model.particleCount;
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  loadState(data, state);
  return { world, state };
}
