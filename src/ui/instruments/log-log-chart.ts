import { colourOf, drawMark } from './method-marks';
import { createPicture, type Ground, type Picture } from './picture';
import { decades, prefixed } from './prefixed';

/** A line through marked points; both coordinates positive. */
export interface LogLine {
  /** Beside its end. */
  label: string;
  /** Which mark and colour. */
  mark: number;
  /** In any order along x. */
  points: { x: number; y: number }[];
}

export interface LogLogData {
  /** What the axes are, and their units. */
  x: { name: string; unit: string };
  y: { name: string; unit: string };
  lines: LogLine[];
  /** Whether errors shrink towards the left, where the lines end then. */
  leftwards: boolean;
  /** Slopes that are drawn for comparison. */
  slopes: number[];
  /** A value of x that is marked, and its name. */
  here: { x: number; name: string } | null;
}

export interface LogLogChart {
  readonly node: HTMLElement;
  draw(data: LogLogData): void;
  /** The point next to one of the canvas, CSS pixels: its line and its place in it; null where none is near. */
  pick(x: number, y: number): { line: number; point: number } | null;
  dispose(): void;
}

type Range = [number, number];
interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** CSS pixels: room for labels at the ends of lines, from a certain width on, and for the numbers of the axes. */
const LABELS = 96;
const LEAST_WIDTH = 400;
const NUMBERS = 52;
const FOOT = 34;
const LINE_HEIGHT = 12.5;
/** How far the pointer may be from a point. */
const NEAR = 18;

/** Errors over something, both in logarithms, with direct labels. */
export function createLogLogChart(name: string): LogLogChart {
  let data: LogLogData | null = null;
  let places: { line: number; point: number; x: number; y: number }[] = [];
  const picture: Picture = createPicture(name, paint);

  function paint(ground: Ground): void {
    places = [];
    if (!data || data.lines.every(({ points }) => points.length === 0)) return;
    const { ctx, width, height, theme, colour } = ground;
    const { lines, leftwards, here, slopes } = data;
    const labelled = width >= LEAST_WIDTH ? LABELS : 12;
    const frame: Frame = {
      left: leftwards ? labelled : NUMBERS,
      right: width - (leftwards ? NUMBERS : labelled),
      top: 8,
      bottom: height - FOOT,
    };
    const all = lines.flatMap(({ points }) => points);
    const xs = around([...all.map(({ x }) => x), ...(here ? [here.x] : [])]);
    const ys = around(all.map(({ y }) => y));
    const px = (x: number) => frame.left + ((frame.right - frame.left) * Math.log(x / xs[0])) / Math.log(xs[1] / xs[0]);
    const py = (y: number) =>
      frame.bottom - ((frame.bottom - frame.top) * Math.log(y / ys[0])) / Math.log(ys[1] / ys[0]);
    drawAxes(ground, frame, data, xs, ys, px, py);

    ctx.save();
    ctx.beginPath();
    ctx.rect(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = colour('--muted');
    ctx.setLineDash([2, 4]);
    const words: { text: string; x: number; y: number }[] = [];
    for (const slope of slopes) {
      // From the upper right corner, a little inside.
      const [x1, y1] = [xs[1], ys[1] / 2];
      const x0 = Math.max(xs[0], x1 * (ys[0] / y1) ** (1 / slope));
      stroke(ctx, px(x0), py(y1 * (x0 / x1) ** slope), px(x1), py(y1));
      const along = Math.max(x0, xs[0]) * 1.3;
      words.push({ text: `slope ${slope}`, x: px(along), y: py(y1 * (along / x1) ** slope) - 5 });
    }
    if (here) {
      ctx.setLineDash([6, 3]);
      ctx.strokeStyle = colour('--accent');
      stroke(ctx, px(here.x), frame.top, px(here.x), frame.bottom);
      ctx.fillStyle = colour('--accent');
      ctx.fillText(here.name, px(here.x) + 4, frame.bottom - 5);
    }
    ctx.restore();

    const ends: { text: string; mark: number; x: number; y: number; at: number }[] = [];
    lines.forEach(({ points, mark, label }, line) => {
      const sorted = points.map(({ x, y }, point) => ({ line, point, x: px(x), y: py(y) })).sort((a, b) => a.x - b.x);
      if (sorted.length === 0) return;
      places.push(...sorted);
      ctx.strokeStyle = colourOf(mark, theme);
      ctx.lineWidth = 1.4;
      ctx.setLineDash([]);
      ctx.beginPath();
      for (const { x, y } of sorted) ctx.lineTo(x, y);
      ctx.stroke();
      for (const { x, y } of sorted) drawMark(ctx, mark, theme, x, y, 4.5);
      const end = leftwards ? sorted[0] : sorted[sorted.length - 1];
      ends.push({ text: label, mark, x: end.x, y: end.y, at: end.y });
    });
    ctx.lineWidth = 4;
    ctx.strokeStyle = colour('--solid');
    ctx.fillStyle = colour('--muted');
    for (const { text, x, y } of words) {
      ctx.strokeText(text, x, y);
      ctx.fillText(text, x, y);
    }
    if (labelled === LABELS) drawLabels(ground, frame, ends, leftwards);
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

/** Spread so that none covers another, with a hair-line to the end that it names. */
function drawLabels(
  { ctx, theme, colour }: Ground,
  { left, right, top, bottom }: Frame,
  ends: { text: string; mark: number; x: number; y: number; at: number }[],
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
    stroke(ctx, x + (leftwards ? -7 : 7), y, edge, at);
    ctx.fillStyle = colourOf(mark, theme);
    ctx.fillText(text, leftwards ? edge - 2 : edge + 2, at);
  }
}

function drawAxes(
  { ctx, colour }: Ground,
  { left, right, top, bottom }: Frame,
  { x, y, leftwards }: LogLogData,
  xs: Range,
  ys: Range,
  px: (x: number) => number,
  py: (y: number) => number,
): void {
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour('--line');
  ctx.fillStyle = colour('--ink');
  ctx.textBaseline = 'middle';
  ctx.textAlign = leftwards ? 'left' : 'right';
  for (const value of decades(ys, Math.floor((bottom - top) / 20))) {
    stroke(ctx, left, py(value), right, py(value));
    ctx.fillText(prefixed(value, y.unit), leftwards ? right + 5 : left - 5, py(value));
  }
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const value of decades(xs, Math.floor((right - left) / 56))) {
    stroke(ctx, px(value), top, px(value), bottom);
    ctx.fillText(prefixed(value, x.unit), px(value), bottom + 5);
  }
  ctx.strokeRect(left, top, right - left, bottom - top);
  ctx.fillText(x.name, (left + right) / 2, bottom + 19);
  ctx.textBaseline = 'alphabetic';
  // In the corner that lines don't come to.
  ctx.textAlign = leftwards ? 'left' : 'right';
  ctx.fillText(y.name, leftwards ? left + 7 : right - 7, top + 14);
  ctx.textAlign = 'left';
}

function stroke(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

/** With some room on both sides. */
function around(values: number[]): Range {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max(1.4, (high / low) ** 0.05);
  return [low / room, high * room];
}
