import type { ForceDefinition, IntegratorDefinition } from './contracts';
import * as FORCES from './forces';
import * as INTEGRATORS from './integrators';
import { CORE_PARAMS, type Params, type ParamTable } from './params';

export const forces: readonly ForceDefinition[] = Object.values(FORCES);
/** The explicit ones first, by order: as a textbook has them. */
export const integrators: readonly IntegratorDefinition[] = Object.values(INTEGRATORS).sort(
  (a, b) =>
    Number(a.implicit === true) - Number(b.implicit === true) || a.order - b.order || (a.label < b.label ? -1 : 1),
);

/** Every parameter: the core's, and those that forces bring along. */
export const PARAMS: ParamTable & typeof CORE_PARAMS = Object.assign(
  {},
  CORE_PARAMS,
  ...forces.map((force) => force.params ?? {}),
);

export function defaultParams(): Params {
  return Object.fromEntries(Object.entries(PARAMS).map(([key, spec]) => [key, spec.default])) as Params;
}
