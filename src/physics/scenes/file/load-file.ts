/** Loads a scene file with its parameters. */
import type { Precision } from '../../model/arena';
import type { Grid } from '../../model/model';
import type { Params } from '../../model/params';
import { pathOf } from '../../model/validate';
import { BUILT_IN, defaultParams } from '../../registry';
import { runToEnd } from '../../slices';
import { regrid } from '../builders/resample';
import { applyOverrides, coefficientParams, type LoadedScene, meanParticleMass } from '../load-scene';
import { coefficientsOf, type MadeOf, withMaterial, withMaterialAgain } from '../materials/sheet-material';
import type { SceneData, SceneMaterial } from '../scene';
import type { SceneFile } from './check-scene-file';
import { isChecked } from './checked-scene';
import { type ParsedScene, parseSceneFile } from './parse-scene-file';
import { SceneError } from './scene-file';

const isParsed = (file: unknown): file is ParsedScene => isChecked(file);

/**
 * A scene from a file, with some of its parameters replaced.
 * @throws SceneError for an invalid file, or one whose numbers don't fit the precision
 */
export function* loadInSlices(
  file: SceneFile,
  overrides: Partial<Params> = {},
  precision: Precision = 'double',
  definitions = BUILT_IN,
): Generator<void, LoadedScene, void> {
  const parsed = isParsed(file) ? file : parseSceneFile(file, definitions);
  const { data, integrator, params: given, material: id } = parsed;
  if (precision === 'single') yield* checkSingleInSlices(data);
  yield;
  const at = coefficientsOf(data);
  const own = { ...defaultParams(definitions.params), ...given, ...at, ...data.grid } as Params;
  const params = applyOverrides(own, overrides, data.grid ? meanParticleMass(data.masses, data.grid) : null);
  const loaded = { name: data.name, definition: null, integrator: integrator ?? 'symplectic-euler', params };
  const isWhole = !data.grid || (params.rows === own.rows && params.columns === own.columns);
  const material = id === undefined ? undefined : materialIn(id, { data, at, params: own });
  if (isWhole) return { ...loaded, data: material ? { ...data, material } : data, at };
  const resized = { data: regrid(data, data.grid as Grid, params), at: coefficientParams(params) };
  if (!material) return { ...loaded, ...resized };
  const made = withMaterialAgain(material, { ...resized, params: { ...params, ...at } });
  return { ...loaded, ...made, params: { ...made.params, ...overrides } as Params };
}

/** As `loadInSlices`, at once. */
export function loadFile(...args: Parameters<typeof loadInSlices>): LoadedScene {
  return runToEnd(loadInSlices(...args));
}

/**
 * The material of a scene. Where cut springs, or a membrane beside them, keep the scene from being made of it again, the file's own
 * numbers count as the material's.
 * @throws SceneError for a scene without a surface
 */
function materialIn(id: string, scene: MadeOf): SceneMaterial | undefined {
  try {
    return withMaterial(id, scene).data.material;
  } catch (error) {
    const { bending, bendingDamping, airDrag, drag } = scene.params;
    if (scene.data.membrane) return { id, numbers: { ...scene.at, bending, bendingDamping, airDrag, drag } };
    throw new SceneError('material', (error as Error).message.replace('material: ', ''));
  }
}

/** The arrays of a scene by their place in a file, and how many numbers each entry has. */
const ARRAYS = [
  ['particles', 'positions', 3],
  ['particles', 'velocities', 3],
  ['particles', 'masses', 1],
  ['springs', 'restLengths', 1],
  ['springs', 'stiffness', 1],
  ['springs', 'damping', 1],
] as const;

/**
 * All numbers of a scene, and the inverses of its masses, must be finite in single precision.
 * One array a slice.
 * @throws SceneError for the first that isn't: `particles.positions[3][1]: 1e+39 is too large for single precision`
 */
export function* checkSingleInSlices(data: SceneData): Generator<void, void, void> {
  for (const [part, name, width] of ARRAYS) {
    const values = data[name];
    check([part, name], values, (value) => !Number.isFinite(Math.fround(value)), 'large', width);
    // 1e-40 is a number in single precision, but its inverse is infinite.
    const isTooSmall = (mass: number) => !Number.isFinite(Math.fround(1 / Math.fround(mass)));
    if (name === 'masses') check([part, name], values, isTooSmall, 'small', width);
    yield;
  }
}

/** The same at once. */
export function checkSingle(data: SceneData): void {
  runToEnd(checkSingleInSlices(data));
}

/** @param width numbers in each entry: 3 for vectors */
function check(
  path: string[],
  values: Float64Array,
  isInvalid: (value: number) => boolean,
  problem: 'large' | 'small',
  width: number,
): void {
  const i = values.findIndex(isInvalid);
  if (i < 0) return;
  throw new SceneError(
    pathOf([...path, ...indicesOf(i, values, width)]),
    `${values[i]} is too ${problem} for single precision`,
  );
}

/** Indices of a value in a file, which holds equal numbers as one. */
function indicesOf(i: number, values: Float64Array, width: number): number[] {
  if (width > 1) return [Math.floor(i / width), i % width];
  return values.every((value) => value === values[0]) ? [] : [i];
}
