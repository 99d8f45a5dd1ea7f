import type { State } from '../model/model';
import type { ParamTable } from '../model/param-spec';
import type { LayerReport } from './constraint';
import type { SolveReport, World } from './world';

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
  /** The first stage, if Newton's method solves the stages of a step: the panel then shows its parameters too. */
  newton?: FirstStage;
  /**
   * True if its steps create no energy, however far springs turn and buckle within one; then the infinite limit of a linear spring
   * holds for all springs. It does so with the parameter `lineSearch`.
   */
  createsNoEnergy?: boolean;
  /**
   * True if a step solves the springs of the model by itself, without a limit on dt, in `substeps` of some `iterations`: the panel
   * then shows these parameters, and the limit is that of the other forces; see `integrators/springs/split-step.ts`.
   */
  solvesSprings?: boolean;
  /** The tableau of an explicit Runge–Kutta method; absent: it is none. */
  tableau?: ButcherTableau;
  /** Its own parameters; methods may share some. */
  params?: ParamTable;
  /** Allocates; `step` allocates nothing. */
  create(world: World): Integrator;
}

/** The Butcher tableau of an explicit Runge–Kutta method. */
export interface ButcherTableau {
  /** Row i holds a_ij for j < i. */
  readonly a: readonly (readonly number[])[];
  /** Weights of the stages. */
  readonly b: readonly number[];
}

/** Weights of the forces at the start and at the end of a method's first stage, in steps; the stage is as long as both together. */
export interface FirstStage {
  /** Weight of the forces at the start of the step; 0: they have none. */
  readonly start: number;
  /** Weight of the forces at the end of the stage. */
  readonly end: number;
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
 * was repeated; a step of backward Euler replaced it; the whole motion was scaled down, or to nothing.
 */
export const CORRECTIONS = ['shortened', 'repeated', 'replaced', 'braked', 'stopped'] as const;
export type Correction = (typeof CORRECTIONS)[number];

/** Number of steps since the method began, and of those that were corrected in each way; absent if it corrects none. */
export type StepCounts = Partial<Record<`${Correction | 'all'}Steps`, number>>;

/** The result of a step; the figures are those of the last step's solves, `converged` is true if nothing was solved. */
export interface StepReport extends SolveReport, StepCounts, LayerReport {
  /** False only at a blow-up. */
  ok: boolean;
  /** How the last step was corrected; absent: it was not. */
  correction?: Correction;
}

/** The report of a step that solved nothing. A method creates one report and returns it after each step. */
export function createStepReport(): StepReport {
  return { ok: true, converged: true, iterations: 0, residual: 0 };
}

/** Length of the memory of `countStep`. */
export const COUNTS = 1 + CORRECTIONS.length;

/** Adds a step to the counts, and writes them into the report. @param counts COUNTS; a part of the method's memory */
export function countStep(report: StepReport, counts: Float64Array, correction: Correction | undefined): void {
  counts[0]++;
  if (correction) counts[1 + CORRECTIONS.indexOf(correction)]++;
  report.correction = correction;
  // As whole numbers, which need no object.
  report.allSteps = counts[0] | 0;
  report.shortenedSteps = counts[1] | 0;
  report.repeatedSteps = counts[2] | 0;
  report.replacedSteps = counts[3] | 0;
  report.brakedSteps = counts[4] | 0;
  report.stoppedSteps = counts[5] | 0;
}
