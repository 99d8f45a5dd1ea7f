import { formatPercent, formatQuantity } from '../../controls/number-format';

/** Of all that has moved: less than this is as good as nothing. */
const NOTHING = 1e-3;

/** What the method has made or lost, in a sentence. @param turnover the largest that there has been, J; @param elapsed s */
export function remainderInWords(numerical: number, turnover: number, elapsed: number): string {
  const size = Math.abs(numerical);
  if (turnover === 0 || elapsed === 0) return 'The books are open: nothing has moved yet.';
  const share = formatPercent(size / turnover);
  const time = formatQuantity(elapsed, 's');
  if (size < NOTHING * turnover) {
    return `The books balance: in ${time} the method has ${numerical < 0 ? 'lost' : 'made'} ${formatQuantity(size, 'J')}, less than 0.1 % of all that has moved.`;
  }
  const deed = numerical > 0 ? `made ${formatQuantity(size, 'J')} out of nothing` : `lost ${formatQuantity(size, 'J')}`;
  return `The method has ${deed} in ${time}: ${share} of all that has moved (${formatQuantity(turnover, 'J')}).`;
}

/** What the method leaves of the slowest swing, in two sentences. @param method its name */
export function swingInWords(
  method: string,
  { omega, kept, exact, alone }: { omega: number; kept: number; exact: number; alone: number },
): string {
  const frequency = `${Number((omega / (2 * Math.PI)).toPrecision(3))} Hz`;
  return [
    `${method} ${keeps(kept)} the energy of the slowest swing (${frequency}) each second; exactly it would be ${part(exact)}.`,
    `By itself, with nothing else to damp it, the method ${keeps(alone)} it.`,
  ].join(' ');
}

function keeps(ratio: number): string {
  if (ratio > 10) return `multiplies by ${ratio > 1e6 ? 'more than a million' : Number(ratio.toPrecision(3))}`;
  return ratio > 1 + 5e-6 ? `makes ${part(ratio)} of` : `keeps ${part(ratio)} of`;
}

/** As a percentage, with more digits near 100 %, where it is the rest that tells. */
function part(ratio: number): string {
  const off = Math.abs(ratio - 1);
  if (off < 5e-6) return '100 %';
  const digits = off < 5e-4 ? 3 : off < 5e-3 ? 2 : off < 0.05 ? 1 : 0;
  return ratio < 0.005 ? 'less than 1 %' : `${(100 * ratio).toFixed(digits)} %`;
}

const PREFIXES = [
  { unit: 'J', factor: 1 },
  { unit: 'mJ', factor: 1e3 },
  { unit: 'µJ', factor: 1e6 },
];

/** Energies in one unit, with their signs, so that they can be added up by eye. */
export function column(values: readonly number[]): { unit: string; texts: string[] } {
  const largest = Math.max(...values.map(Math.abs));
  const { unit, factor } = PREFIXES.find((one) => largest * one.factor >= 0.5) ?? PREFIXES[largest === 0 ? 0 : 2];
  const size = largest * factor;
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  const texts = values.map((value) => {
    if (size >= 1e6) return signed(value.toExponential(2), value);
    const text = Math.abs(value * factor).toFixed(digits);
    return Number(text) === 0 ? text : signed(text, value);
  });
  return { unit, texts };
}

function signed(text: string, value: number): string {
  return (value < 0 ? '−' : '+') + text.replace(/^-/, '').replace('e+', 'e');
}
