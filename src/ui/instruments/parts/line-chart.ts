/** Draws a line chart: on the page, and in a file. */
import { t } from '../../../language/translate';
import { type Axis, axisOf, extentOf, rangeOf, scaleOf } from './axis';
import {
  type ChartOptions,
  type Column,
  clipTo,
  type Drawing,
  type DrawingContext,
  FONT,
  fillDot,
  type LegendEntry,
  type PlotArea,
  type Range,
  strokeLine,
} from './canvas';
import { drawMarker, lineColor, lineDash, markerColor } from './line-markers';

/** Pixels around the plot: above it, below it for the axis, and at a side without an axis. Halves make lines of one pixel sharp. */
const TOP = 10.5;
const BOTTOM = 43.5;
const EDGE = 12;
/** Between the plot and its numbers, and of the name of an axis. */
const GAP = 6;
const NAME = 20;
const NAME_FONT = '12px system-ui, sans-serif';
/** Between two ticks, about. */
const SPACING = { x: 80, y: 30 };
const LINE_WIDTH = 1.8;
const MARKER_RADIUS = 4.5;
/** Of dots: at the end of a trajectory and under the pointer, and where a value stands alone. */
const END_RADIUS = 4;
const ALONE_RADIUS = 2;
/** A point that is as near to the one before in both directions is left out of the line: 36,000 points have few pixels. */
const NEAR = 0.25;

/** What a line chart shows. */
interface LineChart {
  chart: ChartOptions;
  data: readonly Column[];
  /** Of x, where the user has zoomed. */
  range: Range | null;
  /** Of y; absent: with a margin about what is shown. */
  rangeY?: Range;
  /** Index of the x under the pointer; null or absent: none. */
  pointed?: number | null;
}

interface Line {
  xs: Column;
  ys: Column;
  /** True if its axis is the second one, on the right. */
  isSecond: boolean;
}

/** For a file. */
export const lineDrawing = (shown: LineChart): Drawing => ({
  name: shown.chart.name,
  aspect: null,
  legend: lineLegend(shown.chart),
  draw: (context) => void drawLineChart(context, shown),
});

export function lineLegend(chart: ChartOptions): LegendEntry[] {
  return chart.lines.map((label, i) => ({
    label,
    sample(context) {
      const { ctx, width, height } = context;
      setLineStyle(context, chart, i);
      strokeLine(ctx, 0, height / 2, width, height / 2);
      if (chart.kind === 'marked') drawMarker(ctx, i, width / 2, height / 2, MARKER_RADIUS);
    },
  }));
}

function setLineStyle({ ctx, theme }: DrawingContext, { kind = 'lines' }: ChartOptions, i: number): void {
  ctx.strokeStyle = ctx.fillStyle = kind === 'marked' ? markerColor(i, theme) : lineColor(i, theme);
  ctx.lineWidth = LINE_WIDTH;
  ctx.lineJoin = 'round';
  ctx.setLineDash(kind === 'lines' ? lineDash(i) : []);
}

const sharp = (place: number) => Math.floor(place) + 0.5;

/** @param ticks as many as there is room for, about */
type AxisMaker = (ticks: number) => Axis;

/** A plot with its axes: below it, and at its sides. */
export type Plot = ReturnType<typeof layOutPlot>;

/**
 * `toY` is that of the axis on the left, or of the only one.
 * @param make x gets the width over the height, too @param padding at a side without an axis, pixels @param widest width over height, at most
 */
export function layOutPlot(
  context: DrawingContext,
  make: { x(ticks: number, aspect: number): Axis; left?: AxisMaker; right?: AxisMaker },
  padding = EDGE,
  widest = Number.POSITIVE_INFINITY,
) {
  const { ctx, width, height } = context;
  const bottom = height - BOTTOM;
  const ticks = (bottom - TOP) / SPACING.y;
  const [left, right] = [make.left?.(ticks) ?? null, make.right?.(ticks) ?? null];
  ctx.font = FONT;
  const room = (axis: Axis | null) => (axis ? GAP + widthOfNumbers(ctx, axis) + NAME : padding);
  const until = sharp(width - room(right));
  const from = Math.max(sharp(room(left)), until - widest * (bottom - TOP));
  const x = make.x((until - from) / SPACING.x, (until - from) / (bottom - TOP));
  const y = (left ?? right) as Axis;
  const scales = { toX: scaleOf(x, from, until), toY: scaleOf(y, bottom, TOP) };
  const area = { ...context, left: from, right: until, top: TOP, bottom, xs: x.range, ys: y.range, ...scales };
  return { area, x, left, right };
}

/** With the lines of its ticks across the plot. */
export function drawAxes({ area, x, left, right }: Plot): void {
  const { ctx, color, top, bottom } = area;
  drawAxisBelow(area, x);
  if (left) drawAxisBeside(area, left, true, true);
  if (right) drawAxisBeside(area, right, false, !left);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color('--muted');
  ctx.strokeRect(area.left, top, area.right - area.left, bottom - top);
}

/** @returns where it was drawn */
export function drawLineChart(context: DrawingContext, shown: LineChart): PlotArea {
  const { ctx } = context;
  const { chart, data, pointed } = shown;
  const { kind = 'lines', logarithmic, side = 'left', units } = chart;
  const isMarked = kind === 'marked';
  const lines = chart.lines.map(
    (_, i): Line => ({
      xs: data[isMarked ? 2 * i : 0] ?? [],
      ys: data[isMarked ? 2 * i + 1 : i + 1] ?? [],
      isSecond: chart.right !== undefined && i === chart.lines.length - 1,
    }),
  );
  const xs = rangeOfX(shown, lines);
  const upright =
    (name: string, isSecond: boolean): AxisMaker =>
    (ticks) => {
      const values = lines.filter((line) => line.isSecond === isSecond).flatMap((line) => valuesWithin(line, xs));
      const isLog = logarithmic !== undefined && !isSecond;
      return axisOf(name, shown.rangeY ?? rangeOf(values, isLog), isLog, units?.y, ticks);
    };
  const plot = layOutPlot(
    context,
    {
      x: (ticks) => axisOf(chart.x, xs, logarithmic === 'xy', units?.x, ticks),
      [side]: upright(chart.y, false),
      ...(chart.right !== undefined && { right: upright(chart.right, true) }),
    },
    chart.padding?.(context.width),
  );
  const { area } = plot;
  const { toX, toY, top, bottom } = area;
  const second = chart.right === undefined ? null : plot.right;
  drawAxes(plot);

  const isEmpty = data.every(({ length }) => length === 0);
  if (!isEmpty) decorate(area, chart.drawUnder);
  ctx.save();
  clipTo(area);
  const pointedX = data[0]?.[pointed ?? -1] ?? null;
  if (pointedX !== null) strokeLine(ctx, toX(pointedX), top, toX(pointedX), bottom);
  lines.forEach((line, i) => {
    setLineStyle(context, chart, i);
    const toOwnY = second && line.isSecond ? scaleOf(second, bottom, top) : toY;
    const { end, alone } = strokeCurve(ctx, line, toX, toOwnY);
    ctx.setLineDash([]);
    if (!isMarked) for (const point of alone) fillDot(ctx, ...point, ALONE_RADIUS);
    if (kind === 'trajectory' && end) fillDot(ctx, ...end, END_RADIUS);
    const pointedY = line.ys[pointed ?? -1] ?? null;
    if (pointedX !== null && pointedY !== null) fillDot(ctx, toX(pointedX), toOwnY(pointedY), END_RADIUS);
    if (isMarked) {
      line.xs.forEach((value, k) => {
        const [x, y] = [toX(value ?? Number.NaN), toY(line.ys[k] ?? Number.NaN)];
        if (Number.isFinite(x) && Number.isFinite(y)) drawMarker(ctx, i, x, y, MARKER_RADIUS);
      });
    }
  });
  ctx.restore();
  if (!isEmpty) decorate(area, chart.drawOver);
  return area;
}

function rangeOfX({ chart, data, range }: LineChart, lines: readonly Line[]): Range {
  const all = lines.flatMap(({ xs }) => xs);
  if (chart.logarithmic === 'xy') return rangeOf(all, true);
  if (chart.kind === undefined || chart.kind === 'lines') return range ?? extentOf(data[0]);
  return rangeOf(all, false);
}

function valuesWithin({ xs, ys }: Line, [low, high]: Range): Column {
  return ys.filter((_, i) => (xs[i] as number) >= low && (xs[i] as number) <= high);
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
  ctx.fillText(t(name), (left + right) / 2, bottom + GAP + 17);
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
  if (axis.name.length > 1) ctx.rotate(-Math.PI / 2);
  ctx.fillText(t(axis.name), 0, 0);
  ctx.restore();
  ctx.fillStyle = color('--ink');
}

function decorate(area: PlotArea, draw: ChartOptions['drawOver']): void {
  area.ctx.save();
  draw?.(area);
  area.ctx.restore();
}

type Point = readonly [x: number, y: number];

/** @returns its last point, null where it ends in a gap, and the points between two gaps */
function strokeCurve(
  ctx: DrawingContext['ctx'],
  { xs, ys }: Line,
  toX: (value: number) => number,
  toY: (value: number) => number,
): { end: Point | null; alone: Point[] } {
  const alone: Point[] = [];
  let [px, py, length] = [0, 0, 0];
  ctx.beginPath();
  for (let i = 0; i <= xs.length; i++) {
    const [x, y] = [toX(xs[i] ?? Number.NaN), toY(ys[i] ?? Number.NaN)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      if (length === 1) alone.push([px, py]);
      if (i < xs.length) length = 0;
      continue;
    }
    if (length > 0 && Math.abs(x - px) < NEAR && Math.abs(y - py) < NEAR) continue;
    [px, py] = [x, y];
    ctx[length === 0 ? 'moveTo' : 'lineTo'](px, py);
    length++;
  }
  ctx.stroke();
  return { end: length > 0 ? [px, py] : null, alone };
}
