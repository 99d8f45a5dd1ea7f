import { t } from '../../language/translate';
import type { ExperimentPlan, ExperimentRun, PlannedRun } from '../../physics';
import { tableText } from '../../physics/experiment/table-text';
import { processorCount, runJob } from '../../runtime/jobs/run-job';
import { runOnPool } from '../../runtime/jobs/run-pool';
import { button, element } from '../controls/element';
import { isAtRest } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { fileButton, jsonOf, nameInFile, saveAs } from '../sharing/files';
import { tableButtons } from '../sharing/table-file';
import { createExperimentForm } from './experiment-form';
import { formatEntry } from './parts/axis';
import { type Instrument, nothingToSee } from './parts/instrument';
import { createStudyControl, type JobWork } from './parts/job-control';
import { createTable, numberColumn } from './parts/tables';

/** An experiment that is open, and what its runs have given so far. */
interface Opened {
  file: unknown;
  plan: ExperimentPlan;
  table: ReturnType<typeof createRunTable>;
  /** All of them; null until then. */
  runs: ExperimentRun[] | null;
  finished: ExperimentRun[];
}

/**
 * Makes the runs of an experiment in the background, on all processors: of a file, or of the current scene with a varied parameter.
 * The table is the same to the byte as the one of `npx hooke run`.
 */
export function createExperiment(lab: Lab): Instrument {
  const form = createExperimentForm(lab);
  const open = fileButton(
    'Open file…',
    'Open the file of an experiment, and run it',
    (file) => void study.start((...run) => make(() => jsonOf(file, 'the file of an experiment'), ...run)),
  );
  const csv = tableButtons('Download the table of all runs, with settings, units and hashes', () =>
    opened?.runs ? { text: tableText(opened.plan, opened.runs), name: nameOf(opened) } : null,
  );
  const saveFile = button('Save experiment', 'Download the experiment: the same runs here and by npx hooke run', () => {
    if (opened) saveAs(new Blob([JSON.stringify(opened.file)], { type: 'application/json' }), `${nameOf(opened)}.json`);
  });
  const study = createStudyControl(lab, {
    label: 'Run',
    help: 'Make all runs on the current scene',
    fields: [open, ...csv, saveFile],
    run: (...run) => make(form.make, ...run),
  });
  const place = element('div');
  const node = element('div.experiment.job', form.node, study.node, place);
  let opened: Opened | null = null;
  showOpened(null);

  function showOpened(next: Opened | null): void {
    opened = next;
    place.replaceChildren(...(next ? [next.table.node] : []));
    for (const one of csv) one.disabled = !next?.runs;
    saveFile.disabled = !next;
  }

  async function make(fileOf: () => Promise<unknown>, ...[signal, show]: Parameters<JobWork>): Promise<string> {
    showOpened(null);
    const began = performance.now();
    const file = await fileOf();
    signal.throwIfAborted();
    const plan = await runJob('experimentPlan', [file], { signal });
    const current: Opened = { file, plan, table: createRunTable(plan), runs: null, finished: [] };
    showOpened(current);
    show(0, planText(plan));
    current.runs = await runOnPool(
      {
        plan,
        workers: processorCount(),
        start: (runs, follow) => runJob('experimentRuns', [{ file, runs }], follow),
        progress(done, finished) {
          show(done);
          if (!finished) return;
          current.table.show(finished);
          current.finished.push(finished);
        },
      },
      signal,
    );
    signal.throwIfAborted();
    showOpened(current);
    return t`${planText(plan)} Done in ${((performance.now() - began) / 1000).toFixed(1)} s.`;
  }

  return {
    node,
    conclude(frame) {
      if (opened && opened.finished.length > 0) return outcomeText(opened.plan, opened.finished);
      if (study.computing()) return 'Computing…';
      return isAtRest(frame) ? nothingToSee(frame) : t`No runs yet: press Run to compare ${form.about()}.`;
    },
    dispose: study.dispose,
  };
}

const nameOf = ({ plan }: Opened) => nameInFile(plan.name, 'experiment');

// The table of an experiment's runs: what each differs in, how it ended, and its hash.

/** Rows that are shown, at most: the CSV file has all. */
const MAX_ROWS = 500;

/** What each run differs in; steps, time, end and hash of those that are finished. */
function createRunTable(plan: ExperimentPlan) {
  const ofRun = (head: string, help: string, text: (run: ExperimentRun) => string, unit?: string) =>
    numberColumn<ExperimentRun | undefined>(head, help, (run) => (run ? text(run) : '–'), unit);
  const table = createTable<ExperimentRun | undefined>({
    name: 'Runs of the experiment',
    style: 'runs',
    columns: [
      { head: 'no.', cell: (_, i) => String(i + 1) },
      ...Object.keys(plan.runs[0].values).map((key) => {
        const values = plan.runs.map((run) => run.values[key]);
        const texts = values.map((value) => (typeof value === 'number' ? formatEntry(value) : value));
        return numberColumn(key, 'Value in this run', (_: unknown, i) => texts[i], plan.units[key]);
      }),
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
function planText({ name, runs }: ExperimentPlan): string {
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
