/** A linear axis with round ticks. */
import { roundUp, tickText } from '../../../instruments/parts/numbers';

export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

/** Least length of an axis over the largest number on it: shorter ones have ticks that differ by rounding. */
const SHORTEST = 1e-9;

/**
 * @param values the finite ones count @param most ticks, about
 * @param isRounded true: the axis ends at ticks; false: at the first and the last value
 */
export function axisOf(values: readonly number[], most: number, isRounded: boolean): Axis {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= SHORTEST * size) {
    const half = size === 0 ? 1 : 0.1 * size;
    [low, high] = [low - half, high + half];
  }
  const spacing = roundUp((high - low) / most);
  const [first, last] = isRounded
    ? [Math.floor(low / spacing), Math.ceil(high / spacing)]
    : [Math.ceil(low / spacing - SHORTEST), Math.floor(high / spacing + SHORTEST)];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => {
    const value = Number(((first + i) * spacing).toPrecision(15));
    return { value, text: tickText(value, spacing) };
  });
  return isRounded
    ? { low: ticks[0].value, high: (ticks.at(-1) as { value: number }).value, ticks }
    : { low, high, ticks };
}
