/** Makes one run of an experiment. */
import { stepInSlices } from '../analysis/sliced-work';
import { columnsOf } from '../analysis/state/columns';
import type { BlowUp } from '../blow-up/blow-up-detector';
import type { Setup } from '../run/setup';
import { createSimulation, type Simulation } from '../simulation';
import { methodText, rowText } from './describe';
import { CHOICES, type Experiment, experimentErrors, within } from './experiment-file';
import type { SweptValues } from './sweep';
import type { RunText } from './table-text';

/** A run that is to be made. */
export interface PlannedRun {
  /** The swept values, by key. */
  readonly values: SweptValues;
  /** As in `stiffness = 200 N/m, dt = 0.001 s`; '' for the only run. */
  readonly label: string;
  /** Steps in all. */
  readonly steps: number;
  /** Steps between two rows. */
  readonly every: number;
}

/** A finished run: plain data. */
export interface ExperimentRun extends RunText {
  /** From 0. */
  readonly index: number;
  /** Of positions and velocities at the end. */
  readonly hash: string;
  /** Steps at the end; after a blow-up those of the last good state. */
  readonly steps: number;
  /** s; at the end. */
  readonly time: number;
  /** Why the run ended early; null if it did not. */
  readonly blowUp: BlowUp | null;
  /** The values of the last row, as numbers; NaN where one is undefined. */
  readonly last: readonly number[];
}

/** @throws RangeError with the path of what the scene refuses */
export function simulationOf(
  { scene, integrator, material, precision, preconditioner, kernel, params }: Experiment,
  values: SweptValues,
): Simulation {
  const chosen = Object.entries(values).filter(([key]) => Object.hasOwn(CHOICES, key));
  const numbers = Object.entries(values).filter(([key]) => !Object.hasOwn(CHOICES, key)) as [string, number][];
  const setup: Setup = {
    ...{ scene, integrator, material, precision, preconditioner, kernel },
    ...Object.fromEntries(chosen),
    params: { ...params, ...Object.fromEntries(numbers) },
  };
  return within(typeof scene === 'object' ? ['scene'] : [], () => createSimulation(setup));
}

export function selectionOf({ observables, particles }: Experiment) {
  return { ...(observables && { observables }), ...(particles && { particles }) };
}

/** In slices; each gives the steps that are made. @throws RangeError for a command that the scene refuses */
export function* makeRun(
  experiment: Experiment,
  run: PlannedRun,
  index: number,
): Generator<number, ExperimentRun, void> {
  const { values, label, steps, every } = run;
  const simulation = simulationOf(experiment, values);
  const { dt } = simulation.params;
  const columns = columnsOf(simulation, selectionOf(experiment), experimentErrors);
  const own = [index + 1, ...Object.values(values)];
  const commands = (experiment.commands ?? []).map((one, i) => ({
    ...one,
    i,
    at: one.step ?? Math.round((one.time as number) / dt),
  }));
  const late = commands.find(({ at }) => at > steps);
  if (late)
    experimentErrors.fail(['commands', late.i], `step ${late.at} is after the last step of run ${index + 1}, ${steps}`);
  commands.sort((a, b) => a.at - b.at || a.i - b.i);
  let rows = '';
  let last: number[] = [];
  for (let step = 0; ; ) {
    for (; commands.length > 0 && commands[0].at === step; commands.shift()) {
      const { i, command } = commands[0];
      within(['commands', i], () => simulation.apply(command));
    }
    if (step % every === 0 || step === steps) {
      last = columns.read();
      rows += rowText([...own, step, simulation.time, ...last]);
    }
    if (step === steps) break;
    const next = Math.min(commands[0]?.at ?? steps, steps, step - (step % every) + every);
    for (const _ of stepInSlices(simulation, next - step)) yield simulation.stepCount;
    if (simulation.blowUp) break;
    step = next;
  }
  const { blowUp, stepCount, time } = simulation;
  const hash = simulation.hash();
  const end = blowUp
    ? `blew up at step ${blowUp.step} (${blowUp.cause}); last good state: step ${stepCount}, t = ${time} s`
    : `${stepCount} steps to t = ${time} s`;
  const about = `# run ${index + 1}: ${label && `${label}; `}${methodText(simulation)}; ${end}; hash ${hash}`;
  return { index, hash, steps: stepCount, time, blowUp, last, about, rows };
}
