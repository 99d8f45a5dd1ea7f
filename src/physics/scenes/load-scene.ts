/** Loads a built-in scene with its parameters. */
import type { Floats } from '../model/arena';
import { COEFFICIENT_KEYS, type CoefficientParams } from '../model/coefficients';
import type { Grid } from '../model/model';
import type { Params } from '../model/params';
import { noSuch } from '../model/validate';
import { BUILT_IN, defaultParams } from '../registry';
import * as SCENES from './catalog';
import { SCENE_GROUPS, type SceneData, type SceneDefinition } from './scene';

/** By group, and by rank in each group. The page opens with the first. */
export const scenes: readonly SceneDefinition[] = Object.values(SCENES).sort(
  (a, b) => SCENE_GROUPS.indexOf(a.group) - SCENE_GROUPS.indexOf(b.group) || a.rank - b.rank,
);

/** The start of a simulation. */
export interface LoadedScene {
  /** Id of a built-in scene, or the name of a file. */
  name: string;
  /** Null for a file. */
  definition: SceneDefinition | null;
  data: SceneData;
  /** The parameters that the data's masses, stiffness and damping correspond to. */
  at: CoefficientParams;
  integrator: string;
  params: Params;
}

/** All parameters of a scene: its own, and the defaults for the others. */
export function paramsOf(definition: SceneDefinition, { params } = BUILT_IN): Params {
  return { ...defaultParams(params), ...definition.params } as Params;
}

/**
 * A built-in scene, with some of its parameters replaced.
 * @throws RangeError for an unknown id
 */
export function loadScene(id: string, overrides: Partial<Params> = {}, definitions = BUILT_IN): LoadedScene {
  const definition = scenes.find((scene) => scene.id === id);
  if (!definition) {
    const ids = scenes.map((scene) => scene.id);
    throw new RangeError(`scene: ${noSuch('scene', id, ids)}`);
  }
  const defaults = paramsOf(definition, definitions);
  const params = applyOverrides(defaults, overrides, definition.grid ? defaults.mass : null);
  const data = definition.create(params);
  data.name ||= definition.label;
  return {
    name: definition.id,
    definition,
    data,
    at: coefficientParams(params),
    integrator: definition.integrator,
    params,
  };
}

/**
 * Parameters with some replaced. In another number of rows or columns the mass of a particle changes such that the total
 * mass stays, unless `overrides` gives it.
 * @param particleMass mean mass of a particle in the grid of `params`, kg; null: not a grid
 */
export function applyOverrides(params: Params, overrides: Partial<Params>, particleMass: number | null): Params {
  // A file has no −0.
  const given = Object.fromEntries(
    Object.entries(overrides).flatMap(([key, value]) => (value === undefined ? [] : [[key, value + 0]])),
  );
  const result = { ...params, ...given } as Params;
  const isResized = result.rows !== params.rows || result.columns !== params.columns;
  if (particleMass === null || !isResized || overrides.mass !== undefined) return result;
  return { ...result, mass: resizedParticleMass(particleMass, params, result) };
}

/** Mass of a particle in the grid `to` with the total mass of the grid `from`, kg; the same bits for the same number. */
export function resizedParticleMass(mass: number, from: Params, to: Params): number {
  const before = from.rows * from.columns;
  const after = to.rows * to.columns;
  return before === after ? mass : (mass * before) / after;
}

export function coefficientParams(params: Params): CoefficientParams {
  return Object.fromEntries(COEFFICIENT_KEYS.map((key) => [key, params[key]])) as CoefficientParams;
}

/** Mean mass of a particle of a whole grid, kg: slits have divided masses. */
export function meanParticleMass(masses: Floats, { rows, columns }: Grid): number {
  let sum = 0;
  for (let i = 0; i < masses.length; i++) sum += masses[i];
  return sum / (rows * columns);
}
