import type { KernelId } from '../kernels/kernel';
import type { Precision } from '../model/arena';
import { type Params, validationError } from '../model/params';
import {
  type Check,
  type CheckContext,
  checkFields,
  choice,
  type FieldsOf,
  id,
  object,
  optional,
  pathOf,
} from '../model/validate';
import { integrators, kernels, PARAMS, preconditioners } from '../registry';
import type { SceneFile } from '../scenes/file/scene-file';

export const integratorId = id('integrator', () => integrators.map(({ id }) => id));
export const preconditionerId = id('preconditioner', () => ['auto', ...preconditioners.map(({ id }) => id)]);
export const precision: Check<Precision> = choice('single', 'double');
const kernelId = id('kernel', () => ['auto', ...kernels.map(({ id }) => id)]) as Check<'auto' | KernelId>;

/** An id or a scene file, which is checked when it is read. */
export const sceneOrFile: Check<string | SceneFile> = (value, path, context) =>
  typeof value === 'string' ? value : (object(value, path, context) as unknown as SceneFile);

const params: Check<Partial<Params>> = (value, path, context) => {
  const given = object(value, path, context);
  for (const [key, number] of Object.entries(given)) if (number !== undefined) checkParam(key, number);
  return given as Partial<Params>;
};

/** @throws RangeError for an unknown parameter, or a value that it does not accept */
export function checkParam(key: string, value: unknown): void {
  const error = validationError(PARAMS, key, value);
  if (error !== null) throw new RangeError(error);
}

/** What a scene may start with. */
export const START_FIELDS = {
  integrator: optional(integratorId),
  params: optional(params),
  precision: optional(precision),
  preconditioner: optional(preconditionerId),
};

const SETUP_FIELDS = { scene: optional(sceneOrFile), kernel: optional(kernelId), ...START_FIELDS };

/** The options of `createSimulation`. */
export type Setup = FieldsOf<typeof SETUP_FIELDS>;

/** Checks of commands and options end with a RangeError: `grab.target must be three numbers [x, y, z], got "up"`. */
export const rangeErrors: CheckContext = {
  fail(path, message) {
    throw new RangeError(`${pathOf(path)}${/^(must|is) /.test(message) ? '' : ':'} ${message}`);
  },
};

/** @throws RangeError for an unknown option, or a value that it does not accept */
export function checkSetup(setup: unknown): asserts setup is Setup {
  checkFields(setup, SETUP_FIELDS, ['setup'], rangeErrors);
}
