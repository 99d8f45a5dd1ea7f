/** The runs of an experiment, every combination of the values that its sweeps have; and how one is made. */
import { columnsOf } from '../analysis/state/columns';
import type { BlowUp } from '../blow-up/blow-up-detector';
import type { Command } from '../commands/apply-command';
import { exp, log } from '../model/deterministic-math';
import type { Setup } from '../run/setup';
import { createSimulation, type Simulation, stepInSlices } from '../simulation';
import { CHOICES, checkSwept, type Experiment, experimentErrors, type Sweep, within } from './experiment-file';
import { methodText, rowText } from './recorded-table';
import type { RunText } from './table-text';

/** Values of a ramp that says nothing else. */
const RAMP_VALUES = 101;

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
  const settings = rampCommands(experiment, dt, steps);
  const all = [...settings, ...commands.map(({ command, i, at }) => ({ command, at, path: ['commands', i] }))];
  all.sort((a, b) => a.at - b.at);
  let rows = '';
  let last: number[] = [];
  for (let step = 0; ; ) {
    for (; all.length > 0 && all[0].at === step; all.shift()) {
      const { path, command } = all[0];
      within(path, () => simulation.apply(command));
    }
    if (step % every === 0 || step === steps) {
      last = columns.read();
      rows += rowText([...own, step, simulation.time, ...last]);
    }
    if (step === steps) break;
    const next = Math.min(all[0]?.at ?? steps, steps, step - (step % every) + every);
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

/** The settings of the ramps, which come before commands of the same step. @throws RangeError for one after the last step */
function rampCommands({ ramps = [] }: Experiment, dt: number, steps: number) {
  return ramps.flatMap(({ key, from, to, start = 0, end, count = RAMP_VALUES, scale }, i) => {
    const path = ['ramps', i];
    const [first, last] = [Math.round(start / dt), Math.round(end / dt)];
    if (last > steps)
      experimentErrors.fail([...path, 'end'], `step ${last} is after the last step of the run, ${steps}`);
    return valuesOf({ from, to, count, scale }).map((value, k) => {
      const command: Command = { type: 'set', key, value: value as number };
      return { command, path, at: first + Math.round((k * (last - first)) / (count - 1)) };
    });
  });
}

/** What a run differs in from the others, by key, in the order of the sweeps. */
export type SweptValues = Readonly<Record<string, number | string>>;

const MAX_RUNS = 10_000;

/** Digits of the values of a range: those of decimal fractions stay short. */
const DIGITS = 12;

/** @param experiment a checked one @throws RangeError for an invalid value, or too many runs */
export function runsOf({ sweep = [] }: Experiment): SweptValues[] {
  const lists = sweep.map((one, i) => {
    const values = valuesOf(one);
    const at = (k: number) => (one.values ? ['sweep', i, 'values', k] : ['sweep', i]);
    for (const [k, value] of values.entries()) checkSwept(one.key, value, at(k));
    return { key: one.key, values };
  });
  const count = lists.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_RUNS) experimentErrors.fail(['sweep'], `${count} runs, at most ${MAX_RUNS}`);
  return lists.reduce<SweptValues[]>(
    (runs, { key, values }) => runs.flatMap((run) => values.map((value) => ({ ...run, [key]: value }))),
    [{}],
  );
}

/** The values of a range to 12 digits, its ends exactly. Logarithmic: each is the one before times the same factor. */
export function valuesOf({
  values,
  from = 0,
  to = 0,
  count = 0,
  scale,
}: Omit<Sweep, 'key'>): readonly (number | string)[] {
  if (values) return values;
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const fraction = i / (count - 1);
    const value = scale === 'logarithmic' ? from * factor(to / from, fraction) : from + (to - from) * fraction;
    return Number(value.toPrecision(DIGITS));
  });
}

/** ratio^part, the same bits in every JavaScript engine. */
function factor(ratio: number, fraction: number): number {
  return ratio >= 1 ? exp(fraction * log(ratio)) : exp(-fraction * log(1 / ratio));
}
