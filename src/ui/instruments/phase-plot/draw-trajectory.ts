import type uPlot from 'uplot';

/** CSS pixels; of the dot at its end. */
const RADIUS = 4;
/** Of its extent, left free on either side. */
const MARGIN = 0.08;
/** An extent below this share of the values is one of rounding: it isn't blown up to fill the plane. */
const ROUNDING = 1e-5;

/** The way point by point, and a dot where it is now; it stops and starts again around what is no number. */
export const drawTrajectory: uPlot.Series.PathBuilder = (u, index) => {
  const [xs, ys] = u.data[index] as unknown as (number | null)[][];
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
  if (end) fill.arc(...end, RADIUS * devicePixelRatio, 0, 2 * Math.PI);
  return { stroke, fill, flags: 0 };
};

/** What an axis shows of values from `low` to `high`; null: of none. */
export function rangeAround(_: unknown, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [-1, 1];
  const least = Math.max(ROUNDING * Math.max(Math.abs(low), Math.abs(high)), 1e-9);
  const extent = Math.max(high - low, least);
  const middle = (low + high) / 2;
  return [middle - (0.5 + MARGIN) * extent, middle + (0.5 + MARGIN) * extent];
}
