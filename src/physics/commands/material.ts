import { setCuts } from '../model/cuts';
import type { Grid } from '../model/model';
import type { Params } from '../model/params';
import type { Check } from '../model/validate';
import { createSceneInstance, type Run } from '../run/run';
import { type DefinitionsContext, materialId } from '../run/setup';
import { snapshot } from '../run/snapshot';
import { replaceInstance } from '../run/start-run';
import { regrid } from '../scenes/builders/resample';
import { coefficientParams, meanParticleMass, resizedParticleMass } from '../scenes/load-scene';
import { type MadeOf, withMaterial, withMaterialAgain } from '../scenes/materials/sheet-material';
import type { SceneData, SceneMaterial } from '../scenes/scene';
import { sceneWithSlits } from '../scenes/tear-edges';
import { always, defineCommand } from './command-definition';

const idOrNull: Check<string | null, DefinitionsContext> = (value, path, context) =>
  value === null ? null : materialId(value, path, context);

/**
 * Makes the surface of a material: sets masses by area, stiffness, damping, bending and air drag, and what they belong to. The motion
 * continues, with its pins, cuts and slits; a new recording begins. `null` restores what the scene was loaded with.
 */
export const material = defineCommand({
  type: 'material',
  fields: { id: idOrNull },
  undo: 'state',
  changesStructure: always,
  prepare(run, { id }) {
    const { initial, control, settings, slits, model, present: before } = run;
    const { data, at, params } =
      id === null
        ? asLoaded(run)
        : withMaterial(id, { data: initial, at: run.coefficients.at, params: settings.params });
    const { masses, stiffness, damping, material } = data;
    const whole: SceneData = { ...initial, masses, stiffness, damping, material };
    const present = slits ? sceneWithSlits(whole, slits) : whole;
    const changes =
      material?.id !== initial.material?.id ||
      differs(present.masses, run.coefficients.masses) ||
      differs(present.stiffness, before.stiffness) ||
      differs(present.damping, before.damping) ||
      Object.keys(params).some((key) => params[key] !== settings.params[key]);
    if (!changes) return () => {};
    const instance = createSceneInstance(present, at, {
      settings: { ...settings, params },
      control,
      initial: whole,
      slits,
    });
    return () => {
      const state = snapshot(run);
      setCuts(instance.model, model.cut);
      replaceInstance(run, instance, state);
    };
  },
});

function differs(a: Float64Array, b: Float64Array): boolean {
  return a.length !== b.length || a.some((value, i) => value !== b[i]);
}

/** The scene with the material that it was loaded with, on the present grid. */
function asLoaded(run: Run): MadeOf {
  const {
    source,
    initial,
    settings,
    model: { grid },
  } = run;
  const { data, params: own } = source;
  const size = data.grid && grid ? { rows: grid.rows, columns: grid.columns } : {};
  const isSame = !data.grid || (own.rows === grid?.rows && own.columns === grid.columns);
  const loaded = isSame ? source : onGrid(run, data.material, own, { ...own, ...size }, own.mass);
  const keys = Object.keys({ ...source.at, ...initial.material?.numbers });
  const restored = Object.fromEntries(keys.map((key) => [key, loaded.params[key]]));
  return { ...loaded, params: { ...settings.params, ...restored } };
}

/** The scene of a run on another grid, of the material that it has now. */
export function sceneOnGrid(run: Run, from: Grid, requested: Params): MadeOf {
  const { definition, settings, initial } = run;
  const mass = definition ? settings.params.mass : meanParticleMass(run.model.masses, from);
  return onGrid(run, initial.material, settings.params, requested, mass);
}

/** @param mass mean mass of a particle on the grid of `before`, kg */
function onGrid(
  { source, definition }: Run,
  material: SceneMaterial | undefined,
  before: Params,
  requested: Params,
  mass: number,
): MadeOf {
  const params: Params = { ...requested, mass: resizedParticleMass(mass, before, requested) };
  const { rows, columns } = before;
  const data = definition
    ? definition.create(params)
    : regrid(source.data, source.data.grid ?? { rows, columns }, params);
  const at = data === source.data ? source.at : coefficientParams(params);
  if (!material) return { data, at, params };
  return withMaterialAgain(material, { data, at, params: requested });
}
