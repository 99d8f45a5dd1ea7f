import type { CompanionFrame, Frame } from '../../../runtime/frame/frame';
import { element, setAttribute, setText } from '../../controls/element';
import { formatPercent, formatQuantity, prefixed } from '../../controls/number-format';
import { createScrollTable, type Head } from '../parts/tables';

/** The values of one run. */
type Row = Omit<CompanionFrame, 'positions' | 'texels' | 'integrator' | 'show'> & { difference: number | null };

const COLUMNS: readonly { head: string; help: string; cell(row: Row): string }[] = [
  { head: 'dt', help: 'Time step', cell: ({ dt }) => formatQuantity(dt, 's') },
  { head: 'time', help: 'Simulated time reached', cell: ({ time }) => `${time.toFixed(3)} s` },
  {
    head: 'energy',
    help: 'Total energy: kinetic, elastic and gravitational',
    cell: ({ energy }) => formatQuantity(energy.total, 'J'),
  },
  { head: 'strain', help: 'Largest strain of a spring', cell: ({ strain }) => formatPercent(strain) },
  {
    head: 'difference',
    help: 'Root mean square distance of its particles from those of the main run',
    cell: ({ difference }) => (difference === null ? '–' : prefixed(difference, 'm')),
  },
];

export interface RunsTable {
  readonly node: HTMLElement;
  /** @param method label of the main run's method @param differences of the companions from the main run, m */
  show(frame: Frame, method: string, differences: readonly (number | null)[]): void;
}

/** One row for the main run, and one for each companion. */
export function createRunsTable(): RunsTable {
  const heads = COLUMNS.map(({ head, help }): Head => [head, help]);
  const { node, body } = createScrollTable('The runs', '', 'runs', [['run'], ...heads]);

  function rowAt(i: number): HTMLTableRowElement {
    if (body.rows[i]) return body.rows[i];
    const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.setProperty('--color', `var(--run-${i})`);
    const name = element('th', { scope: 'row' }, swatch, element('span'), element('small'));
    const row = element('tr', {}, name, ...COLUMNS.map(() => element('td')));
    body.append(row);
    return row;
  }

  return {
    node,
    show({ status, companions }, method, differences) {
      const main: Row = { ...status, label: method, dt: status.params.dt, difference: null };
      const others = companions.map((one, i): Row => ({ ...one, difference: differences[i] ?? null }));
      const rows = [main, ...others];
      while (body.rows.length > rows.length) body.deleteRow(-1);
      rows.forEach((row, i) => {
        const { cells } = rowAt(i);
        const [, name, state] = cells[0].children;
        setText(name, row.label);
        setText(state, i === 0 ? `main run: ${stateOf(row.blowUp)}` : stateOf(row.blowUp));
        COLUMNS.forEach(({ cell }, column) => {
          setText(cells[column + 1], cell(row));
        });
        setAttribute(body.rows[i], 'data-state', row.blowUp ? 'blown-up' : 'stable');
      });
    },
  };
}

/** `stable`, `blew up at step 812: numbers overflowed` */
function stateOf(blowUp: CompanionFrame['blowUp']): string {
  if (!blowUp) return 'stable';
  return `blew up at step ${blowUp.step.toLocaleString('en-US')}: ${CAUSES[blowUp.cause]}`;
}

const CAUSES = {
  'non-finite': 'numbers overflowed',
  energy: 'its energy exceeded what was put in',
  jitter: 'springs jittered',
};
