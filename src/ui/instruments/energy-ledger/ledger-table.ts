import type { EnergyLedger } from '../../../physics';
import { element, setText } from '../../controls/element';
import { flowsOf, LEDGER_ACCOUNTS, type LedgerAccount, STRIPE, turnoverOf } from './ledger-record';
import { energyColumn } from './ledger-text';

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
      element('td', { class: 'help' }, help),
    ),
  );
  const node = element(
    'div',
    { class: 'balance' },
    ...bars.map(({ sign, parts }) =>
      element(
        'div',
        { class: 'bar' },
        element('span', {}, sign > 0 ? 'Went to' : 'Came from'),
        element('span', { class: 'parts', 'aria-hidden': 'true' }, ...parts),
      ),
    ),
    element(
      'table',
      {},
      element('caption', {}, 'Since the start of the ledger'),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, 'Account'),
          unit,
          element('th', { scope: 'col' }, 'Contents'),
        ),
      ),
      element('tbody', {}, ...rows),
    ),
    element('p', { class: 'formula' }, 'Motion + Springs + Gravity = Hand + Changes − Heat + The method'),
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
