/** Opens an experiment: checks it, plans its runs, and makes them. */

import { columnsOf } from '../analysis/state/columns';
import type { Simulation } from '../simulation';
import { mapSlices, type Progress, runToEnd } from '../slices';
import { checkExperiment, type Experiment, experimentErrors } from './experiment-file';
import {
  type ExperimentRun,
  makeRun,
  type PlannedRun,
  runsOf,
  type SweptValues,
  selectionOf,
  simulationOf,
} from './make-run';
import { comment, headText, paramsText, setting, shortened } from './recorded-table';
import { tableText } from './table-text';

/** What is known of an experiment before its runs: plain data. */
export interface ExperimentPlan {
  /** The title of the experiment. */
  readonly name: string;
  /** Id or name of the scene. */
  readonly scene: string;
  /** In order. */
  readonly runs: readonly PlannedRun[];
  /** Units of the swept values by key; '' for none. */
  readonly units: Readonly<Record<string, string>>;
  /** The comments about the whole experiment, as they stand in the table. */
  readonly about: string;
  /** The heads of the columns. */
  readonly heads: string;
}

/** An experiment that is checked. */
export interface OpenExperiment extends ExperimentPlan {
  /** Makes a run in slices; each gives the steps that are made, of those of the run. @throws RangeError for a command that its scene refuses */
  run(index: number): Generator<number, ExperimentRun, void>;
}

/** Rows of all runs together. */
const MAX_ROWS = 2e6;
/** Steps of all runs together. */
const MAX_STEPS = 1e10;

/**
 * @param file the value of an experiment's JSON
 * @throws RangeError that begins with the path of the invalid value: `sweep[0].values[2]: dt must be a positive number, got -1`
 */
export function openExperiment(file: unknown): OpenExperiment {
  checkExperiment(file);
  const experiment = file;
  const swept = runsOf(experiment);
  const first = simulationOf(experiment, swept[0]);
  const { heads } = columnsOf(first, selectionOf(experiment), experimentErrors);
  const { params } = first.definitions;
  const keys = Object.keys(swept[0]);
  const labelOf = (values: SweptValues) => keys.map((key) => setting(params, key, values[key])).join(', ');
  const runs = swept.map((values) => ({
    values,
    label: labelOf(values),
    ...stepsOf(experiment, (values.dt as number | undefined) ?? first.params.dt),
  }));
  checkSize(runs);
  const units = Object.fromEntries(keys.map((key) => [key, params[key]?.unit ?? '']));
  const plan: ExperimentPlan = {
    name: experiment.name ?? 'untitled',
    scene: first.scene,
    runs,
    units,
    about: aboutText(experiment, first, keys),
    heads: [
      'run',
      ...keys.map((key) => headText({ name: key, unit: units[key] })),
      'step',
      't / s',
      ...heads.map(headText),
    ].join(),
  };
  return {
    ...plan,
    *run(index) {
      const { label } = runs[index];
      try {
        return yield* makeRun(experiment, runs[index], index);
      } catch (error) {
        if (!(error instanceof RangeError) || label === '') throw error;
        throw new RangeError(`${error.message} (run ${index + 1}: ${label})`);
      }
    },
  };
}

/** Makes all runs of an experiment, one after the other. @throws as `openExperiment` and its `run` */
export function runExperiment(file: unknown): {
  /** The finished runs, in the order of the sweep. */
  runs: ExperimentRun[];
  /** The table of all runs. */
  csv: string;
} {
  const experiment = openExperiment(file);
  const runs = experiment.runs.map((_, index) => runToEnd(experiment.run(index)));
  return { runs, csv: tableText(experiment, runs) };
}

/** @param dt s; at the start */
function stepsOf({ steps, duration, every, interval }: Experiment, dt: number): { steps: number; every: number } {
  const inSteps = (seconds: number) => Math.max(1, Math.round(seconds / dt));
  const all = steps ?? inSteps(duration as number);
  return { steps: all, every: every ?? (interval === undefined ? all : inSteps(interval)) };
}

function checkSize(runs: readonly PlannedRun[]): void {
  const steps = runs.reduce((sum, run) => sum + run.steps, 0);
  if (steps > MAX_STEPS) experimentErrors.fail([], `${steps} steps in all runs, at most ${MAX_STEPS}`);
  const rows = runs.reduce((sum, run) => sum + 1 + Math.ceil(run.steps / run.every), 0);
  if (rows > MAX_ROWS) experimentErrors.fail([], `${rows} rows in all runs, at most ${MAX_ROWS}`);
}

function aboutText(experiment: Experiment, first: Simulation, keys: readonly string[]): string {
  const { commands = [], ramps = [], name } = experiment;
  const at = ({ step, time }: { step?: number; time?: number }) =>
    step === undefined ? `t = ${time} s` : `step ${step}`;
  return [
    comment(`Hooke experiment${name === undefined ? '' : `: ${name}`}`),
    comment(`scene: ${first.scene}; ${first.particleCount} particles, ${first.springCount} springs in run 1`),
    ...(keys.length > 0 ? [comment(`varied: ${keys.join(', ')}`)] : []),
    comment(`parameters${keys.length > 0 ? ' of run 1 beside these' : ''}: ${paramsText(first, [...keys, 'speed'])}`),
    ...ramps.map(({ key, from, to, start = 0, end }) =>
      comment(`ramp: ${setting(first.definitions.params, key, from)} at t = ${start} s to ${to} at ${end} s`),
    ),
    ...commands.map((one) => comment(`command at ${at(one)}: ${shortened(JSON.stringify(one.command))}`)),
  ].join('');
}

/** Checks the file of an experiment. @throws RangeError with the path of the first invalid value */
export function experimentPlan(file: unknown): ExperimentPlan {
  const { run: _, ...plan } = openExperiment(file);
  return plan;
}

/** Makes some runs; each that is finished is a partial result. @throws RangeError for an invalid file, or a refused command */
export function* experimentRuns({
  file,
  runs,
}: {
  file: unknown;
  runs: readonly number[];
}): Generator<Progress<ExperimentRun | null>, null, void> {
  const experiment = openExperiment(file);
  const all = runs.reduce((sum, index) => sum + experiment.runs[index].steps, 0);
  let before = 0;
  for (const index of runs) {
    const work = experiment.run(index);
    const partial = yield* mapSlices(work, (steps) => ({ done: (before + steps) / all, partial: null }));
    before += experiment.runs[index].steps;
    yield { done: before / all, partial };
  }
  return null;
}
