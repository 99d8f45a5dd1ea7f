/** The table of an experiment's runs: what each differs in, how it ended, and its hash. */
import { t } from '../../language/translate';
import type { ExperimentPlan, ExperimentRun, PlannedRun } from '../../physics';
import { formatEntry } from './parts/axis';
import { createTable } from './parts/tables';

/** Rows that are shown, at most: the CSV file has all. */
const MAX_ROWS = 500;

/** What each run differs in; steps, time, end and hash of those that are finished. */
export function createRunTable(plan: ExperimentPlan) {
  const ofRun = (head: string, help: string, text: (run: ExperimentRun) => string, unit?: string) => ({
    head,
    help,
    unit,
    isNumber: true,
    cell: (run: ExperimentRun | undefined) => (run ? text(run) : '–'),
  });
  const table = createTable<ExperimentRun | undefined>({
    name: 'Runs of the experiment',
    style: 'runs',
    columns: [
      { head: 'no.', cell: (_, i) => String(i + 1) },
      ...Object.keys(plan.runs[0].values).map((key) => ({
        head: key,
        help: 'Value in this run',
        unit: plan.units[key],
        isNumber: true,
        cell: (_: unknown, i: number) => valueText(plan.runs[i].values[key]),
      })),
      ofRun('Steps', 'Steps that were made; after a blow-up, up to its last good state', ({ steps }) => String(steps)),
      ofRun('Time', 'Simulated time at the end', ({ time }) => formatEntry(time), 's'),
      ofRun('End', 'How the run ended', ({ blowUp }) => (blowUp ? t`blew up at step ${blowUp.step}` : t('finished'))),
      ofRun('Hash', 'Of the positions and velocities at the end, bit for bit: the same in Node', ({ hash }) => hash),
    ],
  });
  table.show(plan.runs.slice(0, MAX_ROWS).map(() => undefined));
  return {
    node: table.node,
    /** Fills the row of a run that is finished. */
    show(run: ExperimentRun): void {
      if (run.index < MAX_ROWS) table.showRow(run, run.index);
    },
  };
}

/** As in `8 runs of 500 steps`. */
export function planText({ name, runs }: ExperimentPlan): string {
  const all = runs.map(({ steps }: PlannedRun) => steps);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const steps = least === most ? `${most}` : t`${least} to ${most}`;
  const shown = runs.length > MAX_ROWS ? t` The table shows the first ${MAX_ROWS}; the CSV file has all.` : '';
  return t`${name}: ${runs.length} ${runs.length === 1 ? 'run' : 'runs'} of ${steps} steps.${shown}`;
}

/** How the runs ended, in a sentence, and from which value on they blow up if only one number is varied. */
export function outcomeText({ runs: planned, units }: ExperimentPlan, runs: readonly ExperimentRun[]): string {
  const total = planned.length;
  const some = runs.length < total ? t` so far, of ${total}` : '';
  const blown = runs.filter(({ blowUp }) => blowUp !== null);
  const count = t`${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`;
  if (blown.length === 0)
    return t`${runs.length === 1 ? 'The run' : t`All ${count}`} reached the end${some}: none blew up.`;
  if (blown.length === runs.length) return t`${runs.length === 1 ? 'The run' : t`All ${count}`} blew up${some}.`;
  const keys = Object.keys(planned[0].values);
  const variedValue = ({ index }: ExperimentRun) => planned[index].values[keys[0]];
  const numbers = (list: readonly ExperimentRun[]) =>
    list.map(variedValue).filter((value) => typeof value === 'number');
  const [bad, good] = [numbers(blown), numbers(runs.filter(({ blowUp }) => blowUp === null))];
  const text = t`${blown.length} of ${count} blew up${some}`;
  if (keys.length !== 1 || bad.length < blown.length) return `${text}.`;
  const value = (x: number) => `${formatEntry(x)} ${units[keys[0]]}`.trimEnd();
  const [least, most] = [Math.min(...bad), Math.max(...bad)];
  if (least > Math.max(...good)) return t`${text}: those with ${keys[0]} from ${value(least)} on.`;
  if (most < Math.min(...good)) return t`${text}: those with ${keys[0]} up to ${value(most)}.`;
  return t`${text}: ${keys[0]} alone does not divide them.`;
}

function valueText(value: number | string): string {
  return typeof value === 'number' ? formatEntry(value) : value;
}
