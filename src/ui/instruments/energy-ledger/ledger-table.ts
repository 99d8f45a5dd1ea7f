import { t } from '../../../language/translate';
import type { EnergyLedger } from '../../../physics';
import { element, setText } from '../../controls/element';
import { formatPercent, formatQuantity } from '../../controls/number-format';
import { type Band, flowsOf, LEDGER_ACCOUNTS, type LedgerAccount, STRIPE, turnoverOf } from './ledger-record';

/** The ledger as two bars of the same length, and as numbers. */
export function createLedgerTable(): { node: HTMLElement; show(ledger: EnergyLedger): void } {
  const bars = [1, -1].map((sign) => ({
    sign,
    parts: LEDGER_ACCOUNTS.map(({ key, label, color }) =>
      element('span', { class: `part ${key}`, title: label, style: colorStyle(color) }),
    ),
  }));
  const unit = element('th', { scope: 'col' }, 'J');
  const cells = LEDGER_ACCOUNTS.map(() => element('td'));
  const rows = LEDGER_ACCOUNTS.map(({ key, label, help, color }, i) =>
    element(
      'tr',
      { title: help },
      element('th', { scope: 'row' }, element('span', { class: `swatch ${key}`, style: colorStyle(color) }), label),
      cells[i],
      element('td.help', help),
    ),
  );
  const node = element(
    'div.balance',
    ...bars.map(({ sign, parts }) =>
      element(
        'div.bar',
        element('span', sign > 0 ? 'Went to' : 'Came from'),
        element('span.parts', { 'aria-hidden': 'true' }, ...parts),
      ),
    ),
    element(
      'table',
      element('caption', 'Since the start of the ledger'),
      element(
        'thead',
        element('tr', element('th', { scope: 'col' }, 'Account'), unit, element('th', { scope: 'col' }, 'Contents')),
      ),
      element('tbody', ...rows),
    ),
    element('p.formula', 'Motion + Springs + Gravity = Hand + Changes − Heat + The method'),
  );

  return {
    node,
    show(ledger) {
      const flows = flowsOf(ledger);
      const turnover = turnoverOf(flows);
      for (const { sign, parts } of bars) {
        parts.forEach((part, i) => {
          const share = turnover > 0 ? Math.max(0, sign * flows[i]) / turnover : 0;
          part.style.width = `${(100 * share).toFixed(2)}%`;
        });
      }
      const { unit: name, texts } = energyColumn(LEDGER_ACCOUNTS.map(({ key }) => ledger[key]));
      setText(unit, name);
      texts.forEach((text, i) => {
        setText(cells[i], text);
      });
    },
  };
}

function colorStyle(color: LedgerAccount['color']): string {
  return `--color: ${color}; --stripe: ${STRIPE}`;
}

/** A smaller share of the turnover counts as balanced. */
const BALANCED = 1e-3;
/** Times the present energy: less turnover is rounding, in single precision, of positions and velocities. */
const ROUNDING = 1e-5;

/** What the ledger has recorded so far. */
interface LedgerNow {
  /** Energy that the method added, or removed if negative, J. */
  numerical: number;
  /** The largest turnover, J. */
  turnover: number;
  /** s. */
  elapsed: number;
  /** Null while there are too few points. */
  band: Band | null;
  /** J; kinetic + |elastic| + |gravity| of the run. */
  energy: number;
  /** Order of the method. */
  order: number;
}

/** True if what has moved is so little that it may be rounding. */
export function isRounding({ turnover, elapsed, energy }: LedgerNow): boolean {
  return turnover === 0 || elapsed === 0 || turnover < ROUNDING * energy;
}

/** The energy that the method added or removed, in sentences. The definitions: docs/engine.md. */
export function summaryText({ numerical, turnover, elapsed, band, order }: LedgerNow): string {
  const size = Math.abs(numerical);
  const effect = numerical > 0 ? t('added') : t('removed');
  const time = formatQuantity(elapsed, 's');
  if (size < BALANCED * turnover) {
    return t`Balanced: the method ${effect} ${formatQuantity(size, 'J')} in ${time}, less than 0.1 % of the energy moved.`;
  }
  const change = t`The method ${effect} ${formatQuantity(size, 'J')} in ${time}: ${formatPercent(size / turnover)} of the energy moved (${formatQuantity(turnover, 'J')}).`;
  return band ? `${change} ${bandText(band, order)}` : change;
}

/** Whether it goes on, and what a shorter dt does to it. */
function bandText({ low, high, first, last, time, drifts }: Band, order: number): string {
  const span = t`in the last ${formatQuantity(time, 's')}`;
  const range = (from: number, to: number) => [from, to].map((value) => formatQuantity(value, 'J'));
  const [from, to] = drifts ? range(first, last) : range(low, high);
  const course = drifts
    ? t`It drifts: ${span} it went from ${from} to ${to}.`
    : t`It does not drift: ${span} it stayed between ${from} and ${to}.`;
  return t`${course} In smooth motion half the dt makes it about ${2 ** order} times smaller, or more (order ${order}).`;
}

/** The energy that the method leaves in the slowest mode, in two sentences. @param method its label */
export function slowestModeText(
  method: string,
  { omega, kept, exact, alone }: { omega: number; kept: number; exact: number; alone: number },
): string {
  const frequency = `${Number((omega / (2 * Math.PI)).toPrecision(3))} Hz`;
  return [
    t`${method} ${changeText(kept, t`the energy of the slowest mode (${frequency})`)} per second; exact: ${percentText(exact)}.`,
    t`Without physical damping it ${changeText(alone, t('this energy'))}.`,
  ].join(' ');
}

/** `keeps 61 % of this energy`, `raises this energy to 120 %`, `multiplies this energy by 40`. @param ratio of the energy after a second */
function changeText(ratio: number, energy: string): string {
  if (ratio > 10)
    return t`multiplies ${energy} by ${ratio > 1e6 ? 'more than a million' : Number(ratio.toPrecision(3))}`;
  return ratio > 1 + 5e-6 ? t`raises ${energy} to ${percentText(ratio)}` : t`keeps ${percentText(ratio)} of ${energy}`;
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
