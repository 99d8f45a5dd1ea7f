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
  /**
   * True if its steps create no energy, however far springs turn and buckle within one; then the infinite limit of a linear spring
   * holds for all springs. With one linear solve per step this needs the parameter `lineSearch`.
   */
  createsNoEnergy?: boolean;
  /** Allocates; `step` allocates nothing. */
  create(world: World): Integrator;
}

/** A method with its memory, for one world. */
export interface Integrator {
  /** What it remembers from step to step, so that a copy of a run continues with the same bits; absent: nothing. */
  readonly memory?: Float64Array;
  /** The part of the memory that is the Δv of the last step, with which the next solve begins; 4n, m/s; absent: none. */
  readonly lastChange?: Float64Array;
  /** Advances the state by h seconds and returns the same report object each time. */
  step(state: State, h: number): StepReport;
}

/**
 * What a method did to a step that would have created energy, the strongest last: its line search shortened it; Newton's method
 * was repeated; the whole motion was scaled down; another method took the step.
 */
export type Correction = 'shortened' | 'repeated' | 'braked' | 'replaced';

/** The result of a step; the figures are those of the last step's solves, `converged` is true if nothing was solved. */
export interface StepReport extends SolveReport {
  /** False only at a blow-up. */
  ok: boolean;
  /** How the last step was corrected; absent: it was not. */
  correction?: Correction;
  /** Number of steps since the method began, and of those that were corrected; absent if it corrects none. */
  corrections?: Record<Correction | 'steps', number>;
}

/** The report of a step that solved nothing. A method creates one report and returns it after each step. */
export function createStepReport(): StepReport {
  return { ok: true, converged: true, iterations: 0, residual: 0 };
}

/** Adds a step to the counts of a report. */
export function countStep(report: StepReport, correction: Correction | undefined): void {
  report.corrections ??= { steps: 0, shortened: 0, repeated: 0, braked: 0, replaced: 0 };
  report.corrections.steps++;
  report.correction = correction;
  if (correction) report.corrections[correction]++;
}
