/** How numbers are written, and how those that are typed are read. */
import { hasDecimalComma, t, withLocalNumbers } from '../../language/translate';
import { grouped } from '../../physics/model/validate';

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

/** With three digits. */
export const toThreeDigits = (value: number): string => formatNumber(value, 3);

/** An integer: `1,024`; where a comma is a decimal one, with a narrow space. */
export function formatCount(value: number): string {
  return grouped(value, hasDecimalComma() ? '\u202f' : ',');
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

/** The largest number 1, 2 or 5 × 10ⁿ that is at most `value`, which must be positive, up to rounding. */
export function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [5, 2].find((one) => one * power <= value * (1 + 1e-9)) ?? 1;
  return Number((digit * power).toPrecision(1));
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

/** How a number box writes a value, and reads what is typed. */
export interface NumberText {
  /** With all digits. */
  full(value: number): string;
  /** Shortened. */
  short(value: number): string;
  /** The value of a text; the text itself if it is not a number. */
  parse(text: string): number | string;
}

/** For tooltips. */
export const COMMA_HELP = 'A comma is a decimal point: 0,25 is 0.25.';

/** Digits with points and commas. */
const DIGITS = /[\d.,]+/g;
/** One separator and three digits behind it, where the language writes decimals otherwise: a decimal one, or one between thousands. */
const AMBIGUOUS = { comma: /^[1-9]\d{0,2}\.\d{3}$/, point: /^[1-9]\d{0,2},\d{3}$/ };

/** Digits with a decimal point: of `1.234,5`, `1,234.5` and `1,234,567` too, which have separators between thousands. */
function withPoint(digits: string): string {
  if (/^\d{1,3}(,\d{3})*\.\d+$|^[1-9]\d{0,2}(,\d{3}){2,}$/.test(digits)) return digits.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  return /^\d*,\d*$/.test(digits) ? digits.replace(',', '.') : digits;
}

/** The same text with decimal points; where a comma may mean two things, the text with a question. */
function withPoints(text: string): string {
  const unclear = text.match(DIGITS)?.find((digits) => AMBIGUOUS[hasDecimalComma() ? 'comma' : 'point'].test(digits));
  if (unclear) return t`${text}: is it ${unclear.replace(/[.,]/, '')} or ${unclear.replace(',', '.')}?`;
  return text.replace('−', '-').replace(DIGITS, withPoint);
}

/** The number that a text means; NaN for any other text. */
export function parseNumber(text: string): number {
  const digits = withPoints(text.trim());
  return digits === '' ? Number.NaN : Number(digits);
}

/** A number in the unit of its quantity. */
export const PLAIN: NumberText = {
  full: (value) => withLocalNumbers(String(value)),
  short: (value) => withLocalNumbers(formatNumber(value)),
  parse(text) {
    const value = Number(withPoints(text));
    return Number.isNaN(value) ? withPoints(text) : value;
  },
};

/** Powers of ten of the units of time that can be typed. */
const UNITS: Record<string, number> = { s: 0, ms: -3, µs: -6, μs: -6, us: -6 };
const AMOUNT = String.raw`(\d+\.?\d*|\.\d+)(?:e([-+]?\d+))?`;
const TIME = RegExp(String.raw`^${AMOUNT}(?:\s*/\s*${AMOUNT})?\s*(s|ms|[µμu]s)?$`, 'i');

/**
 * A time in s, written in ms. A number is in ms, a fraction such as 1/60 in s; units can be typed too: `0.5 ms`, `1/60 s`,
 * `0.002 s`. A text that is no positive time is not understood, so that the error quotes it.
 */
export const MILLISECONDS: NumberText = {
  full: (value) => withLocalNumbers(exactMilliseconds(value)),
  short: (value) => withLocalNumbers(formatNumber(Number((1000 * value).toPrecision(12)))),
  parse(typed) {
    const text = withPoints(typed);
    const match = TIME.exec(text);
    if (!match) return text;
    const [, above, abovePower = 0, below, belowPower = 0, unit] = match;
    const power = UNITS[(unit ?? (below ? 's' : 'ms')).toLowerCase()];
    // The power is part of the text: 0.3 ms becomes exactly the number 0.0003.
    const value = Number(`${above}e${Number(abovePower) + power}`) / (below ? Number(`${below}e${belowPower}`) : 1);
    return value > 0 && value < Number.POSITIVE_INFINITY ? value : text;
  },
};

/** A time in s as ms with all digits. */
function exactMilliseconds(value: number): string {
  const [mantissa, exponent] = value.toExponential().split('e');
  const power = Number(exponent) + 3;
  if (power < -6 || power > 15) return `${mantissa}e${power}`;
  const digits = mantissa.replace('.', '');
  // Moving the point keeps all digits; a multiplication may round the last one.
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return digits.length > power + 1 ? `${whole}.${digits.slice(power + 1)}` : whole;
}

/** `1, 2 and 3` */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : t`${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}
