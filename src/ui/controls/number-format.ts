import { hasDecimalComma, t } from '../../language/translate';

/**
 * A number with three to five digits, short enough for a number box: `0.0003`, `1234.5`, `1e-10`.
 * @param most largest number of digits
 */
export function formatNumber(value: number, most = 5): string {
  for (let digits = most; digits >= Math.min(most, 3); digits--) {
    const text = String(Number(value.toPrecision(digits)));
    if (text.length <= 8) return text;
  }
  return value.toExponential(2);
}

/** An integer: `1,024`; where a comma is a decimal one, with a narrow space. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, hasDecimalComma() ? '\u202f' : ',');
}

const PREFIXES: readonly [factor: number, prefix: string][] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
  [1e-12, 'p'],
  [1e-15, 'f'],
];

/** The SI prefix for a quantity of this size, with its factor. */
export function prefixOf(size: number): readonly [factor: number, prefix: string] {
  if (!(size > 0)) return [1, ''];
  return PREFIXES.find(([factor]) => size >= factor) ?? PREFIXES[PREFIXES.length - 1];
}

/** A quantity with three digits and an SI prefix: `12.3 µm`, `1.5 kN/m`, `−250 J`, `2.90e+8 TJ`. */
export function prefixed(value: number, unit: string): string {
  // Round first: 999.9995 m becomes 1 km.
  const rounded = Number(value.toPrecision(3));
  const [factor, prefix] = prefixOf(Math.abs(rounded));
  return `${formatNumber(rounded / factor, 3)} ${prefix}${unit}`.trim().replace('-', '−');
}

/** A time or an energy with three digits, times as dt is written: `0.61 ms`, `12.3 mJ`. */
export function formatQuantity(value: number, unit: 's' | 'J'): string {
  const size = Math.abs(value);
  if (!(size >= 5e-10)) return `0 ${unit}`;
  if (size >= 1e6) return `${value.toExponential(1)} ${unit}`;
  const [factor, prefix] = size >= 1 ? [1, ''] : size >= 1e-5 ? [1e3, 'm'] : [1e6, 'µ'];
  return `${Number((value * factor).toPrecision(3))} ${prefix}${unit}`.replace('-', '−');
}

/** How many times a limit a value is: `0.85`, `1.03`, `2.6`, `30`, `1,200`. */
export function formatTimes(ratio: number): string {
  if (ratio < 1.095) return ratio.toFixed(2);
  return ratio < 9.95 ? ratio.toFixed(1) : formatCount(Math.round(ratio));
}

/** A time in s as three digits in ms, whatever its size: `0.300 ms`, `16.7 ms`, `1200 ms`. */
export function formatMilliseconds(seconds: number): string {
  const value = 1000 * seconds;
  const text = value >= 999.5 ? String(Math.round(value)) : value.toPrecision(3);
  return `${text.length > 8 ? value.toExponential(1) : text} ms`;
}

/** A ratio as a percentage: `9.3 %`, `120 %`. */
export function formatPercent(ratio: number): string {
  const percent = ratio * 100;
  if (!Number.isFinite(percent)) return '–';
  if (percent >= 99_999) return `> ${formatCount(99_999)} %`;
  return `${percent < 9.95 ? percent.toFixed(1) : formatCount(Math.round(percent))} %`;
}

/** dt relative to its limit, before “limit”: `45 % of`, `99.2 % of`, `101.7 % of`, `1.4 ×`. */
export function ofLimit(fraction: number): string {
  if (fraction > 1.1) return `${formatTimes(fraction)} ×`;
  return t`${formatNumber(100 * fraction, fraction > 0.99 ? 4 : 2)} % of`;
}
