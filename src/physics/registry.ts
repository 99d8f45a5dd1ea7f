import * as CONSTRAINT_PARAMS from './constraint-params';
import type {
  ConstraintDefinition,
  FieldDefinition,
  ForceDefinition,
  ForceObjectDefinition,
  IntegratorDefinition,
  MotionDefinition,
  ObstacleDefinition,
} from './contracts';
import * as FIELDS from './fields';
import * as FORCES from './forces';
import * as INTEGRATORS from './integrators';
import { CORE_PARAMS, type Params, type ParamTable, show } from './params';

export const forces: readonly ForceDefinition[] = Object.values(FORCES);
/**
 * What stands around, and what limits the motion: filled by `surroundings`. Nobody needs it to see a cloth move, so the
 * page's worker loads it when it is first asked for; the public engine has it from the start.
 */
export const constraints: ConstraintDefinition[] = [];
export const forceObjects: ForceObjectDefinition[] = [];
export const motions: MotionDefinition[] = [];
export const obstacles: ObstacleDefinition[] = [];

export const fields: readonly FieldDefinition[] = Object.values(FIELDS);
/** What acts in every world. */
export const laws = { forces, forceObjects, constraints };
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
