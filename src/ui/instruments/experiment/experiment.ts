import './experiment.css';
import type { ExperimentPlan, ExperimentRun } from '../../../physics';
import { tableText } from '../../../physics/experiment/table-text';
import { messageOf } from '../../../runtime/host/message-of';
import { runOnPool } from '../../../runtime/jobs/run-pool';
import { startJob } from '../../../runtime/jobs/start-job';
import { button, element, setText } from '../../controls/element';
import { fileButton, jsonOf } from '../../controls/file-button';
import type { Lab } from '../../lab/lab';
import { saveAs } from '../../sharing/files';
import { isAtRest, nothingToSee } from '../conclusion/conclusion';
import type { Instrument } from '../instrument';
import { createExperimentForm } from './make-experiment';
import { createRunTable, outcomeText, planText, type RunTable } from './run-table';

/** Workers where the browser does not say how many processors there are. */
const WORKERS = 2;

/** An experiment that is open, and what its runs have given so far. */
interface Opened {
  file: unknown;
  plan: ExperimentPlan;
  table: RunTable;
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
    '.json,application/json',
    (file) => {
      void start(() => jsonOf(file, 'the file of an experiment'));
    },
  );
  const run = button('Run', 'Make all runs on the current scene', () => void make());
  const cancel = button('Cancel', 'Stop the runs', () => abort.abort());
  const csv = button('CSV', 'Download the table of all runs, with settings, units and hashes', saveTable);
  const saveFile = button('Save experiment', 'Download the experiment: the same runs here and by npx hooke run', () => {
    if (opened) saveAs(new Blob([JSON.stringify(opened.file)], { type: 'application/json' }), `${nameOf(opened)}.json`);
  });
  const bar = element('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
  const note = element('p', { class: 'now', role: 'status' });
  const place = element('div');
  const node = element(
    'div',
    { class: 'experiment job' },
    form.node,
    element('div', { class: 'controls' }, run, cancel, open, csv, saveFile),
    bar,
    note,
    place,
  );
  let opened: Opened | null = null;
  let abort = new AbortController();
  setBusy(false);

  function setBusy(busy: boolean): void {
    if (!busy && document.activeElement === cancel) run.focus({ preventScroll: true });
    cancel.disabled = !busy;
    csv.disabled = !opened?.runs;
    saveFile.disabled = !opened;
  }

  const make = () => start(form.make);

  /** Ends the runs before. */
  async function start(fileOf: () => Promise<unknown>): Promise<void> {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    opened = null;
    bar.value = 0;
    place.replaceChildren();
    setText(note, 'Computing…');
    setBusy(true);
    const began = performance.now();
    try {
      const file = await fileOf();
      signal.throwIfAborted();
      const planning = startJob('experimentPlan', null, { file }, () => {});
      signal.addEventListener('abort', planning.cancel);
      const plan = await planning.result;
      signal.throwIfAborted();
      const current: Opened = { file, plan, table: createRunTable(plan), runs: null, finished: [] };
      opened = current;
      place.replaceChildren(current.table.node);
      setText(note, planText(plan));
      setBusy(true);
      current.runs = await makeRuns(current, signal);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      end(`${planText(plan)} Done in ${seconds} s.`, signal);
    } catch (error) {
      end(signal.aborted ? 'Cancelled.' : messageOf(error), signal);
    }
  }

  function makeRuns({ file, plan, table, finished: all }: Opened, signal: AbortSignal): Promise<ExperimentRun[]> {
    return runOnPool(
      {
        plan,
        workers: navigator.hardwareConcurrency || WORKERS,
        start: (runs, onProgress) =>
          startJob('experimentRuns', null, { file, runs }, ({ done, partial }) =>
            onProgress(done, partial as ExperimentRun | null),
          ),
        progress(done, finished) {
          bar.value = done;
          if (!finished) return;
          table.show(finished);
          all.push(finished);
        },
      },
      signal,
    );
  }

  function end(text: string, signal: AbortSignal): void {
    // A later start has taken over.
    if (signal !== abort.signal) return;
    setText(note, text);
    setBusy(false);
  }

  function saveTable(): void {
    if (!opened?.runs) return;
    saveAs(new Blob([tableText(opened.plan, opened.runs)], { type: 'text/csv' }), `${nameOf(opened)}.csv`);
  }

  return {
    node,
    conclude(frame) {
      if (opened && opened.finished.length > 0) return { text: outcomeText(opened.plan, opened.finished) };
      if (!cancel.disabled) return { text: 'Computing…' };
      return isAtRest(frame) ? nothingToSee(frame) : { text: `No runs yet: press Run to compare ${form.about()}.` };
    },
    dispose: () => abort.abort(),
  };
}

/** With only letters, digits and hyphens. */
function nameOf({ plan }: Opened): string {
  return plan.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'experiment';
}
