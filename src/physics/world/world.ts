import type { State } from '../model/model';
import type { EquationsOfMotion } from './equations-of-motion';
import type { PreconditionerDefinition } from './preconditioner';

/** What integrators, solvers and analysis see of a scene. */
export interface World extends EquationsOfMotion {
  /** The preconditioner of implicit methods that are created from now on. */
  readonly preconditioner: PreconditionerDefinition;
  /**
   * Adds the work from outside and the dampers' heat over a time, at their power in this state, to the energy ledger.
   * Call after each force evaluation with that stage's weight, so that the audit has the method's order. Null: no ledger.
   */
  readonly audit: ((state: State, seconds: number) => void) | null;
}
