import { t } from '../../language/translate';
import type { ExperimentPlan, ExperimentRun } from '../../physics';
import { tableText } from '../../physics/experiment/table-text';
import { processorCount, runJob } from '../../runtime/jobs/run-job';
import { runOnPool } from '../../runtime/jobs/run-pool';
import { button, element } from '../controls/element';
import { fileButton, jsonOf } from '../controls/file-button';
import { isAtRest } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { nameInFile, saveAs } from '../sharing/files';
import { tableButtons } from '../sharing/table-file';
import { createExperimentForm } from './experiment-form';
import { createRunTable, outcomeText, planText } from './experiment-runs';
import { type Instrument, nothingToSee } from './parts/instrument';
import { createStudyControl, type JobWork } from './parts/job-control';

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
  const node = element('div', { class: 'experiment job' }, form.node, study.node, place);
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
    current.runs = await makeRuns(current, signal, show);
    signal.throwIfAborted();
    showOpened(current);
    return t`${planText(plan)} Done in ${((performance.now() - began) / 1000).toFixed(1)} s.`;
  }

  return {
    node,
    conclude(frame) {
      if (opened && opened.finished.length > 0) return { text: outcomeText(opened.plan, opened.finished) };
      if (study.computing) return { text: 'Computing…' };
      return isAtRest(frame) ? nothingToSee(frame) : { text: t`No runs yet: press Run to compare ${form.about()}.` };
    },
    dispose: study.dispose,
  };
}

function makeRuns(
  { file, plan, table, finished: all }: Opened,
  signal: AbortSignal,
  show: (done: number) => void,
): Promise<ExperimentRun[]> {
  return runOnPool(
    {
      plan,
      workers: processorCount(),
      start: (runs, follow) => runJob('experimentRuns', [{ file, runs }], follow),
      progress(done, finished) {
        show(done);
        if (!finished) return;
        table.show(finished);
        all.push(finished);
      },
    },
    signal,
  );
}

const nameOf = ({ plan }: Opened) => nameInFile(plan.name, 'experiment');
