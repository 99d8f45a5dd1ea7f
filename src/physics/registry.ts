import * as CONSTRAINTS from './constraints';
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
import * as FORCE_OBJECTS from './force-objects';
import * as FORCES from './forces';
import * as INTEGRATORS from './integrators';
import * as MOTIONS from './motions';
import * as OBSTACLES from './obstacles';
import { CORE_PARAMS, type Params, type ParamTable } from './params';

export const forces: readonly ForceDefinition[] = Object.values(FORCES);
export const constraints: readonly ConstraintDefinition[] = Object.values(CONSTRAINTS);
// Each reads its own fields: what a table of different ones has in common is that.
export const forceObjects = Object.values(FORCE_OBJECTS) as readonly ForceObjectDefinition[];
export const motions = Object.values(MOTIONS) as readonly MotionDefinition[];
export const obstacles = Object.values(OBSTACLES) as readonly ObstacleDefinition[];
export const fields: readonly FieldDefinition[] = Object.values(FIELDS);
/** What acts in every world. */
export const laws = { forces, forceObjects, constraints };
/** The explicit ones first, by order: as a textbook has them. */
export const integrators: readonly IntegratorDefinition[] = Object.values(INTEGRATORS).sort(
  (a, b) =>
    Number(a.implicit === true) - Number(b.implicit === true) || a.order - b.order || (a.label < b.label ? -1 : 1),
);

/** Every parameter: the core's, and those that forces and constraints bring along. */
export const PARAMS: ParamTable & typeof CORE_PARAMS = Object.assign(
  {},
  CORE_PARAMS,
  ...[...forces, ...constraints].map(({ params }) => params ?? {}),
);

export function defaultParams(): Params {
  return Object.fromEntries(Object.entries(PARAMS).map(([key, spec]) => [key, spec.default])) as Params;
}
