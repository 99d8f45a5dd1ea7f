import './energy-ledger.css';
import type { Frame } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { button, element, setText } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { downloadTable } from '../../sharing/files';
import type { Instrument } from '../instrument';
import { createCanvas } from '../parts/canvas';
import { drawLedger } from './ledger-canvas';
import { createLedgerRecord, LEDGER_ACCOUNTS } from './ledger-record';
import { createLedgerTable } from './ledger-table';
import { remainderInWords } from './ledger-text';
import { createSlowestMode } from './slowest-mode';

/** Time between two looks at the books, ms: as a swing is to be seen that takes a tenth of a second. */
const PERIOD = 40;
const SPANS: { seconds: number; label: string }[] = [
  { seconds: 5, label: 'last 5 s' },
  { seconds: 30, label: 'last 30 s' },
  { seconds: Number.POSITIVE_INFINITY, label: 'all' },
];

/**
 * Where energy goes: the books of the run are opened with the instrument and closed with it. What no account of nature
 * explains is what the method has made or lost.
 */
export function createEnergyLedger(lab: Lab): Instrument {
  let record = createLedgerRecord();
  let now: Answer<'ledger'> = null;
  let span = SPANS[1].seconds;
  let asking = false;
  let closed = false;
  let last = 0;

  const verdict = element('p', { class: 'verdict' });
  const picture = createCanvas(
    'Energy over time, stacked: where it went above the axis, where it came from below',
    (ground) => drawLedger(ground, shownPoints()),
  );
  const table = createLedgerTable();
  const swing = createSlowestMode(lab);
  const choice = element(
    'select',
    {
      title: 'How much of the past the picture shows, in simulated time',
      change() {
        span = SPANS[choice.selectedIndex].seconds;
        picture.redraw();
      },
    },
    ...SPANS.map(({ label, seconds }) => element('option', { selected: seconds === span }, label)),
  );
  const node = element(
    'div',
    { class: 'energy-ledger' },
    verdict,
    picture.canvas,
    element(
      'div',
      { class: 'controls' },
      button('Begin anew', 'Close these books and open new ones, at zero', () => ask('restart')),
      element('label', {}, 'Show ', choice),
      button('CSV', 'All accounts over time, in J, as a table in a file', save),
    ),
    table.node,
    swing.node,
  );
  ask('read');

  function shownPoints() {
    const { points } = record;
    const from = (points.at(-1)?.time ?? 0) - span;
    return points.filter(({ time }) => time >= from);
  }

  function ask(action: 'read' | 'restart'): void {
    asking = true;
    last = performance.now();
    lab
      .ask('ledger', { action })
      .then(
        (answer) => {
          if (closed || !answer) return;
          if (action === 'restart') record = createLedgerRecord();
          now = answer;
          record.add(answer);
          picture.redraw();
        },
        // An engine that has died is told of elsewhere.
        () => {},
      )
      .finally(() => {
        asking = false;
      });
  }

  function save(): void {
    downloadTable(lab, 'energy-ledger', [
      ['t / s', ...LEDGER_ACCOUNTS.map(({ label }) => `${label} / J`)],
      ...record.points.map(({ time, flows }) => [time, ...flows.map((flow, i) => LEDGER_ACCOUNTS[i].side * flow)]),
    ]);
  }

  return {
    node,
    follow({ status }: Frame) {
      if (!asking && status.time !== now?.time && performance.now() - last >= PERIOD) ask('read');
    },
    update(frame) {
      // Standing still, commands change the books too.
      if (!asking) ask('read');
      swing.update(frame);
      if (!now) return;
      table.show(now.accounts);
      setText(verdict, remainderInWords(now.accounts.numerical, record.largest, now.time - now.since));
    },
    dispose() {
      closed = true;
      picture.dispose();
      lab.ask('ledger', { action: 'close' }).catch(() => {});
    },
  };
}
