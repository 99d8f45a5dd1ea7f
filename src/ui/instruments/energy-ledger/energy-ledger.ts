import './energy-ledger.css';
import type { Frame } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { button, controlRow, element } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { downloadTable } from '../../sharing/files';
import { createCanvas } from '../parts/canvas';
import type { Instrument } from '../parts/instrument';
import { type Conclusion, nothingToSee } from '../parts/instrument';
import { drawLedger, LEDGER_LEGEND } from './ledger-canvas';
import { createLedgerRecord, LEDGER_ACCOUNTS } from './ledger-record';
import { createLedgerTable, isRounding, summaryText } from './ledger-table';
import { createSlowestMode } from './slowest-mode';

/** Time between two queries, ms: short enough to resolve an oscillation of 0.1 s. */
const PERIOD = 40;
const SPANS: { seconds: number; label: string }[] = [
  { seconds: 5, label: 'last 5 s' },
  { seconds: 30, label: 'last 30 s' },
  { seconds: Number.POSITIVE_INFINITY, label: 'all' },
];

/**
 * The energy ledger of the run; it is recorded while the instrument is open. The energy without a physical cause is the
 * method's error.
 */
export function createEnergyLedger(lab: Lab): Instrument {
  let record = createLedgerRecord();
  let now: Answer<'ledger'> = null;
  let span = SPANS[1].seconds;
  let busy = false;
  let closed = false;
  let last = 0;

  const chart = createCanvas(
    'Stacked energy over time: above the axis where it went, below where it came from',
    (context) => drawLedger(context, shownPoints()),
    { isReady: () => record.points.length > 1, legend: LEDGER_LEGEND },
  );
  const table = createLedgerTable();
  const slowestMode = createSlowestMode(lab);
  const choice = element(
    'select',
    {
      title: 'Simulated time that the chart shows',
      change() {
        span = SPANS[choice.selectedIndex].seconds;
        chart.redraw();
      },
    },
    ...SPANS.map(({ label, seconds }) => element('option', { selected: seconds === span }, label)),
  );
  const node = element(
    'div',
    { class: 'energy-ledger' },
    chart.canvas,
    controlRow(
      button('Restart', 'Restart the ledger at zero', () => ask('restart')),
      element('label', {}, 'Show ', choice),
      button('CSV', 'Download all accounts over time, J, as a CSV file', save),
    ),
    table.node,
    slowestMode.node,
  );
  ask('read');

  function shownPoints() {
    const { points } = record;
    const from = (points.at(-1)?.time ?? 0) - span;
    return points.filter(({ time }) => time >= from);
  }

  function ask(action: 'read' | 'restart'): void {
    busy = true;
    last = performance.now();
    lab
      .ask('ledger', { action })
      .then(
        (answer) => {
          if (closed || !answer) return;
          if (action === 'restart') record = createLedgerRecord();
          now = answer;
          record.add(answer);
          chart.redraw();
        },
        // An engine failure is reported elsewhere.
        () => {},
      )
      .finally(() => {
        busy = false;
      });
  }

  function save(): void {
    downloadTable(lab, 'energy-ledger', [
      ['t / s', ...LEDGER_ACCOUNTS.map(({ label }) => `${label} / J`)],
      ...record.points.map(({ time, flows }) => [time, ...flows.map((flow, i) => LEDGER_ACCOUNTS[i].side * flow)]),
    ]);
  }

  function conclude(frame: Frame): Conclusion {
    const { status } = frame;
    if (!now) return { text: 'The ledger is starting.' };
    const { kinetic, elastic, gravity } = status.energy;
    const { order } = lab.catalog.integrators.find(({ id }) => id === status.integrator) ?? { order: 1 };
    const ledger = {
      numerical: now.accounts.numerical,
      turnover: record.largest,
      elapsed: now.time - now.since,
      band: record.band,
      energy: kinetic + Math.abs(elastic) + Math.abs(gravity),
      order,
    };
    if (!isRounding(ledger)) return { text: summaryText(ledger) };
    if (status.blowUp) return { text: 'The run has stopped at a blow-up: the ledger goes on when it runs again.' };
    return nothingToSee(frame);
  }

  return {
    node,
    conclude,
    follow({ status }: Frame) {
      if (!busy && status.time !== now?.time && performance.now() - last >= PERIOD) ask('read');
    },
    update(frame) {
      // Commands change the ledger also while the run is paused.
      if (!busy) ask('read');
      slowestMode.update(frame);
      if (!now) return;
      table.show(now.accounts);
    },
    dispose() {
      closed = true;
      chart.dispose();
      lab.ask('ledger', { action: 'close' }).catch(() => {});
    },
  };
}
