/** An axis of a chart: its range, and round ticks. */
import { withLocalNumbers } from '../../../language/translate';
import { prefixed, roundDown } from '../../controls/number-format';
import type { Column, Range } from './canvas';

export interface Axis {
  readonly name: string;
  readonly range: Range;
  readonly isLog: boolean;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

/** Least length of an axis over the largest number on it: shorter ones have ticks that differ by rounding. */
const MIN_SPAN = 1e-9;
/** The same for what is looked at while it moves: its tick labels differ in at most six digits. */
const MIN_LIVE_SPAN = 1e-4;
/** Free space on either side, as a share of the data's extent. */
const MARGIN = 0.08;
/** Relative to the values: a smaller change is rounding error. Then the axis shows the value at rest, in few digits. */
const AT_REST = 1e-6;
const REST_EXTENT = 0.2;
/** Smaller values count as 0. */
const ZERO = 1e-9;

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
  return { name, range, isLog, ticks: values.map((value) => ({ value, text: withLocalNumbers(textOf(value)) })) };
}

/** @returns the place of a value between the ends of an axis */
export function scaleOf({ range: [low, high], isLog }: Axis, from: number, until: number): (value: number) => number {
  const of = (value: number) => (isLog ? Math.log(value) : value);
  const [start, extent] = [of(low), of(high) - of(low)];
  return (value) => from + ((of(value) - start) / extent) * (until - from);
}

/** With a margin. A logarithmic axis has no place for 0, which a computing time can be. */
export function rangeOf(values: Column, isLog: boolean): Range {
  const shown = isLog ? values.filter((value) => value !== null && value > 0) : values;
  const [low, high] = extremes(shown) ?? [null, null];
  return (isLog ? logarithmicRange : linearRange)(low, high);
}

/** Range of a linear axis with values from `low` to `high`; null where there are no values. */
export function linearRange(low: number | null, high: number | null): Range {
  if (low === null || high === null) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < ZERO) return [-1, 1];
  const extent = Math.max(high - low, size * (high - low < AT_REST * size ? REST_EXTENT : MIN_LIVE_SPAN));
  const middle = (low + high) / 2;
  return [middle - (0.5 + MARGIN) * extent, middle + (0.5 + MARGIN) * extent];
}

/** Range of a logarithmic axis; it contains at least two powers of ten. */
export function logarithmicRange(low: number | null, high: number | null): Range {
  if (low === null || high === null) return [0.1, 10];
  const margin = Math.max(1.4, (high / low) ** 0.05);
  const range: Range = [low / margin, high * margin];
  if (decades(range).length > 1) return range;
  return [10 ** Math.floor(Math.log10(range[0])), 10 ** Math.ceil(Math.log10(range[1]))];
}

/** Range of ascending values, without a margin. */
export function extentOf(values: Column): Range {
  const [low, high] = [values[0] ?? 0, values.at(-1) ?? 0];
  return high > low ? [low, high] : [low, low + 1];
}

/** A range zoomed in by a factor about a fixed value. */
export function zoomed([low, high]: Range, factor: number, about = (low + high) / 2): Range {
  return [about - (about - low) / factor, about + (high - about) / factor];
}

/** Of values, however small their differences. @param margin on either side, as a share of the extent */
export function fineRange(values: Column, margin: number): Range {
  const [low, high] = extremes(values) ?? [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const more = high - low > MIN_SPAN * size ? margin * (high - low) : 0.1 * size || 1;
  return [low - more, high + more];
}

/** The least and the greatest of the values that are finite; null without any. */
export function extremes(values: readonly (number | null)[]): Range | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

// Numbers as text and round numbers, for axes and tables.

/** Relative rounding error allowed in a round number. */
const ROUNDING = 1e-9;

/** Four significant digits: `−12.34`, `1.2e−5`. */
export function formatEntry(value: number): string {
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replace('e+', 'e').replaceAll('-', '−');
}

/** The smallest number 1, 2 or 5 × 10ⁿ that is at least `value`, which must be positive. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5].find((one) => one * power >= value * (1 - ROUNDING)) ?? 10;
  return Number((digit * power).toPrecision(1));
}

/** Powers of ten in a range, evenly thinned out to `most` of them. */
export function decades([low, high]: readonly [number, number], most = 12): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / most));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += stride) ticks.push(Number(`1e${power}`));
  return ticks;
}

/** `−1200`, `2e−9`. @param spacing of the ticks: their labels get enough digits to differ */
export function tickText(value: number, spacing = Infinity): string {
  const size = Math.abs(value);
  // At most 15 digits: further ones are rounding errors.
  const digits = Math.min(15, Math.max(6, 1 + Math.ceil(Math.log10(size / spacing))));
  const short = Number(value.toPrecision(digits));
  const text = size >= 1e5 || (size > 0 && size < 1e-3) ? short.toExponential() : String(short);
  return text.replace('e+', 'e').replaceAll('-', '−');
}
