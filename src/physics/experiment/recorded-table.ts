/** The recording of a run as a table of observables over time. */

import { columnsOf, type Selection } from '../analysis/state/columns';
import type { LoggedCommand } from '../commands/apply-command';
import { type CheckContext, pathOf } from '../model/validate';
import type { Simulation } from '../simulation';
import type { Progress } from '../slices';
import { comment, headText, methodText, paramsText, rowText, shortened } from './describe';
import { type RecordedRange, recordedMoments, recordedSteps } from './recorded-moments';
import { LINE_END } from './table-text';

/** What the table has. */
export interface RecordedTable extends RecordedRange, Selection {}

/** Commands in the comments: the last ones. */
const MAX_COMMANDS = 100;

const errors: CheckContext = {
  fail(path, message) {
    throw new RangeError(`${pathOf(path)}${/^(must|is) /.test(message) ? '' : ':'} ${message}`);
  },
};

/**
 * In slices. Each partial result is the text of the next rows; what is returned stands before all rows: the comments and the heads.
 * @throws RangeError for a time that is not recorded, an observable or a particle
 */
export function recordedTable(
  simulation: Simulation,
  { from, to, interval, ...selection }: RecordedTable,
): Generator<Progress<string | null>, string, void> {
  const steps = recordedSteps(simulation, { from, to, interval });
  columnsOf(simulation, selection, errors);
  return rowsOf(simulation, steps, selection);
}

function* rowsOf(
  simulation: Simulation,
  steps: readonly number[],
  selection: Selection,
): Generator<Progress<string | null>, string, void> {
  const { blowUp } = simulation.timeline;
  const within = ({ stepCount }: LoggedCommand) => stepCount >= steps[0] && stepCount < (steps.at(-1) as number);
  const commands = simulation.recorded.filter(within);
  const moments = recordedMoments(simulation, steps);
  let read: ReturnType<typeof columnsOf> | null = null;
  let made = 0;
  for (;;) {
    const { done, value } = moments.next();
    if (done) {
      const heads = columnsOf(value, selection, errors).heads.map(headText);
      return `${aboutText(value, commands, blowUp)}${['step', 't / s', ...heads].join()}${LINE_END}`;
    }
    if (value) {
      read ??= columnsOf(value, selection, errors);
      made++;
    }
    const rows = value && read ? rowText([value.stepCount, value.time, ...read.read()]) : null;
    yield { done: made / steps.length, partial: rows };
  }
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
