/** An axis of a chart: its range, and round ticks. */
import { prefixed } from '../../../controls/number-format';
import { linearRange, logarithmicRange } from '../../../instruments/parts/chart-paths';
import type { Column } from '../../../instruments/parts/drawings';
import { decades, roundDown, roundUp, tickText } from '../../../instruments/parts/numbers';
import type { Range } from '../../../instruments/parts/pan-and-zoom';

export interface Axis {
  readonly name: string;
  readonly range: Range;
  readonly isLog: boolean;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

/** Least length of an axis over the largest number on it: shorter ones have ticks that differ by rounding. */
const SHORTEST = 1e-9;

/** @param unit that the numbers carry with an SI prefix; absent: none @param most ticks, about; at least two */
export function axisOf(name: string, range: Range, isLog: boolean, unit: string | undefined, most: number): Axis {
  const length = range[1] - range[0];
  const spacing = Math.min(roundUp(length / Math.max(2, most)), roundDown(length / 2));
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
export function scaleOf({ range: [low, high], isLog }: Axis, from: number, until: number): (value: number) => number {
  const of = (value: number) => (isLog ? Math.log(value) : value);
  return (value) => from + ((of(value) - of(low)) / (of(high) - of(low))) * (until - from);
}

/** Of values, as uPlot has it on the page. */
export function rangeOf(values: Column, isLog: boolean): Range {
  const [low, high] = extremes(values) ?? [null, null];
  return (isLog ? logarithmicRange : linearRange)(null, low, high);
}

/** Of values, however small their differences. @param margin on either side, as a share of the extent */
export function fineRange(values: Column, margin: number): Range {
  const [low, high] = extremes(values) ?? [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const more = high - low > SHORTEST * size ? margin * (high - low) : 0.1 * size || 1;
  return [low - more, high + more];
}

/** The least and the greatest of the values that are finite; null without any. */
function extremes(values: Column): Range | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}
