import type uPlot from 'uplot';
import { addMarker } from './line-markers';
import { decades } from './numbers';
import type { Range } from './pan-and-zoom';

/** Path builders and axis ranges of charts whose lines have their own x values. */

/** CSS pixels. */
const DOT_RADIUS = 4;
const MARKER_RADIUS = 4.5;
/** Free space on either side, as a share of the data's extent. */
const MARGIN = 0.08;
/** The shortest extent of an axis, relative to the values: its tick labels differ in at most six digits. */
const SHORTEST = 1e-4;
/** Relative to the values: a smaller change is rounding error. Then the axis shows the value at rest, in few digits. */
const AT_REST = 1e-6;
const REST_EXTENT = 0.2;
/** Smaller values count as 0. */
const ZERO = 1e-9;

/** x and y values of one series, both with null for a gap. */
function columnsOf(u: uPlot, index: number): (number | null)[][] {
  return u.data[index] as unknown as (number | null)[][];
}

/** A line from point to point with gaps at null, and a dot at the last point. */
export const trajectoryPath: uPlot.Series.PathBuilder = (u, index) => {
  const [xs, ys] = columnsOf(u, index);
  const stroke = new Path2D();
  const fill = new Path2D();
  let end: [number, number] | null = null;
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i], ys[i]];
    if (x === null || y === null) {
      end = null;
      continue;
    }
    const before = end;
    end = [u.valToPos(x, 'x', true), u.valToPos(y, 'y', true)];
    if (before) stroke.lineTo(...end);
    else stroke.moveTo(...end);
  }
  if (end) fill.arc(...end, DOT_RADIUS * devicePixelRatio, 0, 2 * Math.PI);
  return { stroke, fill, flags: 0 };
};

/** A line from point to point with the marker of its series at each. */
export const markedPath: uPlot.Series.PathBuilder = (u, index) => {
  const [xs, ys] = columnsOf(u, index) as number[][];
  const [stroke, fill] = [new Path2D(), new Path2D()];
  const points = xs.map((x, i): [number, number] => [u.valToPos(x, 'x', true), u.valToPos(ys[i], 'y', true)]);
  for (const point of points) stroke.lineTo(...point);
  for (const point of points) addMarker({ stroke, fill }, index - 1, ...point, MARKER_RADIUS * devicePixelRatio);
  return { stroke, fill, flags: 0 };
};

/** Range of a linear axis with values from `low` to `high`; null where there are no values. */
export function linearRange(_: unknown, low: number | null, high: number | null): Range {
  if (low === null || high === null) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < ZERO) return [-1, 1];
  const extent = Math.max(high - low, size * (high - low < AT_REST * size ? REST_EXTENT : SHORTEST));
  const middle = (low + high) / 2;
  return [middle - (0.5 + MARGIN) * extent, middle + (0.5 + MARGIN) * extent];
}

/** Range of a logarithmic axis; it contains at least two powers of ten. */
export function logarithmicRange(_: unknown, low: number | null, high: number | null): Range {
  if (low === null || high === null) return [0.1, 10];
  const margin = Math.max(1.4, (high / low) ** 0.05);
  const range: Range = [low / margin, high * margin];
  if (decades(range).length > 1) return range;
  return [10 ** Math.floor(Math.log10(range[0])), 10 ** Math.ceil(Math.log10(range[1]))];
}

/** Range of ascending values. */
export function extentOf(values: readonly (number | null)[]): Range {
  const [low, high] = [values[0] ?? 0, values.at(-1) ?? 0];
  return high > low ? [low, high] : [low, low + 1];
}
