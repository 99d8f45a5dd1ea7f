import { javascriptKernel } from '../../kernels/javascript';
import { createArena } from '../../model/arena';
import { EMPTY_ENVIRONMENT } from '../../model/environment';
import { applyMaterial } from '../../model/material';
import { createControl, type State } from '../../model/model';
import type { Params } from '../../model/params';
import { buildModel, loadState } from '../../scenes/builders/build-model';
import { gridScene } from '../../scenes/builders/grid-scene';
import { none } from '../../solvers/preconditioners/none';
import type { ConstraintDefinition } from '../../world/constraint';
import { createWorld } from '../../world/create-world';
import type { ForceDefinition } from '../../world/force';
import type { World } from '../../world/world';
import { createRelaxation } from './relaxation';

/** A square piece of cloth between grips, in the plane z = 0: x from 0 to the width, y from 0 downwards. */
export interface Patch {
  /** Particles along a side. */
  readonly side: number;
  /** m. */
  readonly width: number;
  readonly state: State;
  /** 4n; 1 for each position component that a grip holds; z is always held. */
  readonly held: Uint8Array;
  /** Finds the equilibrium of the free components. @param tolerance N */
  relax(tolerance: number): boolean;
  /** Forces of the grips on the held components, N; 4n; 0 for free components. */
  reactions(): Float64Array;
}

/** @param force material of the patch: springs or membrane */
export function createPatch(force: ForceDefinition, params: Params, cells: number, width: number): Patch {
  const side = cells + 1;
  const values: Params = { ...params, rows: side, columns: side };
  const scene = gridScene(values, {
    name: '',
    width,
    height: width,
    kinds: ['structural', 'shear', 'bend'],
    position: (row, column) => [(column * width) / cells, (-row * width) / cells, 0],
    pinned: [],
  });
  const arena = createArena('double');
  const model = buildModel(scene, arena);
  applyMaterial(model, { masses: scene.masses, springs: scene, at: values }, values);
  model.inverseMasses.fill(1);
  const size = 4 * model.particleCount;
  const held = new Uint8Array(size).map((_, i) => (i % 4 >= 2 ? 1 : 0));
  const control = createControl();
  const laws = { forces: [force], constraints: [grips(held)], preconditioner: none };
  const settings = { params: values, environment: EMPTY_ENVIRONMENT };
  const world: World = createWorld(model, settings, control, javascriptKernel, arena, laws);
  const state: State = { positions: arena.floats(size), velocities: arena.floats(size), time: 0 };
  loadState(scene, state);
  const relax = createRelaxation(world);

  return {
    side,
    width,
    state,
    held,
    relax: (tolerance) => relax(state, tolerance),
    reactions() {
      const f = new Float64Array(size);
      for (const bound of world.forces) bound.addForce?.(f, state);
      return f.map((value, i) => (held[i] === 1 ? -value : 0));
    },
  };
}

/** 4n; 1 for each component of a position that a grip holds. */
export type Grips = Uint8Array;

/** Holds single components of positions. */
export function grips(held: Grips): ConstraintDefinition {
  const hold = (y: Float32Array | Float64Array) => {
    for (let i = 0; i < held.length; i++) if (held[i] === 1) y[i] = 0;
  };
  return {
    id: 'grips',
    label: 'Grips',
    summary: 'Hold the edges of the tested patch.',
    create: () => ({ addReactions: hold, filter: hold }),
  };
}
