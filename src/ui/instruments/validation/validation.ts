import './validation.css';
import type { ValidationReport } from '../../../physics/analysis/validation/validation-study';
import { element, setAttribute, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import type { Instrument } from '../instrument';
import { createJobControl } from '../parts/job-control';
import { createScrollTable, type Head } from '../parts/tables';
import { createFigureTable, percent } from './figure-table';

type Report = ValidationReport['cases'][number];

const COLUMNS: readonly Head[] = [
  ['Test', 'Choose one to see its figures'],
  ['Deviation', 'The largest deviation from the reference, beside what passes, of all figures on all nets'],
  ['Verdict', 'Whether every deviation is within what the test allows'],
];
const VERDICTS: Record<Report['verdict'], string> = { waiting: '…', passes: '✓ passes', fails: '✗ fails' };

/**
 * Standard tests of cloth, with specimens of their own: they don't depend on the scene. Each is run at two resolutions, on a net and on
 * a mesh of triangles.
 */
export function createValidation(lab: Lab): Instrument {
  let report: ValidationReport | null = null;
  let chosen = '';
  const job = createJobControl(lab, {
    name: 'validation',
    label: 'Test again',
    help: 'Run all tests again',
    fields: [],
    readArgs: () => ({ id: null }),
    partial: show,
    end(result, seconds) {
      show(result);
      const passed = result.cases.filter(({ verdict }) => verdict === 'passes').length;
      return `${passed} of ${result.cases.length} tests passed, in ${seconds.toFixed(1)} s.`;
    },
  });
  const { node: box, body } = createScrollTable('Tests', '', 'verdicts', COLUMNS);
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

  function rowOf({ id, label }: Report) {
    const button = element(
      'button',
      { type: 'button', title: 'Show the figures of this test', click: () => choose(id) },
      label,
    );
    const [deviation, verdict] = [element('td', { class: 'number' }), element('td')];
    const row = element('tr', {}, element('th', { scope: 'row' }, button), deviation, verdict);
    body.append(row);
    return { button, row, deviation, verdict };
  }

  function show(next: ValidationReport): void {
    report = next;
    chosen ||= next.cases[0].id;
    for (const one of next.cases) {
      const cells = rows.get(one.id) ?? rowOf(one);
      rows.set(one.id, cells);
      const { worst, allowed, verdict } = one;
      setText(
        cells.deviation,
        worst === null ? '–' : `${percent(worst)} of ±${Number((100 * allowed).toPrecision(1))} %`,
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

  void job.start();
  return {
    node: element('div', { class: 'validation' }, job.node, box),
    dispose() {
      job.dispose();
      figures.dispose();
    },
  };
}
