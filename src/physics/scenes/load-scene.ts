import type { Floats } from '../model/arena';
import { MATERIAL_KEYS, type MaterialParams } from '../model/material';
import type { Params } from '../model/params';
import { defaultParams } from '../registry';
import { cloth } from './catalog/cloth';
import type { SceneData, SceneDefinition } from './scene';

/** By what they teach, and in each group by rank. The first is the one that a page opens with; `surroundings` brings the others. */
export const scenes: SceneDefinition[] = [cloth];

/** What a simulation starts from. */
export interface LoadedScene {
  /** Id of a built-in scene, or the name of a file. */
  name: string;
  /** Null for a file. */
  definition: SceneDefinition | null;
  data: SceneData;
  /** The parameters that the data's masses, stiffness and damping go with. */
  at: MaterialParams;
  integrator: string;
  params: Params;
}

/** What a scene starts with when nothing else is asked for. */
export function paramsOf(definition: SceneDefinition): Params {
  return { ...defaultParams(), ...definition.params } as Params;
}

/**
 * A built-in scene with parameters over its own. The mass of a particle follows the resolution, so that the total stays,
 * unless it is given.
 * @throws RangeError for an id that isn't there
 */
export function loadScene(scene: string, overrides: Partial<Params> = {}): LoadedScene {
  const definition = scenes.find(({ id }) => id === scene);
  if (!definition) {
    throw new RangeError(`scene: there is no scene "${scene}"; there are ${scenes.map(({ id }) => id).join(', ')}`);
  }
  const own = paramsOf(definition);
  const params = override(own, overrides, definition.grid ? own.mass : null);
  return {
    name: definition.id,
    definition,
    data: definition.create(params),
    at: materialParams(params),
    integrator: definition.integrator,
    params,
  };
}

/** @param mass of a particle at the own resolution, kg, for a grid whose total it is to keep; null: not a grid */
export function override(own: Params, overrides: Partial<Params>, mass: number | null): Params {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const params = { ...own, ...given } as Params;
  const resized = params.rows !== own.rows || params.columns !== own.columns;
  if (mass === null || !resized || overrides.mass !== undefined) return params;
  return { ...params, mass: massAt(mass, own, params) };
}

/** The mass of a particle that keeps the total when the grid changes, kg; the same bits when it doesn't. */
export function massAt(mass: number, from: Params, to: Params): number {
  const before = from.rows * from.columns;
  const after = to.rows * to.columns;
  return before === after ? mass : (mass * before) / after;
}

export function materialParams(params: Params): MaterialParams {
  return Object.fromEntries(MATERIAL_KEYS.map((key) => [key, params[key]])) as MaterialParams;
}

export function meanOf(values: Floats): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
