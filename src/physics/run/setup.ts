import type { KernelId } from '../kernels/kernel';
import type { Precision } from '../model/arena';
import type { ParamTable } from '../model/param-spec';
import type { Params } from '../model/params';
import * as check from '../model/validate';
import {
  type Check,
  type CheckContext,
  checkFields,
  type FieldsOf,
  mustBe,
  rangeErrors,
  validationError,
} from '../model/validate';
import { type Definitions, extendDefinitions, kernels, preconditioners } from '../registry';
import type { SceneFile } from '../scenes/file/check-scene-file';
import { materialIds } from '../scenes/materials/cards';
import type { ForceDefinition } from '../world/force';
import type { IntegratorDefinition } from '../world/integrator';
import type { WorldSettings } from '../world/world-context';

/** All that the user has set, in one immutable value: replaced as a whole, and shared by run, world and checkpoints. */
export interface Settings extends WorldSettings {
  /** Id, of one of `definitions.integrators`. */
  readonly integrator: string;
  /** What the user requested: an id, or 'auto'. Another one is active where this one is unsupported. */
  readonly preconditioner: string;
  readonly kernel: string;
  readonly precision: Precision;
  /** What this simulation can use. */
  readonly definitions: Definitions;
}

export interface DefinitionsContext extends CheckContext {
  readonly definitions: Definitions;
}

export const integratorId = check.id('integrator', ({ definitions }: DefinitionsContext) =>
  definitions.integrators.map(({ id }) => id),
);
export const preconditionerId = check.id('preconditioner', () => ['auto', ...preconditioners.map(({ id }) => id)]);
export const precision: Check<Precision> = check.choice('single', 'double');
export const kernelId = check.id('kernel', () => ['auto', ...kernels.map(({ id }) => id)]) as Check<'auto' | KernelId>;

/** An id or a scene file, which is checked when it is read. */
export const sceneOrFile: Check<string | SceneFile> = (value, path, context) => {
  if (typeof value !== 'string') check.object(value, path, context);
  return value as string | SceneFile;
};

export const materialId = check.id('material', () => materialIds);

const params: Check<Partial<Params>, DefinitionsContext> = (value, path, context) => {
  const given = check.object(value, path, context);
  for (const [key, number] of Object.entries(given)) {
    if (number !== undefined) checkParam(context.definitions.params, key, number);
  }
  return given as Partial<Params>;
};

/** @throws RangeError for an unknown parameter, or a value that it does not accept */
export function checkParam(table: ParamTable, key: string, value: unknown): void {
  const error = validationError(table, key, value);
  if (error !== null) throw new RangeError(error);
}

/** What a scene may start with. */
export const START_FIELDS = {
  /** Id of an integrator; absent: the scene's own. */
  integrator: check.optional(integratorId),
  /** Id of the material that the scene's surface is made of; absent: as the scene has it. `params` come after it. */
  material: check.optional(materialId),
  /** Parameters in place of the scene's own, by key; units as in `PARAMS`. */
  params: check.optional(params),
  /** Precision of the state and of all forces; absent: the present one; 'single' in a new simulation. */
  precision: check.optional(precision),
  /**
   * Id of a preconditioner of implicit methods, or 'auto': the best that supports the scene; absent: the present one; 'auto' in a
   * new simulation.
   */
  preconditioner: check.optional(preconditionerId),
};

const integratorDefinition: Check<IntegratorDefinition> = (value, path, context) => {
  const { id, create } = check.object(value, path, context);
  if (typeof id === 'string' && typeof create === 'function') return value as IntegratorDefinition;
  return context.fail(path, mustBe('the id or the definition of an integrator', value));
};

const forceDefinition: Check<ForceDefinition> = (value, path, context) => {
  const { id, create, listed } = check.object(value, path, context);
  if (typeof id === 'string' && (typeof create === 'function' || listed)) return value as ForceDefinition;
  return context.fail(path, mustBe('the definition of a force', value));
};
const forceDefinitions = check.list(forceDefinition, 'a list of force definitions');

const isId = (integrator: unknown) => typeof integrator !== 'object' || integrator === null;

const idOrIntegrator: Check<string | IntegratorDefinition, DefinitionsContext> = (value, path, context) =>
  (isId(value) ? integratorId : integratorDefinition)(value, path, context);

const SETUP_FIELDS = {
  /** Id of a built-in scene, or a scene file; absent: 'cloth'. */
  scene: check.optional(sceneOrFile),
  /** Id of a kernel; absent, or 'auto': the best that supports the precision. */
  kernel: check.optional(kernelId),
  ...START_FIELDS,
  /** Id or definition of an integrator; absent: the scene's own. */
  integrator: check.optional(idOrIntegrator),
  /** Definitions of forces beside the built-in ones. */
  forces: check.optional(forceDefinitions),
};

/** The options of `createSimulation`. @interface */
export type Setup = FieldsOf<typeof SETUP_FIELDS>;

/**
 * @returns the definitions that the simulation can use: the built-in ones, and those among the options
 * @throws RangeError for an unknown option, or a value that it does not accept
 */
export function checkSetup(setup: unknown): Definitions {
  const { integrator, forces = [] } = check.object(setup, ['setup'], rangeErrors);
  const definitions = extendDefinitions({
    integrators: isId(integrator) ? [] : [integratorDefinition(integrator, ['setup', 'integrator'], rangeErrors)],
    forces: forceDefinitions(forces, ['setup', 'forces'], rangeErrors),
  });
  checkFields(setup, SETUP_FIELDS, ['setup'], { ...rangeErrors, definitions });
  return definitions;
}
