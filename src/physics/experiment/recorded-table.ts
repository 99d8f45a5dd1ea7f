/** The recording of a run as a table of observables over time. */

import { type ColumnHead, columnsOf, type Selection } from '../analysis/state/columns';
import type { LoggedCommand } from '../commands/apply-command';
import type { ParamTable } from '../model/param-spec';
import { quote, rangeErrors } from '../model/validate';
import { type Simulation, stepInSlices } from '../simulation';
import { mapSlices, type Progress } from '../slices';
import { LINE_END } from './table-text';

/** What the table has. */
export interface RecordedTable extends RecordedRange, Selection {}

/** Commands in the comments: the last ones. */
const MAX_COMMANDS = 100;

/**
 * In slices. Each partial result is the text of the next rows; what is returned stands before all rows: the comments and the heads.
 * @throws RangeError for a time that is not recorded, an observable or a particle
 */
export function* recordedTable(
  simulation: Simulation,
  { from, to, interval, ...selection }: RecordedTable,
): Generator<Progress<string | null>, string, void> {
  const steps = recordedSteps(simulation, { from, to, interval });
  columnsOf(simulation, selection, rangeErrors);
  const { blowUp } = simulation.timeline;
  const within = ({ stepCount }: LoggedCommand) => stepCount >= steps[0] && stepCount < (steps.at(-1) as number);
  const commands = simulation.recorded.filter(within);
  let columns: ReturnType<typeof columnsOf> | null = null;
  let made = 0;
  const end = yield* mapSlices(recordedMoments(simulation, steps), (moment) => {
    if (!moment) return { done: made / steps.length, partial: null };
    columns ??= columnsOf(moment, selection, rangeErrors);
    made++;
    return { done: made / steps.length, partial: rowText([moment.stepCount, moment.time, ...columns.read()]) };
  });
  const heads = columnsOf(end, selection, rangeErrors).heads.map(headText);
  return `${aboutText(end, commands, blowUp)}${['step', 't / s', ...heads].join()}${LINE_END}`;
}

/** @param end the run at the last row */
function aboutText(end: Simulation, commands: readonly LoggedCommand[], blowUp: Simulation['blowUp']): string {
  // A grab moves at almost every step.
  const listed = commands.filter(({ command }) => command.type !== 'move');
  const left = Math.max(0, listed.length - MAX_COMMANDS);
  return [
    comment('Hooke recording'),
    comment(`scene: ${end.scene}; ${end.particleCount} particles, ${end.springCount} springs`),
    comment(`method at the last row: ${methodText(end)}`),
    comment(`parameters at the last row: ${paramsText(end, ['speed'])}`),
    ...(left > 0 ? [comment(`${left} commands before these`)] : []),
    ...listed
      .slice(left)
      .map(({ stepCount, command }) => comment(`command at step ${stepCount}: ${shortened(JSON.stringify(command))}`)),
    ...(blowUp && blowUp.step <= end.stepCount ? [comment(`blew up at step ${blowUp.step} (${blowUp.cause})`)] : []),
    comment(`step ${end.stepCount}, t = ${end.time} s: hash ${end.hash()}`),
  ].join('');
}

// Goes through a part of a run's recording: the run itself continues meanwhile, and changes nothing of it.

/** Moments of a recording at equal distances. */
export interface RecordedRange {
  /** s; absent: the start of the recording. */
  readonly from?: number;
  /** s; absent: its end. */
  readonly to?: number;
  /** s between two moments, each at the nearest step; absent: INTERVAL. */
  readonly interval?: number;
}

/** s; a frame of most films and displays. */
export const INTERVAL = 1 / 60;

const MAX_MOMENTS = 1e6;
/** Of a time, in which the same decimal number may differ from a sum of steps. */
const ROUNDING = 1e-9;

/** The steps of the moments, ascending. @throws RangeError for a time that is not recorded, or an invalid interval */
export function recordedSteps(simulation: Simulation, range: RecordedRange): number[] {
  const { first, last } = simulation.timeline;
  const { from = first.time, to = last.time, interval = INTERVAL } = range;
  const slack = ROUNDING * Math.max(1, Math.abs(last.time));
  for (const [name, time] of Object.entries({ from, to })) {
    if (typeof time === 'number' && time >= first.time - slack && time <= last.time + slack) continue;
    throw new RangeError(`${name} must be a recorded time, ${first.time}–${last.time} s, got ${quote(time)}`);
  }
  if (from > to + slack) throw new RangeError(`from must be before to, ${to} s, got ${from}`);
  if (!(typeof interval === 'number' && interval > 0)) {
    throw new RangeError(`interval must be a positive number of seconds, got ${quote(interval)}`);
  }
  const count = 1 + Math.floor((to - from) / interval + 1e-6);
  if (count > MAX_MOMENTS) throw new RangeError(`interval: ${count} moments, at most ${MAX_MOMENTS}`);
  const times = Array.from({ length: count }, (_, i) => from + i * interval);
  return [...new Set(nearestSteps(simulation, times))];
}

/** @param times ascending; s. Between two commands dt is the same. */
function nearestSteps({ timeline: { first, last }, recorded }: Simulation, times: readonly number[]): number[] {
  const commands = recorded.map(({ stepCount: step, time }) => ({ step, time }));
  const knots = [first, ...commands.filter(({ step }) => step > first.step && step < last.step), last];
  let k = 0;
  return times.map((time) => {
    while (k + 2 < knots.length && knots[k + 1].time < time) k++;
    const [a, b] = [knots[k], knots[k + 1]];
    if (b.step === a.step) return b.step;
    const fraction = Math.min(1, Math.max(0, (time - a.time) / (b.time - a.time)));
    return a.step + Math.round(fraction * (b.step - a.step));
  });
}

/**
 * An independent run at each of the steps in turn: the same one, which the caller must not change. Yields null between slices of
 * steps. @param steps ascending
 */
export function* recordedMoments(
  simulation: Simulation,
  steps: readonly number[],
): Generator<Simulation | null, Simulation, void> {
  const again = simulation.rerun(steps[0]);
  for (const step of steps) {
    yield* stepInSlices(again, step - again.stepCount);
    yield again;
  }
  return again;
}

// Settings and values as they stand in the lines of a table.

/** A comment of one line. */
export function comment(text: string): string {
  return `# ${text.replace(/\s+/g, ' ').trim()}${LINE_END}`;
}

/** As in `stiffness = 200 N/m`. */
export function setting(params: ParamTable, key: string, value: number | string): string {
  const unit = Object.hasOwn(params, key) ? params[key].unit : '';
  return `${key} = ${value}${unit && ` ${unit}`}`;
}

/** All parameters of a simulation, except these. */
export function paramsText({ params, definitions }: Simulation, except: readonly string[]): string {
  const keys = Object.keys(definitions.params).filter((key) => key in params && !except.includes(key));
  return keys.map((key) => setting(definitions.params, key, params[key])).join(', ');
}

/** As in `implicit-euler, single precision, kernel simd`. */
export function methodText({ integrator, preconditioner, precision, kernel, report }: Simulation): string {
  const solver = report.iterations > 0 ? `, preconditioner ${preconditioner}` : '';
  return `${integrator}${solver}, ${precision} precision, kernel ${kernel}`;
}

/** As in `total / J`; a pure number has no unit. */
export function headText({ name, unit }: ColumnHead): string {
  return unit === '' || unit === '1' ? name : `${name} / ${unit}`;
}

/** One row; what is not a finite number is an empty cell. */
export function rowText(cells: readonly (number | string)[]): string {
  return cells.map((cell) => (typeof cell === 'string' || Number.isFinite(cell) ? cell : '')).join() + LINE_END;
}

/** Characters of a command in a comment, at most. */
const MAX_CHARACTERS = 200;

export function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}
