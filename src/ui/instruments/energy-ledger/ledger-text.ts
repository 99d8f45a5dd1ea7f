import { formatPercent, formatQuantity } from '../../controls/number-format';

/** A smaller share of the turnover counts as balanced. */
const BALANCED = 1e-3;

/**
 * The energy that the method added or removed, as a sentence.
 * @param turnover the largest so far, J; @param elapsed s; @param stopped true after a blow-up
 */
export function summaryText(numerical: number, turnover: number, elapsed: number, stopped = false): string {
  const size = Math.abs(numerical);
  if (turnover === 0 || elapsed === 0) {
    return stopped
      ? 'The run has stopped at a blow-up. The ledger starts when it runs again.'
      : 'The ledger has started: no energy has moved yet.';
  }
  const share = formatPercent(size / turnover);
  const time = formatQuantity(elapsed, 's');
  if (size < BALANCED * turnover) {
    return `Balanced: the method ${numerical < 0 ? 'removed' : 'added'} ${formatQuantity(size, 'J')} in ${time}, less than 0.1 % of the energy moved.`;
  }
  const effect = numerical > 0 ? 'added' : 'removed';
  return `The method ${effect} ${formatQuantity(size, 'J')} in ${time}: ${share} of the energy moved (${formatQuantity(turnover, 'J')}).`;
}

/** The energy that the method leaves in the slowest mode, in two sentences. @param method its label */
export function slowestModeText(
  method: string,
  { omega, kept, exact, alone }: { omega: number; kept: number; exact: number; alone: number },
): string {
  const frequency = `${Number((omega / (2 * Math.PI)).toPrecision(3))} Hz`;
  return [
    `${method} ${changeText(kept, `the energy of the slowest mode (${frequency})`)} per second; exact: ${percentText(exact)}.`,
    `Without physical damping it ${changeText(alone, 'it')}.`,
  ].join(' ');
}

/** `keeps 61 % of it`, `raises it to 120 %`, `multiplies it by 40`. @param ratio of the energy after a second */
function changeText(ratio: number, energy: string): string {
  if (ratio > 10)
    return `multiplies ${energy} by ${ratio > 1e6 ? 'more than a million' : Number(ratio.toPrecision(3))}`;
  return ratio > 1 + 5e-6 ? `raises ${energy} to ${percentText(ratio)}` : `keeps ${percentText(ratio)} of ${energy}`;
}

/** As a percentage, with more digits near 100 %, where the difference matters. */
function percentText(ratio: number): string {
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

/** Energies with signs in one common unit, so that the reader can add them. */
export function energyColumn(values: readonly number[]): { unit: string; texts: string[] } {
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
