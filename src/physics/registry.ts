import type { ObstacleDefinition } from './constraints/obstacles/obstacle';
import * as CONSTRAINT_PARAMS from './constraints/params';
import type { MotionDefinition } from './constraints/prescribed-motion/motions/motion';
import * as FIELDS from './fields';
import * as FORCES from './forces';
import * as INTEGRATORS from './integrators';
import { javascript } from './kernels/javascript';
import type { KernelDefinition } from './kernels/kernel';
import type { Precision } from './model/arena';
import { CORE_PARAMS, type Params, type ParamTable } from './model/params';
import { show } from './model/validate';
import * as PRECONDITIONERS from './solvers/preconditioners';
import type { ConstraintDefinition } from './world/constraint';
import type { FieldDefinition } from './world/field';
import type { ForceDefinition } from './world/force';
import type { IntegratorDefinition } from './world/integrator';
import type { PreconditionerDefinition } from './world/preconditioner';
import type { World } from './world/world';

export const forces: readonly ForceDefinition[] = Object.values(FORCES);
/**
 * What stands around, and what limits the motion: filled by `surroundings`. Nobody needs it to see a cloth move, so the
 * page's worker loads it when it is first asked for; the public engine has it from the start.
 */
export const constraints: ConstraintDefinition[] = [];
export const motions: MotionDefinition[] = [];
export const obstacles: ObstacleDefinition[] = [];

export const fields: readonly FieldDefinition[] = Object.values(FIELDS);
/** What acts in every world. */
export const laws = { forces, constraints, preconditioner: PRECONDITIONERS.blockJacobi };

/** The best ones last: 'auto' takes the last that can serve. `acceleration` adds to both. */
export const kernels: KernelDefinition[] = [javascript];
export const preconditioners: PreconditionerDefinition[] = [PRECONDITIONERS.none, PRECONDITIONERS.blockJacobi];

/** The kernel with this id, or where that can't run in this precision, or for 'auto', the best that can. */
export function kernelFor(id: string, precision: Precision): KernelDefinition {
  return best(kernels, id, (kernel) => kernel.unsupportedReason(precision));
}

/** As `kernelFor`, for the solves of implicit methods in a world. */
export function preconditionerFor(world: World, id: string): PreconditionerDefinition {
  return best(
    preconditioners,
    id,
    (preconditioner) => preconditioner.unsupportedReason(world),
    (preconditioner) => preconditioner.pays?.(world) ?? true,
  );
}

function best<T extends { id: string }>(
  all: readonly T[],
  id: string,
  refusal: (one: T) => string | null,
  pays = (_: T) => true,
): T {
  const fit = all.filter((one) => refusal(one) === null);
  const worthwhile = fit.filter(pays);
  return fit.find((one) => one.id === id) ?? worthwhile[worthwhile.length - 1];
}

/** @throws RangeError where the kernel with this id, unless it is 'auto', can't run in this precision */
export function checkKernel(id: string, precision: Precision): void {
  if (id !== 'auto') refuse('kernel', id, kernels.find((one) => one.id === id)?.unsupportedReason(precision));
}

/** @throws RangeError where the preconditioner with this id, unless it is 'auto', can't serve this world */
export function checkPreconditioner(id: string, world: World): void {
  if (id !== 'auto')
    refuse('preconditioner', id, preconditioners.find((one) => one.id === id)?.unsupportedReason(world));
}

function refuse(what: string, id: string, reason: string | null | undefined): void {
  if (reason !== null) throw new RangeError(`${what}: ${show(id)} can’t be had: ${reason ?? 'there is none'}`);
}
/** The explicit ones first, by order: as a textbook has them. */
export const integrators: readonly IntegratorDefinition[] = Object.values(INTEGRATORS).sort(
  (a, b) =>
    Number(a.implicit === true) - Number(b.implicit === true) || a.order - b.order || (a.label < b.label ? -1 : 1),
);

/** @throws RangeError for an id that there isn't */
export function methodOf(id: string): IntegratorDefinition {
  const method = integrators.find((one) => one.id === id);
  if (!method) throw new RangeError(`there is no integrator ${show(id)}`);
  return method;
}

/** Every parameter: the core's, and those that forces and constraints bring along. */
export const PARAMS: ParamTable & typeof CORE_PARAMS = Object.assign(
  {},
  CORE_PARAMS,
  ...Object.values(CONSTRAINT_PARAMS),
  ...forces.map(({ params }) => params ?? {}),
);

export function defaultParams(): Params {
  return Object.fromEntries(Object.entries(PARAMS).map(([key, spec]) => [key, spec.default])) as Params;
}
