import { type Canvas, createCanvas, type Ground, strokeLine, writeOver } from '../parts/canvas';
import { drawAxes, type LogLine, type LogLogData, type Plane, planeOf } from './log-log-plane';
import { colourOf, drawMark } from './method-marks';

export interface LogLogChart {
  readonly node: HTMLElement;
  draw(data: LogLogData): void;
  /** The point next to one of the canvas, CSS pixels: its line and its place in it; null where none is near. */
  pick(x: number, y: number): { line: number; point: number } | null;
  dispose(): void;
}

/** The end of a line, and where its label is to stand. */
interface End {
  text: string;
  mark: number;
  x: number;
  y: number;
  at: number;
}

/** CSS pixels: room for labels at the ends of lines, from a certain width on. */
const LABELS = 96;
const LEAST_WIDTH = 400;
const LINE_HEIGHT = 12.5;
/** How far the pointer may be from a point. */
const NEAR = 18;

/** Errors over something, both in logarithms, with direct labels. */
export function createLogLogChart(name: string): LogLogChart {
  let data: LogLogData | null = null;
  let places: { line: number; point: number; x: number; y: number }[] = [];
  const picture: Canvas = createCanvas(name, paint);

  function paint(ground: Ground): void {
    places = [];
    if (!data || data.lines.every(({ points }) => points.length === 0)) return;
    const { width, height } = ground;
    const labelled = width >= LEAST_WIDTH;
    const plane = planeOf(data, width, height, labelled ? LABELS : 12);
    drawAxes(ground, plane, data);
    drawMarked(ground, plane, data);
    const ends: End[] = [];
    data.lines.forEach((line, i) => {
      const sorted = drawLine(ground, plane, line);
      if (sorted.length === 0) return;
      places.push(...sorted.map((place) => ({ line: i, ...place })));
      const { x, y } = data?.leftwards ? sorted[0] : sorted[sorted.length - 1];
      ends.push({ text: line.label, mark: line.mark, x, y, at: y });
    });
    nameSlopes(ground, plane, data);
    if (labelled) drawLabels(ground, plane, ends, data.leftwards);
  }

  return {
    node: picture.canvas,
    draw(next) {
      data = next;
      picture.redraw();
    },
    pick(x, y) {
      let best = null;
      let nearest = NEAR;
      for (const place of places) {
        const distance = Math.hypot(place.x - x, place.y - y);
        if (distance >= nearest) continue;
        nearest = distance;
        best = place;
      }
      return best;
    },
    dispose: picture.dispose,
  };
}

/** y = c x^slope through the upper right corner, a little inside. */
function slopeLine({ xs, ys }: Plane, slope: number): { x0: number; x1: number; at(x: number): number } {
  const [x1, y1] = [xs[1], ys[1] / 2];
  return { x0: Math.max(xs[0], x1 * (ys[0] / y1) ** (1 / slope)), x1, at: (x) => y1 * (x / x1) ** slope };
}

/** Behind the lines: slopes to compare with, and the value of x that is marked. */
function drawMarked({ ctx, colour }: Ground, plane: Plane, { slopes, here }: LogLogData): void {
  const { left, right, top, bottom, px, py } = plane;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
  ctx.strokeStyle = colour('--muted');
  ctx.setLineDash([2, 4]);
  for (const slope of slopes) {
    const { x0, x1, at } = slopeLine(plane, slope);
    strokeLine(ctx, px(x0), py(at(x0)), px(x1), py(at(x1)));
  }
  if (here) {
    ctx.setLineDash([6, 3]);
    ctx.strokeStyle = ctx.fillStyle = colour('--accent');
    strokeLine(ctx, px(here.x), top, px(here.x), bottom);
    ctx.fillText(here.name, px(here.x) + 4, bottom - 5);
  }
  ctx.restore();
}

function nameSlopes(ground: Ground, plane: Plane, { slopes }: LogLogData): void {
  for (const slope of slopes) {
    const { x0, at } = slopeLine(plane, slope);
    const x = x0 * 1.3;
    writeOver(ground, `slope ${slope}`, plane.px(x), plane.py(at(x)) - 9, '--muted');
  }
}

/** Gives where its points stand, from left to right, and their places in the line. */
function drawLine(
  { ctx, theme }: Ground,
  { px, py }: Plane,
  { points, mark }: LogLine,
): { point: number; x: number; y: number }[] {
  const sorted = points.map(({ x, y }, point) => ({ point, x: px(x), y: py(y) })).sort((a, b) => a.x - b.x);
  ctx.strokeStyle = colourOf(mark, theme);
  ctx.lineWidth = 1.4;
  ctx.setLineDash([]);
  ctx.beginPath();
  for (const { x, y } of sorted) ctx.lineTo(x, y);
  ctx.stroke();
  for (const { x, y } of sorted) drawMark(ctx, mark, theme, x, y, 4.5);
  return sorted;
}

/** Spread so that none covers another, with a hair-line to the end that it names. */
function drawLabels(
  { ctx, theme, colour }: Ground,
  { left, right, top, bottom }: Plane,
  ends: End[],
  leftwards: boolean,
): void {
  ends.sort((a, b) => a.at - b.at);
  let free = top + LINE_HEIGHT / 2;
  for (const end of ends) {
    end.at = Math.max(end.at, free);
    free = end.at + LINE_HEIGHT;
  }
  let least = bottom;
  for (const end of [...ends].reverse()) {
    end.at = Math.min(end.at, least);
    least = end.at - LINE_HEIGHT;
  }
  ctx.textBaseline = 'middle';
  ctx.textAlign = leftwards ? 'right' : 'left';
  ctx.lineWidth = 1;
  for (const { text, mark, x, y, at } of ends) {
    const edge = leftwards ? left - 6 : right + 6;
    ctx.strokeStyle = colour('--line');
    strokeLine(ctx, x + (leftwards ? -7 : 7), y, edge, at);
    ctx.fillStyle = colourOf(mark, theme);
    ctx.fillText(text, leftwards ? edge - 2 : edge + 2, at);
  }
}
