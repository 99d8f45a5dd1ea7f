import { type Ground, strokeLine } from '../parts/canvas';
import { decades, prefixed } from '../parts/unit-prefix';

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

type Range = [number, number];

/** Where the plane of the lines stands on the canvas, CSS pixels, what of x and y is in it, and where each is. */
export interface Plane {
  left: number;
  right: number;
  top: number;
  bottom: number;
  xs: Range;
  ys: Range;
  px(x: number): number;
  py(y: number): number;
}

/** CSS pixels: room for the numbers of the axes, beside and below. */
const NUMBERS = 52;
const FOOT = 34;

/** @param labels CSS pixels: room at the ends of the lines */
export function planeOf({ lines, leftwards, here }: LogLogData, width: number, height: number, labels: number): Plane {
  const left = leftwards ? labels : NUMBERS;
  const right = width - (leftwards ? NUMBERS : labels);
  const top = 8;
  const bottom = height - FOOT;
  const all = lines.flatMap(({ points }) => points);
  const xs = around([...all.map(({ x }) => x), ...(here ? [here.x] : [])]);
  const ys = around(all.map(({ y }) => y));
  const px = (x: number) => left + ((right - left) * Math.log(x / xs[0])) / Math.log(xs[1] / xs[0]);
  const py = (y: number) => bottom - ((bottom - top) * Math.log(y / ys[0])) / Math.log(ys[1] / ys[0]);
  return { left, right, top, bottom, xs, ys, px, py };
}

/** With some room on both sides. */
function around(values: number[]): Range {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max(1.4, (high / low) ** 0.05);
  return [low / room, high * room];
}

export function drawAxes(
  { ctx, colour }: Ground,
  { left, right, top, bottom, xs, ys, px, py }: Plane,
  { x, y, leftwards }: LogLogData,
): void {
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour('--line');
  ctx.fillStyle = colour('--ink');
  ctx.textBaseline = 'middle';
  ctx.textAlign = leftwards ? 'left' : 'right';
  for (const value of decades(ys, Math.floor((bottom - top) / 20))) {
    strokeLine(ctx, left, py(value), right, py(value));
    ctx.fillText(prefixed(value, y.unit), leftwards ? right + 5 : left - 5, py(value));
  }
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const value of decades(xs, Math.floor((right - left) / 56))) {
    strokeLine(ctx, px(value), top, px(value), bottom);
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
