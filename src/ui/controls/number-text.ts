import { hasDecimalComma, t, withLocalNumbers } from '../../language/translate';
import { formatNumber } from './number-format';

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
