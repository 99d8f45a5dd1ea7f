import { t } from '../../language/translate';
import type { CaseReport, ValidationReport } from '../../physics/analysis/validation/validation-study';
import { processorCount, runJob } from '../../runtime/jobs/run-job';
import { onPool } from '../../runtime/jobs/run-pool';
import { button, element, setAttribute, setText } from '../controls/element';
import { keep, recall } from '../controls/storage';
import type { Lab } from '../lab/lab';
import { createCanvas, type DrawingContext, drawScaleBar, outlinedText, strokeLine } from './parts/canvas';
import type { Instrument } from './parts/instrument';
import { createStudyControl } from './parts/job-control';
import { drawMarker, markerColor } from './parts/line-markers';
import { column, createScrollTable, createTable, type Head, numberColumn } from './parts/tables';

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
  const detail = element('tr', element('td', { colspan: COLUMNS.length }, figures.node));
  const rows = new Map<string, ReturnType<typeof rowOf>>();

  function rowOf({ id, label }: CaseReport) {
    const shows = button(label, 'Show the figures of this test', () => {
      chosen = id;
      if (report) show(report);
    });
    const [deviation, verdict] = [element('td.number'), element('td')];
    const row = element('tr', element('th', { scope: 'row' }, shows), deviation, verdict);
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
    node: element('div.validation', job.node, box),
    conclude: () => (report ? job.conclude(conclusionText(report)) : beforehand()),
    dispose: job.dispose,
  };
}

type Nets = ValidationReport['nets'];

const MESHES = {
  net: { name: 'Net', help: 'A rectangular net' },
  triangles: { name: 'Mesh', help: 'A mesh of triangles' },
} as const;

/** The figures of one test: for each net, the measured value and its deviation from the reference. */
function createFigureTable() {
  const about = element('p.now');
  const place = element('div');
  let shown = '';
  let drawn: Report | null = null;
  let names: string[] = [];
  const canvas = createCanvas(
    'The exact path of the tip as the load grows, and the measured places',
    (context) => {
      if (drawn) drawTips(context, drawn, names);
    },
    {
      isReady: () => drawn !== null,
      standsAlone: true,
      notes: () => (drawn ? [`${drawn.label}. ${drawn.about}`] : []),
    },
  );
  return {
    node: element('div', about, canvas.canvas, place),
    show(report: Report, nets: Nets): void {
      const { label, quantity, rows, error } = report;
      const key = JSON.stringify(report);
      if (key === shown) return;
      shown = key;
      drawn = report;
      names = nets.map(({ cells, mesh }) => `${MESHES[mesh].name} ${cells}`);
      canvas.canvas.hidden = report.path === null;
      canvas.redraw();
      setText(about, error === null ? report.about : t`${report.about} A net could not be measured: ${error}.`);
      const table = createTable<Report['rows'][number]>({
        name: t`Figures: ${label}`,
        caption: quantity,
        style: 'figures',
        columns: [
          { head: '', cell: (row) => row.label },
          numberColumn('Reference', 'The exact value, or the range of the literature', ({ reference }) =>
            [reference].flat().map(digits).join(' to '),
          ),
          ...nets.map(({ cells, mesh }, i) => {
            const help = t`${MESHES[mesh].help}, ${cells} cells long: the figure and its deviation`;
            return column<Report['rows'][number]>(names[i], help, ({ values, deviations }) =>
              figureCell(values[i], deviations[i], report.tolerances[i]),
            );
          }),
        ],
      });
      table.show(rows);
      place.replaceChildren(table.node);
    },
  };
}

function figureCell(value: number | null, deviation: number | null, allowed: number): HTMLTableCellElement {
  if (value === null || deviation === null) return element('td.number', '–');
  const passes = Math.abs(deviation) <= allowed;
  const note = `${percent(deviation)}${passes ? '' : ' ✗'}`;
  return element('td', { class: passes ? 'number' : 'number failed' }, digits(value), element('small', note));
}

/** Five significant digits. */
function digits(value: number): string {
  return String(Number(value.toPrecision(5))).replace('-', '−');
}

/** A part as per cent, with its sign. */
function percent(part: number): string {
  const text = Math.abs(100 * part).toFixed(Math.abs(part) < 0.0995 ? 2 : 0);
  return `${Number(text) === 0 ? '±' : part < 0 ? '−' : '+'}${text} %`;
}

type Report = ValidationReport['cases'][number];

/** CSS pixels around the drawing, and below it for the legend. */
const MARGIN = { side: 16, top: 14, bottom: 30 };
const MARKER = 5;
/** Length of the scale bar over that of the strip. */
const BAR = 0.2;

/** The exact path of the tip of a strip as its load grows, and where the tip was measured on each net. */
function drawTips(context: DrawingContext, { path, rows }: Report, names: readonly string[]): void {
  if (!path) return;
  const { ctx, width, height, theme, color } = context;
  const [xs, ys] = [0, 1].map((axis) => [0, ...path.map((place) => place[axis])]);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = { x: width - 2 * MARGIN.side, y: height - MARGIN.top - MARGIN.bottom };
  const scale = Math.min(room.x / (right - left), room.y / (high - low));
  const toX = (x: number) => width / 2 + scale * (x - (left + right) / 2);
  const toY = (y: number) => MARGIN.top + room.y / 2 - scale * (y - (low + high) / 2);
  ctx.strokeStyle = color('--muted');
  ctx.lineWidth = 4;
  strokeLine(ctx, toX(0) - 12, toY(0), toX(0), toY(0));
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 4]);
  strokeLine(ctx, toX(0), toY(0), toX(1), toY(0));
  ctx.setLineDash([]);
  ctx.strokeStyle = color('--ink');
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const [x, y] of path) ctx.lineTo(toX(x), toY(y));
  ctx.stroke();
  drawScaleBar(context, MARGIN.side, MARGIN.top + 6, scale * BAR, t`${BAR} of the length`);
  const mark = (line: number, x: number, y: number) => {
    ctx.fillStyle = ctx.strokeStyle = markerColor(line, theme);
    ctx.lineWidth = 1.5;
    drawMarker(ctx, line, x, y, MARKER);
  };
  ctx.textAlign = 'left';
  for (const [net, name] of names.entries()) {
    for (const { tips } of rows) {
      const tip = tips[net];
      if (tip) mark(net, toX(tip[0]), toY(tip[1]));
    }
    const x = MARGIN.side + (net * room.x) / names.length;
    mark(net, x + MARKER / 2, height - MARGIN.bottom / 2);
    outlinedText(context, name, x + MARKER + 6, height - MARGIN.bottom / 2);
  }
}
