import type { State } from '../model/model';
import type { SolveReport } from './preconditioner';
import type { World } from './world';

/** A time integration method. */
export interface IntegratorDefinition {
  /** Key in scene files, links and commands. */
  id: string;
  /** Name on the panel. */
  label: string;
  /** Order p of the method: the global error is O(hᵖ). */
  order: number;
  /** One sentence, shown on the panel. */
  summary: string;
  /** True if a step solves linear systems: the panel then shows the solver's parameters. */
  implicit?: boolean;
  /** True if a step runs Newton's method: the panel then shows its parameters too. */
  newton?: boolean;
  /** Allocates; `step` allocates nothing. */
  create(world: World): Integrator;
}

/** A method with its memory, for one world. */
export interface Integrator {
  /** What it remembers from step to step, so that a copy of a run continues with the same bits; absent: nothing. */
  readonly memory?: Float64Array;
  /** Advances the state by h seconds and returns the same report object each time. */
  step(state: State, h: number): StepReport;
}

/** The result of a step; the figures are those of the last step's solve, `converged` is true if nothing was solved. */
export interface StepReport extends SolveReport {
  /** False only at a blow-up. */
  ok: boolean;
}

/** The report of a step that solved nothing. A method creates one report and returns it after each step. */
export function createStepReport(): StepReport {
  return { ok: true, converged: true, iterations: 0, residual: 0 };
}
