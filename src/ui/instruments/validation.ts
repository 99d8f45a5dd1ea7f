import { t } from '../../language/translate';
import type { CaseReport, ValidationReport } from '../../physics/analysis/validation/validation-study';
import { processorCount, runJob } from '../../runtime/jobs/run-job';
import { onPool } from '../../runtime/jobs/run-pool';
import { button, element, setAttribute, setText } from '../controls/element';
import { keep, recall } from '../controls/storage';
import type { Lab } from '../lab/lab';
import type { Instrument } from './parts/instrument';
import { createStudyControl } from './parts/job-control';
import { createScrollTable, type Head } from './parts/tables';
import { createFigureTable, percent } from './validation-figures';

const COLUMNS: readonly Head[] = [
  ['Test', 'Choose one to see its figures'],
  ['Deviation', 'The largest deviation from the reference, beside what passes, of all figures on all nets'],
  ['Verdict', 'Whether every deviation is within what the test allows'],
];
const VERDICTS: Record<CaseReport['verdict'], string> = { waiting: '…', passes: '✓ passes', fails: '✗ fails' };

const STORE = 'hooke-validation-seconds';

/** How long the tests take: as long as the last time in this browser, or as where they were measured, on one busy core of a server. */
function beforehand(): string {
  const last = recall(STORE);
  const about =
    last === null ? 'a minute, and longer on a slow computer' : t`${last} s, as the last time in this browser`;
  return t`Not run yet: all tests together take about ${about}.`;
}

/** How many tests pass, and which fail, in a sentence; null: none is finished. */
function conclusionText({ cases }: ValidationReport): string | null {
  const finished = cases.filter(({ verdict }) => verdict !== 'waiting');
  if (finished.length === 0) return null;
  const failed = finished.filter(({ verdict }) => verdict === 'fails');
  const count = finished.length - failed.length;
  const passes = t`${count} of ${cases.length} tests ${count === 1 ? 'passes' : 'pass'}`;
  const within = 'every deviation is within what the test allows';
  return failed.length === 0
    ? `${passes}: ${within}.`
    : t`${passes}; these fail: ${failed.map(({ label }) => label).join(', ')}.`;
}

/**
 * Standard tests of cloth, with specimens of their own: they don't depend on the scene. Each is run at two resolutions, on a net and on
 * a mesh of triangles.
 */
export function createValidation(lab: Lab): Instrument {
  let report: ValidationReport | null = null;
  let chosen = '';
  const job = createStudyControl(lab, {
    label: 'Run the tests',
    help: 'Run all tests',
    fields: [],
    async run(signal, progress) {
      const began = performance.now();
      const plan = await runJob('validationPlan', [], { signal });
      show(plan);
      const parts = plan.cases.map(() => 0);
      async function make(i: number, own: AbortSignal): Promise<void> {
        const onProgress = ({ done, partial }: { done: number; partial: CaseReport }) => {
          if (own.aborted) return;
          plan.cases[i] = partial;
          show(plan);
          parts[i] = done / parts.length;
          progress(parts.reduce((sum, part) => sum + part, 0));
        };
        await runJob('validation', [plan.cases[i].id], { signal: own, onProgress });
      }
      await onPool(plan.cases.keys(), processorCount(), make, signal);
      const seconds = (performance.now() - began) / 1000;
      keep(STORE, String(Math.ceil(seconds)));
      const passed = plan.cases.filter(({ verdict }) => verdict === 'passes').length;
      return t`${passed} of ${plan.cases.length} tests passed, in ${seconds.toFixed(1)} s.`;
    },
  });
  const { node: box, body } = createScrollTable('Tests', '', 'verdicts', COLUMNS);
  box.hidden = true;
  const figures = createFigureTable();
  /** Below the row of the chosen test. */
  const detail = element('tr', {}, element('td', { colspan: COLUMNS.length }, figures.node));
  const rows = new Map<
    string,
    { button: HTMLElement; row: HTMLElement; deviation: HTMLElement; verdict: HTMLElement }
  >();

  function choose(id: string): void {
    chosen = id;
    if (report) show(report);
  }

  function rowOf({ id, label }: CaseReport) {
    const shows = button(label, 'Show the figures of this test', () => choose(id));
    const [deviation, verdict] = [element('td', { class: 'number' }), element('td')];
    const row = element('tr', {}, element('th', { scope: 'row' }, shows), deviation, verdict);
    body.append(row);
    return { button: shows, row, deviation, verdict };
  }

  function show(next: ValidationReport): void {
    report = next;
    box.hidden = false;
    chosen ||= next.cases[0].id;
    for (const one of next.cases) {
      const cells = rows.get(one.id) ?? rowOf(one);
      rows.set(one.id, cells);
      const { worst, allowed, verdict } = one;
      setText(
        cells.deviation,
        worst === null ? '–' : t`${percent(worst)} of ±${Number((100 * allowed).toPrecision(1))} %`,
      );
      setText(cells.verdict, VERDICTS[verdict]);
      setAttribute(cells.row, 'data-verdict', verdict);
      setAttribute(cells.button, 'aria-pressed', String(one.id === chosen));
      if (one.id === chosen) {
        figures.show(one, next.nets);
        if (cells.row.nextSibling !== detail) cells.row.after(detail);
      }
    }
  }

  return {
    node: element('div', { class: 'validation' }, job.node, box),
    conclude: () => (report ? job.conclude(conclusionText(report)) : { text: beforehand() }),
    dispose() {
      job.dispose();
      figures.dispose();
    },
  };
}
