/** The tables of everything that has an id: a new force, method or kernel is a file and a line in its folder's index. */
import * as CONSTRAINTS from './constraints';
import * as OBSTACLES from './constraints/obstacles';
import type { ObstacleDefinition } from './constraints/obstacles/obstacle';
import * as FORCES from './forces';
import * as INTEGRATORS from './integrators';
import { javascript } from './kernels/javascript';
import type { KernelDefinition } from './kernels/kernel';
import { simd } from './kernels/simd';
import type { Precision } from './model/arena';
import type { ParamSpec, ParamTable } from './model/param-spec';
import { CORE_PARAMS, type Params } from './model/params';
import { quote } from './model/validate';
import * as PRECONDITIONERS from './solvers/preconditioners';
import type { ConstraintDefinition } from './world/constraint';
import type { Laws } from './world/create-world';
import type { ForceDefinition } from './world/force';
import type { IntegratorDefinition } from './world/integrator';
import type { PreconditionerDefinition, World } from './world/world';

/** The built-in forces. */
export const forces: readonly ForceDefinition[] = Object.values(FORCES);
/** The built-in constraints. */
export const constraints: readonly ConstraintDefinition[] = Object.values(CONSTRAINTS);
/** The kinds of obstacle. */
export const obstacles: readonly ObstacleDefinition[] = Object.values(OBSTACLES);
/** The keys of the lists of an environment, in the order of a scene file; bodies refer to meshes, which are read first. */
export const environmentLists: readonly string[] = ['meshes', ...obstacles.map(({ list }) => list), 'forces', 'motion'];

/** The kernels, the best last: 'auto' takes the last that supports the precision. */
export const kernels: readonly KernelDefinition[] = [javascript, simd];

/** The preconditioners of implicit methods, by rank: 'auto' takes the last that supports the world and is recommended for it. */
export const preconditioners: readonly PreconditionerDefinition[] = Object.values(PRECONDITIONERS).sort(
  (a, b) => a.rank - b.rank,
);

/** The built-in integrators: explicit, implicit, of springs; each by order, as in a textbook. */
export const integrators: readonly IntegratorDefinition[] = Object.values(INTEGRATORS).sort(
  (a, b) => kindOf(a) - kindOf(b) || a.order - b.order || (a.label < b.label ? -1 : 1),
);

function kindOf({ implicit, solvesSprings }: IntegratorDefinition): number {
  return solvesSprings ? 2 : Number(implicit === true);
}

/** Every parameter: those of every world, and those of constraints, forces and integrators. */
export const PARAMS: ParamTable & typeof CORE_PARAMS = Object.assign(
  {},
  CORE_PARAMS,
  ...constraints.map(({ params }) => params ?? {}),
  ...forces.map(({ params }) => params ?? {}),
  ...integrators.map(({ params }) => params ?? {}),
);

export function defaultParams(table: ParamTable = PARAMS): Params {
  return Object.fromEntries(Object.entries(table).map(([key, spec]) => [key, spec.default])) as Params;
}

/** The definitions that a simulation can use: the built-in ones, and those handed to `createSimulation`. */
export interface Definitions {
  /** The built-in integrators, then the added ones. */
  readonly integrators: readonly IntegratorDefinition[];
  /** The built-in forces, then the added ones. */
  readonly forces: readonly ForceDefinition[];
  /** The parameters of all of them. */
  readonly params: ParamTable;
}

export const BUILT_IN: Definitions = { integrators, forces, params: PARAMS };

/**
 * The built-in definitions and some others.
 * @throws RangeError for an id, or a key of a parameter, that another definition has
 */
export function extendDefinitions(added: Omit<Definitions, 'params'>): Definitions {
  const params: Record<string, ParamSpec> = { ...PARAMS };
  const add = (id: string, own: Record<string, ParamSpec> = {}, isShared: (key: string) => boolean) => {
    for (const [key, spec] of Object.entries(own)) {
      if (Object.hasOwn(params, key) && !isShared(key))
        throw new RangeError(`"${id}": there is already a parameter "${key}"`);
      params[key] = spec;
    }
  };
  for (const force of added.forces.filter((one) => !forces.includes(one))) add(force.id, force.params, () => false);
  // Methods may share a parameter, such as `iterations`.
  for (const { id, params: own } of added.integrators.filter((one) => !integrators.includes(one)))
    add(id, own, (key) => params[key] === own?.[key]);
  return {
    integrators: joined('an integrator', integrators, added.integrators),
    forces: joined('a force', forces, added.forces),
    params,
  };
}

/**
 * Adds definitions by value to those of every simulation of this program. Call it before the first simulation is created.
 * @throws RangeError for an id, or a key of a parameter, that another definition has
 */
export function joinRegistry(added: Pick<Definitions, 'integrators' | 'forces'>): void {
  const { params } = extendDefinitions(added);
  (integrators as IntegratorDefinition[]).push(...added.integrators);
  (forces as ForceDefinition[]).push(...added.forces);
  Object.assign(PARAMS, params);
}

function joined<T extends { id: string }>(noun: string, builtIn: readonly T[], added: readonly T[]): readonly T[] {
  const all = [...builtIn];
  for (const one of added) {
    if (all.includes(one)) continue;
    if (all.some(({ id }) => id === one.id)) throw new RangeError(`there is already ${noun} ${quote(one.id)}`);
    all.push(one);
  }
  return all;
}

/** The forces and constraints of every world, and its preconditioner until one is chosen. */
export function lawsOf({ forces }: Definitions): Laws {
  return { forces, constraints, preconditioner: PRECONDITIONERS.blockJacobi };
}

/** @param integrator an id, or a definition, which is returned itself @throws RangeError for an unknown id */
export function methodOf(integrator: string | IntegratorDefinition, { integrators } = BUILT_IN): IntegratorDefinition {
  if (typeof integrator === 'object') return integrator;
  const method = integrators.find(({ id }) => id === integrator);
  if (!method) throw new RangeError(`there is no integrator ${quote(integrator)}`);
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
  isRecommended = (_: T) => true,
): T {
  const supported = all.filter((one) => unsupportedReason(one) === null);
  const recommended = supported.filter(isRecommended);
  return supported.find((one) => one.id === id) ?? recommended[recommended.length - 1];
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
  if (reason !== null) throw new RangeError(`${what}: ${quote(id)} is unsupported: ${reason ?? 'unknown id'}`);
}
