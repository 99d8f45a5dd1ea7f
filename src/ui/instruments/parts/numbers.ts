/** Numbers as text and round numbers, for axes and tables. */

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

/** The largest number 1, 2 or 5 × 10ⁿ that is at most `value`, which must be positive. */
export function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [5, 2].find((one) => one * power <= value * (1 + ROUNDING)) ?? 1;
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
