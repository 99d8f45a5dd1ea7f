/** Draws a line chart in a file. On the page uPlot draws those of the instruments. */
import { FONT, strokeLine } from '../../../instruments/parts/canvas';
import { extentOf } from '../../../instruments/parts/chart-paths';
import type {
  ChartDrawing,
  ChartOptions,
  Column,
  DrawingContext,
  LegendEntry,
  PlotArea,
} from '../../../instruments/parts/drawings';
import { drawMarker, lineColor, lineDash, markerColor } from '../../../instruments/parts/line-markers';
import type { Range } from '../../../instruments/parts/pan-and-zoom';
import { type Axis, axisOf, rangeOf, scaleOf } from './axis';

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
/** Of dots: at the end of a trajectory, and where a value stands alone. */
const END_RADIUS = 4;
const ALONE_RADIUS = 2;

interface Line {
  xs: Column;
  ys: Column;
  /** True if its axis is the second one, on the right. */
  isSecond: boolean;
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
  ctx.strokeStyle = ctx.fillStyle = kind === 'marked' ? markerColor(i, 'light') : lineColor(i, 'light');
  ctx.lineWidth = LINE_WIDTH;
  ctx.lineJoin = 'round';
  ctx.setLineDash(kind === 'lines' ? lineDash(i) : []);
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
    const range = drawing.rangeY ?? rangeOf(shown, isLog);
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
    const runs = runsOf(line, toX, toOwnY);
    strokeRuns(ctx, runs);
    ctx.setLineDash([]);
    for (const run of isMarked ? [] : runs) if (run.length === 1) fillDot(ctx, run[0], ALONE_RADIUS);
    const end = runs.at(-1)?.at(-1);
    if (kind === 'trajectory' && end) fillDot(ctx, end, END_RADIUS);
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

type Point = readonly [x: number, y: number];

/** The points that follow each other without a gap. The last run is empty where the line ends in a gap. */
function runsOf({ xs, ys }: Line, toX: (value: number) => number, toY: (value: number) => number): Point[][] {
  let run: Point[] = [];
  const runs = [run];
  xs.forEach((x, i) => {
    const y = ys[i];
    const isGap = x === null || y === null || y === undefined || !Number.isFinite(y);
    if (!isGap) run.push([toX(x), toY(y)]);
    else {
      run = [];
      runs.push(run);
    }
  });
  return runs;
}

function strokeRuns(ctx: DrawingContext['ctx'], runs: readonly Point[][]): void {
  ctx.beginPath();
  for (const [i, point] of runs.flatMap((run) => [...run.entries()])) ctx[i === 0 ? 'moveTo' : 'lineTo'](...point);
  ctx.stroke();
}

function fillDot(ctx: DrawingContext['ctx'], [x, y]: Point, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}
