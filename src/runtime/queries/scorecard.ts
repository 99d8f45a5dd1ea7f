import type { Simulation } from '../../physics';
import { scorecard as measure, type ScorecardRow } from '../../physics/analysis/methods/scorecard';
import { integrators } from '../../physics/registry';

/** The scorecard of all methods, measured now; the run has no part in it. */
export function scorecard(_simulation: Simulation, _args: Record<never, never>): ScorecardRow[] {
  return measure(integrators);
}
