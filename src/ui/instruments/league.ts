import { t } from '../../language/translate';
import type { LeagueEntry, LeagueReport } from '../../physics/analysis/studies/league-study';
import { button, checkbox, controlRow, disclosure, element, labelled, setText } from '../controls/element';
import { decimalInput } from '../controls/number-box';
import { formatPercent, parseNumber } from '../controls/number-format';
import { methodLabel } from '../lab/catalog-labels';
import { isAtRest } from '../lab/extent';
import type { Lab } from '../lab/lab';
import { ignoreShownError } from '../lab/message-list';
import { tableButtons, tableOfRows } from '../sharing/table-file';
import {
  aboutText,
  adviceText,
  bestRun,
  bestRuns,
  conclusionText,
  costText,
  energyText,
  errorText,
  runWithin,
  settingsText,
  tableOf,
} from './league-text';
import { createErrorChart, shortLabel } from './parts/error-chart';
import { type Instrument, nothingToSee } from './parts/instrument';
import { createJobControl, createMotionChoice } from './parts/job-control';
import { column, createTable, withNote } from './parts/tables';
import { createStepCode } from './step-code';

/** Chosen at first. */
const CHOSEN = ['symplectic-euler', 'implicit-euler', 'tr-bdf2', 'projective-dynamics', 'vertex-block-descent', 'xpbd'];
/** s; simulated time of each run, and computing time after which it is given up. */
const DURATION = 0.5;
const MAX_COMPUTING = 2;
/** ms of computing for a picture. */
const BUDGET = 1;
/** Parameters that the runs replace, and those that change no bit of them: the result does not depend on them. */
const NOT_ITS_SUBJECT = { dt: 0, iterations: 0, substeps: 0, speed: 0, stopOnBlowUp: 0 };
const HINT = 'Point at a marker to read its values. Only runs that no other run of their method beats are drawn.';

/**
 * Runs the chosen methods from the present state, after a throw, at several steps and numbers of iterations, in the background, and draws
 * error over computing time. A click sets the method, step and iterations that cost least where the error is not seen and no energy is made.
 */
export function createLeague(lab: Lab): Instrument {
  const { integrators } = lab.catalog;
  const label = (id: string) => methodLabel(lab.catalog, id);
  let report: LeagueReport | null = null;
  let winner: LeagueEntry | null = null;
  let lines: (LeagueEntry & { error: number })[][] = [];
  const boxes = integrators.map(({ id, summary }) => checkbox(summary, { value: id, checked: CHOSEN.includes(id) }));
  const choice = disclosure(
    'Methods',
    'The methods that take part',
    ...integrators.map(({ label: name, summary }, i) => element('label', { title: summary }, boxes[i], ` ${t(name)}`)),
  );
  const duration = decimalInput({
    value: DURATION,
    title: 'Simulated time of each run, s; rounded up to a multiple of 4/60 s',
  });
  const most = decimalInput({ value: MAX_COMPUTING, title: 'Computing time after which a run is given up, s' });
  const motion = createMotionChoice();
  /** Whether the runs of the report were thrown, and their methods. */
  let [throws, started]: [boolean, string[]] = [true, []];
  const job = createJobControl(lab, {
    name: 'league',
    label: 'Run the league',
    help: 'Run the chosen methods on the current scene',
    fields: [motion.node, labelled('Simulated time / s ', duration), labelled('Time limit per run / s ', most)],
    subject: ({ params }) => JSON.stringify({ ...params, ...NOT_ITS_SUBJECT }),
    readArgs() {
      report = null;
      throws = motion.throws();
      started = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      return { methods: started, duration: parseNumber(duration.value), throws, most: parseNumber(most.value) };
    },
    partial: (partial) => partial && show(partial),
    end(result, seconds) {
      show(result);
      return t`${result.entries.length} runs in ${seconds.toFixed(1)} s. ${verdict()}`;
    },
  });
  const use = button('Use the winner', 'Set the method, dt and iterations of the winner', () =>
    ignoreShownError(useRun(winner)),
  );
  const budget = decimalInput({
    value: BUDGET,
    title: 'Computing time that each of 60 pictures a second may take, ms',
    input: () => report && showAdvice(report),
  });
  const useAdvised = button('Use it', 'Set the method, dt and iterations that this budget allows', () =>
    ignoreShownError(useRun(report && runWithin(report, parseNumber(budget.value)))),
  );
  const advice = element('p.advice', { role: 'status' });
  const code = createStepCode();
  const csv = tableButtons(
    'Download all runs as a CSV file',
    () => report && tableOfRows(lab, 'league', tableOf(report)),
  );
  const chart = createErrorChart((line, point) => {
    const run = lines[line][point];
    return t`${label(run.method)} at ${settingsText(run)}: error ${errorText(run)}, ${costText(run)}.`;
  });
  const about = element('p.now');
  /** Of a method the run that speaks for it; null: none finished. */
  const table = createTable<{ id: string; best: LeagueEntry | null }>({
    name: 'The best run of each method',
    style: 'league-runs',
    columns: [
      column(
        'Method',
        'The winner; of others, the run that costs least with an error that is not seen, or else the most accurate one',
        ({ id, best }) => withNote(label(id), best !== null && best === winner ? t('winner') : ''),
      ),
      column('Settings', 'Time step, and iterations of methods that solve springs by themselves', ({ best }) =>
        best ? settingsText(best) : '–',
      ),
      column(
        'Error',
        'Root mean square of the particles’ distance from the reference, over four moments',
        ({ best }) => (best ? errorText(best) : 'no run finished'),
      ),
      column('Computing time', 'On this machine, for a second of motion', ({ best }) => (best ? costText(best) : '–')),
      column(
        'Energy',
        'Total energy at the end above that of the reference, over its largest kinetic energy',
        ({ best }) => (best ? energyText(best) : '–'),
      ),
      column('Strain', 'Largest strain of a spring', ({ best }) => (best ? formatPercent(best.stretch) : '–')),
    ],
    attributes: ({ id }) => ({ 'data-method': id }),
  });
  const results = element(
    'div',
    { hidden: true },
    controlRow(use, ...csv),
    ...chart.nodes,
    table.node,
    about,
    controlRow(labelled('Budget for a picture / ms ', budget), useAdvised),
    advice,
    code.node,
  );
  const node = element('div.league', choice, job.node, results);

  function show(next: LeagueReport): void {
    report = next;
    winner = next.winner;
    use.disabled = winner === null;
    results.hidden = false;
    lines = started.map((id) => bestRuns(next.entries, id));
    const measured = started.filter((id) => next.entries.some(({ method }) => method === id));
    table.show(measured.map((id) => ({ id, best: bestRun(next, id) })));
    setText(about, aboutText(next, throws, label));
    showAdvice(next);
    draw();
  }

  function showAdvice(of: LeagueReport): void {
    const most = parseNumber(budget.value);
    setText(advice, adviceText(of, most, label));
    const best = runWithin(of, most);
    useAdvised.disabled = best === null;
    code.show(best?.method ?? null, label(best?.method ?? ''));
  }

  function draw(): void {
    const named = started.map((id, i) => ({
      label: shortLabel(label(id)),
      points: lines[i].map(({ cost, error }) => ({ x: cost / 1000, error })),
    }));
    const options = {
      name: 'Error of the runs over computing time, with logarithmic axes; the table below has the numbers',
      x: 'computing time per simulated second',
      unit: 's',
      overStep: false,
      level: 'invisible below',
    };
    chart.draw(options, named, report?.visible ?? 0, HINT);
  }

  function verdict(): string {
    if (!winner) return 'There is no winner: try a shorter time, or other methods.';
    return t`Winner: ${label(winner.method)} at ${settingsText(winner)}, ${costText(winner)}.`;
  }

  async function useRun(run: LeagueEntry | null): Promise<void> {
    if (!run) return;
    const { method, dt, iterations } = run;
    await Promise.all([
      lab.set('integrator', method),
      lab.set('dt', dt),
      ...(iterations === null ? [] : [lab.set('iterations', iterations), lab.set('substeps', 1)]),
    ]);
    chart.showText(t`Set ${label(method)}, ${settingsText(run)}.`);
  }

  return {
    node,
    update: () => job.update(),
    conclude(frame) {
      const isThrown = report ? throws : motion.throws();
      const isStill = report === null || report.doubt === 'still';
      if (!isThrown && isStill && isAtRest(frame)) return nothingToSee(frame);
      return job.conclude(report && report.entries.length > 0 ? conclusionText(report, throws, label) : null);
    },
    dispose: job.dispose,
  };
}
