import { t } from '../../language/translate';
import type { ValidationReport } from '../../physics/analysis/validation/validation-study';
import { element, setText } from '../controls/element';
import { createCanvas, type DrawingContext, drawScaleBar, outlinedText, strokeLine } from './parts/canvas';
import { drawMarker, markerColor } from './parts/line-markers';
import { createTable } from './parts/tables';

type Nets = ValidationReport['nets'];

const MESHES = { net: 'Net', triangles: 'Mesh' } as const;
const HELP = { net: 'A rectangular net', triangles: 'A mesh of triangles' } as const;

/** The figures of one test: for each net, the measured value and its deviation from the reference. */
export function createFigureTable() {
  const about = element('p', { class: 'now' });
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
    node: element('div', {}, about, canvas.canvas, place),
    dispose: canvas.dispose,
    show(report: Report, nets: Nets): void {
      const { label, quantity, rows, error } = report;
      const key = JSON.stringify(report);
      if (key === shown) return;
      shown = key;
      drawn = report;
      names = nets.map(({ cells, mesh }) => `${MESHES[mesh]} ${cells}`);
      canvas.canvas.hidden = report.path === null;
      canvas.redraw();
      setText(about, error === null ? report.about : t`${report.about} A net could not be measured: ${error}.`);
      const table = createTable<Report['rows'][number]>({
        name: t`Figures: ${label}`,
        caption: quantity,
        style: 'figures',
        columns: [
          { head: '', cell: (row) => row.label },
          {
            head: 'Reference',
            help: 'The exact value, or the range of the literature',
            isNumber: true,
            cell: ({ reference }) => referenceText(reference),
          },
          ...nets.map(({ cells, mesh }, i) => ({
            head: names[i],
            help: t`${HELP[mesh]}, ${cells} cells long: the figure and its deviation`,
            cell: ({ values, deviations }: Report['rows'][number]) =>
              figureCell(values[i], deviations[i], report.tolerances[i]),
          })),
        ],
      });
      table.show(rows);
      place.replaceChildren(table.node);
    },
  };
}

function figureCell(value: number | null, deviation: number | null, allowed: number): HTMLTableCellElement {
  if (value === null || deviation === null) return element('td', { class: 'number' }, '–');
  const passes = Math.abs(deviation) <= allowed;
  const note = `${percent(deviation)}${passes ? '' : ' ✗'}`;
  return element('td', { class: passes ? 'number' : 'number failed' }, digits(value), element('small', {}, note));
}

function referenceText(reference: Report['rows'][number]['reference']): string {
  return typeof reference === 'number' ? digits(reference) : reference.map(digits).join(' to ');
}

/** Five significant digits. */
function digits(value: number): string {
  return String(Number(value.toPrecision(5))).replace('-', '−');
}

/** A part as per cent, with its sign. */
export function percent(part: number): string {
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
