/** Draws a line chart of an instrument, in the size of a report. On the page uPlot draws it. */
import { FONT, strokeLine } from '../../../instruments/parts/canvas';
import { extentOf, linearRange, logarithmicRange } from '../../../instruments/parts/chart-paths';
import type {
  ChartDrawing,
  ChartOptions,
  Column,
  DrawingContext,
  LegendEntry,
  PlotArea,
} from '../../../instruments/parts/drawings';
import { DASHES, drawMarker, LINE_COLORS, markerColor } from '../../../instruments/parts/line-markers';
import { decades, prefixed, roundUp, tickText } from '../../../instruments/parts/numbers';
import type { Range } from '../../../instruments/parts/pan-and-zoom';

/** Pixels around the plot: above it, below it for the axis, and at a side without an axis. */
const TOP = 10;
const BOTTOM = 44;
const EDGE = 12;
/** Between the plot and its numbers, and of the name of an axis. */
const GAP = 6;
const NAME = 20;
const NAME_FONT = '12px system-ui, sans-serif';
/** Between two ticks, about. */
const SPACING = { x: 90, y: 42 };
const LINE_WIDTH = 1.8;
const MARKER_RADIUS = 4.5;
const DOT_RADIUS = 4;

interface Axis {
  name: string;
  range: Range;
  isLog: boolean;
  ticks: readonly { value: number; text: string }[];
}

interface Line {
  xs: Column;
  ys: Column;
  /** True if its axis is the second one, on the right. */
  isSecond: boolean;
}

/** @param unit that the numbers carry with an SI prefix; absent: none */
function axisOf(name: string, range: Range, isLog: boolean, unit: string | undefined, most: number): Axis {
  const spacing = roundUp((range[1] - range[0]) / Math.max(2, most));
  const first = Math.ceil(range[0] / spacing - 1e-9);
  const count = Math.floor(range[1] / spacing + 1e-9) - first + 1;
  const values = isLog
    ? decades(range, Math.max(2, Math.floor(most)))
    : Array.from({ length: count }, (_, i) => Number(((first + i) * spacing).toPrecision(15)));
  const textOf = (value: number) =>
    unit === undefined ? tickText(value, isLog ? undefined : spacing) : prefixed(value, unit);
  return { name, range, isLog, ticks: values.map((value) => ({ value, text: textOf(value) })) };
}

/** @returns the place of a value between the ends of an axis */
function scaleOf({ range: [low, high], isLog }: Axis, from: number, until: number): (value: number) => number {
  const of = (value: number) => (isLog ? Math.log(value) : value);
  return (value) => from + ((of(value) - of(low)) / (of(high) - of(low))) * (until - from);
}

export function lineLegend({ chart }: ChartDrawing): LegendEntry[] {
  return chart.lines.map((label, i) => ({
    label,
    sample({ ctx, width, height }) {
      setLineStyle(ctx, chart, i);
      strokeLine(ctx, 0, height / 2, width, height / 2);
      if (chart.kind === 'marked') drawMarker(ctx, i, width / 2, height / 2, MARKER_RADIUS);
    },
  }));
}

function setLineStyle(ctx: DrawingContext['ctx'], { kind = 'lines' }: ChartOptions, i: number): void {
  ctx.strokeStyle = ctx.fillStyle = kind === 'marked' ? markerColor(i, 'light') : LINE_COLORS.light[i];
  ctx.lineWidth = LINE_WIDTH;
  ctx.lineJoin = 'round';
  ctx.setLineDash(kind === 'lines' ? DASHES[i] : []);
}

export function drawLineChart(context: DrawingContext, drawing: ChartDrawing): void {
  const { ctx, width, height, color } = context;
  const { chart, data } = drawing;
  const { kind = 'lines', logarithmic, side = 'left', units } = chart;
  const isMarked = kind === 'marked';
  const lines = chart.lines.map(
    (_, i): Line => ({
      xs: data[isMarked ? 2 * i : 0] ?? [],
      ys: data[isMarked ? 2 * i + 1 : i + 1] ?? [],
      isSecond: chart.right !== undefined && i === chart.lines.length - 1,
    }),
  );
  const bottom = height - BOTTOM;
  const xs = rangeOfX(drawing, lines);
  const upright = (name: string, isSecond: boolean): Axis => {
    const shown = lines.filter((line) => line.isSecond === isSecond).flatMap((line) => valuesWithin(line, xs));
    const isLog = logarithmic !== undefined && !isSecond;
    const range = rangeOf(shown, isLog);
    return axisOf(name, range, isLog, units?.y, (bottom - TOP) / SPACING.y);
  };
  const y = upright(chart.y, false);
  const second = chart.right === undefined ? null : upright(chart.right, true);
  const beside = { left: side === 'left' ? y : null, right: side === 'right' ? y : second };
  ctx.font = FONT;
  const room = (axis: Axis | null) =>
    axis ? GAP + widthOfNumbers(ctx, axis) + NAME : (chart.padding?.(width) ?? EDGE);
  const [left, right] = [room(beside.left), width - room(beside.right)];
  const x = axisOf(chart.x, xs, logarithmic === 'xy', units?.x, (right - left) / SPACING.x);
  const toX = scaleOf(x, left, right);
  const toY = scaleOf(y, bottom, TOP);
  const area: PlotArea = { ...context, left, right, top: TOP, bottom, xs, ys: y.range, toX, toY };

  drawAxisBelow(area, x);
  if (beside.left) drawAxisBeside(area, beside.left, true, true);
  if (beside.right) drawAxisBeside(area, beside.right, false, !beside.left);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color('--muted');
  ctx.strokeRect(left, TOP, right - left, bottom - TOP);

  decorate(area, chart.drawUnder);
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, TOP, right - left, bottom - TOP);
  ctx.clip();
  lines.forEach((line, i) => {
    setLineStyle(ctx, chart, i);
    const toOwnY = second && line.isSecond ? scaleOf(second, bottom, TOP) : toY;
    const end = strokeValues(ctx, line, toX, toOwnY);
    ctx.setLineDash([]);
    if (kind === 'trajectory' && end) fillDot(ctx, ...end);
    if (isMarked) {
      line.xs.forEach((value, k) => {
        drawMarker(ctx, i, toX(value as number), toY(line.ys[k] as number), MARKER_RADIUS);
      });
    }
  });
  ctx.restore();
  decorate(area, chart.drawOver);
}

/** As the scales of uPlot on the page. */
function rangeOfX({ chart, data, range }: ChartDrawing, lines: readonly Line[]): Range {
  const all = lines.flatMap(({ xs }) => xs);
  if (chart.logarithmic === 'xy') return rangeOf(all, true);
  if (chart.kind === undefined || chart.kind === 'lines') return range ?? extentOf(data[0]);
  return rangeOf(all, false);
}

function valuesWithin({ xs, ys }: Line, [low, high]: Range): Column {
  return ys.filter((_, i) => (xs[i] as number) >= low && (xs[i] as number) <= high);
}

function rangeOf(values: Column, isLog: boolean): Range {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const limits = low <= high ? ([low, high] as const) : ([null, null] as const);
  return (isLog ? logarithmicRange : linearRange)(null, limits[0], limits[1]);
}

const widthOfNumbers = (ctx: DrawingContext['ctx'], { ticks }: Axis) =>
  Math.max(0, ...ticks.map(({ text }) => ctx.measureText(text).width));

function drawAxisBelow({ ctx, color, left, right, top, bottom, toX }: PlotArea, { name, ticks }: Axis): void {
  ctx.fillStyle = color('--ink');
  ctx.strokeStyle = color('--line');
  ctx.lineWidth = 1;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const { value, text } of ticks) {
    strokeLine(ctx, toX(value), top, toX(value), bottom);
    ctx.fillText(text, toX(value), bottom + GAP);
  }
  ctx.save();
  ctx.font = NAME_FONT;
  ctx.fillText(name, (left + right) / 2, bottom + GAP + 17);
  ctx.restore();
}

function drawAxisBeside(area: PlotArea, axis: Axis, isLeft: boolean, hasGrid: boolean): void {
  const { ctx, color, left, right, top, bottom } = area;
  const [edge, outwards] = isLeft ? [left, -1] : [right, 1];
  const toY = scaleOf(axis, bottom, top);
  ctx.textAlign = isLeft ? 'right' : 'left';
  ctx.textBaseline = 'middle';
  for (const { value, text } of axis.ticks) {
    strokeLine(ctx, hasGrid ? left : right, toY(value), hasGrid ? right : right + GAP / 2, toY(value));
    ctx.fillText(text, edge + outwards * GAP, toY(value));
  }
  ctx.save();
  ctx.font = NAME_FONT;
  ctx.textAlign = 'center';
  ctx.translate(edge + outwards * (GAP + widthOfNumbers(ctx, axis) + NAME / 2), (top + bottom) / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.fillText(axis.name, 0, 0);
  ctx.restore();
  ctx.fillStyle = color('--ink');
}

function decorate(area: PlotArea, draw: ChartOptions['drawOver']): void {
  area.ctx.save();
  draw?.(area);
  area.ctx.restore();
}

/** With gaps at null. @returns the end of the line */
function strokeValues(
  ctx: DrawingContext['ctx'],
  { xs, ys }: Line,
  toX: (value: number) => number,
  toY: (value: number) => number,
): [number, number] | null {
  let end: [number, number] | null = null;
  ctx.beginPath();
  xs.forEach((x, i) => {
    const y = ys[i];
    const before: [number, number] | null = end;
    end = x === null || y === null || y === undefined || !Number.isFinite(y) ? null : [toX(x), toY(y)];
    if (end) ctx[before ? 'lineTo' : 'moveTo'](...(end as [number, number]));
  });
  ctx.stroke();
  return end;
}

function fillDot(ctx: DrawingContext['ctx'], x: number, y: number): void {
  ctx.beginPath();
  ctx.arc(x, y, DOT_RADIUS, 0, 2 * Math.PI);
  ctx.fill();
}
