import type { Precision } from '../../model/arena';
import type { Params } from '../../model/params';
import { defaultParams } from '../../registry';
import { materialOf } from '../builders/material-of';
import { regrid } from '../builders/resample';
import { type LoadedScene, materialParams, meanOf, override } from '../load-scene';
import { checkSingle } from './check-single';
import { parseSceneFile, type SceneFile } from './parse-scene-file';

/**
 * A scene from a file, with parameters over those that it gives; the mass of a particle as for a built-in one.
 * @throws SceneError for a file that can't be one
 */
export function loadFile(
  file: SceneFile,
  overrides: Partial<Params> = {},
  precision: Precision = 'double',
): LoadedScene {
  const { data, integrator, params: given } = parseSceneFile(file);
  if (precision === 'single') checkSingle(data);
  const at = materialOf(data);
  const own = { ...defaultParams(), ...given, ...at, ...data.grid } as Params;
  const params = override(own, overrides, data.grid ? meanOf(data.masses) : null);
  const loaded = { name: data.name, definition: null, integrator: integrator ?? 'symplectic-euler', params };
  if (!data.grid || (params.rows === own.rows && params.columns === own.columns)) return { ...loaded, data, at };
  return { ...loaded, data: regrid(data, data.grid, params), at: materialParams(params) };
}
