/** The tables of everything that has an id: a new force, method or kernel is a file and a line in its folder's index. */
import * as CONSTRAINTS from './constraints';
import * as OBSTACLES from './constraints/obstacles';
import type { ObstacleDefinition } from './constraints/obstacles/obstacle';
import * as MOTIONS from './constraints/prescribed-motion/motions';
import type { MotionDefinition } from './constraints/prescribed-motion/motions/motion';
import * as FIELDS from './fields';
import * as FORCES from './forces';
import * as INTEGRATORS from './integrators';
import { javascript } from './kernels/javascript';
import type { KernelDefinition } from './kernels/kernel';
import { simd } from './kernels/simd';
import type { Precision } from './model/arena';
import { CORE_PARAMS, type Params, type ParamTable } from './model/params';
import { show } from './model/validate';
import { defaultPreconditioner, preconditioners } from './solvers/preconditioners';
import type { ConstraintDefinition } from './world/constraint';
import type { FieldDefinition } from './world/field';
import type { ForceDefinition } from './world/force';
import type { IntegratorDefinition } from './world/integrator';
import type { PreconditionerDefinition } from './world/preconditioner';
import type { World } from './world/world';

export { preconditioners };
export const forces: readonly ForceDefinition[] = Object.values(FORCES);
export const constraints: readonly ConstraintDefinition[] = Object.values(CONSTRAINTS);
export const motions: readonly MotionDefinition[] = Object.values(MOTIONS);
export const obstacles: readonly ObstacleDefinition[] = Object.values(OBSTACLES);
/** The keys of the lists of an environment, in the order of a scene file. */
export const environmentLists: readonly string[] = [...obstacles.map(({ list }) => list), 'forces', 'motion'];
export const fields: readonly FieldDefinition[] = Object.values(FIELDS);

/** What acts in every world. */
export const laws = { forces, constraints, preconditioner: defaultPreconditioner };

/** The best last: 'auto' takes the last that supports the precision. */
export const kernels: readonly KernelDefinition[] = [javascript, simd];

/** Explicit methods first, then by order, as in a textbook. */
export const integrators: readonly IntegratorDefinition[] = Object.values(INTEGRATORS).sort(
  (a, b) =>
    Number(a.implicit === true) - Number(b.implicit === true) || a.order - b.order || (a.label < b.label ? -1 : 1),
);

/** Every parameter: those of every world, and those of constraints and forces. */
export const PARAMS: ParamTable & typeof CORE_PARAMS = Object.assign(
  {},
  CORE_PARAMS,
  ...constraints.map(({ params }) => params ?? {}),
  ...forces.map(({ params }) => params ?? {}),
);

export function defaultParams(): Params {
  return Object.fromEntries(Object.entries(PARAMS).map(([key, spec]) => [key, spec.default])) as Params;
}

/** @throws RangeError for an unknown id */
export function methodOf(id: string): IntegratorDefinition {
  const method = integrators.find((one) => one.id === id);
  if (!method) throw new RangeError(`there is no integrator ${show(id)}`);
  return method;
}

/** The kernel with this id, or for 'auto', and where it does not support the precision, the best that does. */
export function kernelFor(id: string, precision: Precision): KernelDefinition {
  return best(kernels, id, (kernel) => kernel.unsupportedReason(precision));
}

/** As `kernelFor`, for the solves of implicit methods in a world. */
export function preconditionerFor(world: World, id: string): PreconditionerDefinition {
  return best(
    preconditioners,
    id,
    (preconditioner) => preconditioner.unsupportedReason(world),
    (preconditioner) => preconditioner.recommendedFor?.(world) ?? true,
  );
}

function best<T extends { id: string }>(
  all: readonly T[],
  id: string,
  unsupportedReason: (one: T) => string | null,
  pays = (_: T) => true,
): T {
  const supported = all.filter((one) => unsupportedReason(one) === null);
  const worthwhile = supported.filter(pays);
  return supported.find((one) => one.id === id) ?? worthwhile[worthwhile.length - 1];
}

/** @throws RangeError unless the id is 'auto' or a kernel that supports this precision */
export function checkKernel(id: string, precision: Precision): void {
  if (id !== 'auto')
    throwIfUnsupported('kernel', id, kernels.find((one) => one.id === id)?.unsupportedReason(precision));
}

/** @throws RangeError unless the id is 'auto' or a preconditioner that supports this world */
export function checkPreconditioner(id: string, world: World): void {
  if (id !== 'auto')
    throwIfUnsupported('preconditioner', id, preconditioners.find((one) => one.id === id)?.unsupportedReason(world));
}

function throwIfUnsupported(what: string, id: string, reason: string | null | undefined): void {
  if (reason !== null) throw new RangeError(`${what}: ${show(id)} can’t be had: ${reason ?? 'there is none'}`);
}
