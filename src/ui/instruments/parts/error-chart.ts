import { t } from '../../../language/translate';
import { element, setText } from '../../controls/element';
import { clipTo, outlinedText, type PlotArea, strokeLine } from './canvas';
import { type Chart, createChartPlace } from './chart';
import { markerColor } from './line-markers';

/** Points of one method, by x ascending; errors are positive. */
interface ErrorLine {
  label: string;
  points: readonly { x: number; error: number }[];
}

interface ErrorChartOptions {
  /** Accessible name. */
  name: string;
  /** Label of the x axis, and the unit of its tick labels. */
  x: string;
  unit: string;
  /** True over the step: errors shrink to the left, and lines of slope 1 to 4 and the scene's dt are drawn. */
  overStep: boolean;
  /** Label of a horizontal line at `mark`; absent: none. */
  level?: string;
}

/** Slopes drawn for comparison. */
const SLOPES = [1, 2, 3, 4];
/** CSS pixels: space for labels at the ends of the lines, where the chart is wide enough. */
const LABEL_WIDTH = 96;
const MIN_WIDTH = 400;
const LINE_HEIGHT = 12.5;
/** CSS pixels between a line's end and its label, and at the other edge. */
const GAP = 6;
const MARGIN = 12;

/** How near to a marker the pointer must be, CSS pixels. */
const REACH = 24;

/**
 * Errors over step, time or work, both axes logarithmic, with each method's label at the end of its line.
 * @param describe a point of a line, in a sentence
 */
export function createErrorChart(describe: (line: number, point: number) => string) {
  const place = createChartPlace();
  const plot = element('div.plot', { pointermove: showPoint, pointerdown: showPoint }, place.node);
  const readout = element('p.now');
  let chart: Chart | null = null;
  let shown: readonly ErrorLine[] = [];
  let marked = 0;
  let idle = '';

  function showPoint(event: Event): void {
    const found = chart?.pointAt(event as PointerEvent, REACH);
    setText(readout, found ? describe(found.line, found.point) : idle);
  }

  /** Axes and lines differ from one result to the next. */
  function chartOf({ name, x, unit, overStep, level }: ErrorChartOptions, lines: string[]): Chart {
    const labelled = (width: number) => width >= MIN_WIDTH;
    return place.chart({
      name,
      x,
      y: 'error (RMS of positions)',
      lines,
      kind: 'marked',
      logarithmic: 'xy',
      units: { x: unit, y: 'm' },
      side: overStep ? 'right' : 'left',
      padding: (width) => (labelled(width) ? LABEL_WIDTH : MARGIN),
      drawUnder(area) {
        if (overStep) drawReferences(area, marked);
        if (level !== undefined) drawLevel(area, marked, level);
      },
      drawOver(area) {
        if (overStep) nameSlopes(area);
        if (labelled(area.width)) drawLabels(area, shown, overStep);
      },
    });
  }

  return {
    /** The place of the chart, and a line about the marker under the pointer. */
    nodes: [plot, readout],
    /** @param mark where the line of the scene’s dt, s, or the horizontal one, m, is drawn @param hint shown where no marker is near */
    draw(options: ErrorChartOptions, lines: readonly ErrorLine[], mark: number, hint: string): void {
      const labels = lines.map(({ label }) => label);
      chart = chartOf(options, labels);
      shown = lines.map(({ label, points }) => ({ label, points: points.filter(({ x }) => x > 0) }));
      marked = mark;
      chart.draw(lines.flatMap(({ points }) => [points.map((point) => point.x), points.map(({ error }) => error)]));
      idle = hint;
      setText(readout, hint);
    },
    /** Shows a text in place of the hint. */
    showText: (text: string) => setText(readout, text),
  };
}

/** y = c x^slope through a point slightly below the upper right corner. */
function slopeLine({ xs, ys }: PlotArea, slope: number): { x0: number; x1: number; at(x: number): number } {
  const [x1, y1] = [xs[1], ys[1] / 2];
  return { x0: Math.max(xs[0], x1 * (ys[0] / y1) ** (1 / slope)), x1, at: (x) => y1 * (x / x1) ** slope };
}

/** Lines of known slope, and the scene's dt. */
function drawReferences(area: PlotArea, dt: number): void {
  const { ctx, color, top, bottom, toX, toY } = area;
  ctx.save();
  clipTo(area);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color('--muted');
  ctx.setLineDash([2, 4]);
  for (const slope of SLOPES) {
    const { x0, x1, at } = slopeLine(area, slope);
    strokeLine(ctx, toX(x0), toY(at(x0)), toX(x1), toY(at(x1)));
  }
  ctx.setLineDash([6, 3]);
  ctx.strokeStyle = ctx.fillStyle = color('--accent');
  strokeLine(ctx, toX(dt), top, toX(dt), bottom);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText('dt', toX(dt) + 4, bottom - 5);
  ctx.restore();
}

/** A horizontal line across the plot, where the axis reaches it. */
function drawLevel({ ctx, color, left, right, ys, toY }: PlotArea, value: number, label: string): void {
  if (!(value >= ys[0] && value <= ys[1])) return;
  ctx.save();
  ctx.lineWidth = 1;
  ctx.setLineDash([6, 3]);
  ctx.strokeStyle = ctx.fillStyle = color('--accent');
  strokeLine(ctx, left, toY(value), right, toY(value));
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(t(label), left + 4, toY(value) - 4);
  ctx.restore();
}

function nameSlopes(area: PlotArea): void {
  area.ctx.textAlign = 'left';
  for (const slope of SLOPES) {
    const { x0, at } = slopeLine(area, slope);
    const x = x0 * 1.3;
    outlinedText(area, t`slope ${slope}`, area.toX(x), area.toY(at(x)) - 9, '--muted');
  }
}

/** Labels beside the ends of the lines, moved apart where they would overlap, each with a thin line to its end. */
function drawLabels(
  { ctx, theme, color, left, right, top, bottom, toX, toY }: PlotArea,
  lines: readonly ErrorLine[],
  atLeft: boolean,
): void {
  const ends = lines.flatMap(({ label, points }, i) => {
    const end = points.at(atLeft ? 0 : -1);
    return end ? [{ label, i, x: toX(end.x), y: toY(end.error), labelY: toY(end.error) }] : [];
  });
  ends.sort((a, b) => a.y - b.y);
  let highest = top + LINE_HEIGHT / 2;
  for (const end of ends) {
    end.labelY = Math.max(end.labelY, highest);
    highest = end.labelY + LINE_HEIGHT;
  }
  let lowest = bottom;
  for (const end of ends.toReversed()) {
    end.labelY = Math.min(end.labelY, lowest);
    lowest = end.labelY - LINE_HEIGHT;
  }
  ctx.textBaseline = 'middle';
  ctx.textAlign = atLeft ? 'right' : 'left';
  ctx.lineWidth = 1;
  const outwards = atLeft ? -1 : 1;
  const edge = (atLeft ? left : right) + outwards * GAP;
  for (const { label, i, x, y, labelY } of ends) {
    ctx.strokeStyle = color('--line');
    strokeLine(ctx, x + outwards * (GAP + 1), y, edge, labelY);
    ctx.fillStyle = markerColor(i, theme);
    ctx.fillText(t(label), edge + outwards * 2, labelY);
  }
}

/** The label of a method beside a line: `RK4`, `Impl. Euler (N)` */
export function shortLabel(label: string): string {
  return label
    .replace('Runge–Kutta ', 'RK')
    .replace(/(Ex|Im)plicit/, '$1pl.')
    .replace('Symplectic', 'Sympl.')
    .replace('Projective dynamics', 'Proj. dynamics')
    .replace('Vertex block descent', 'Vertex block')
    .replace(', Newton', ' (N)');
}
