import './energy-ledger.css';
import type { Frame } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { button, choice, controlRow, element, labelled } from '../../controls/element';
import type { Lab } from '../../lab/lab';
import { tableButtons, tableOfRows } from '../../sharing/table-file';
import { createCanvas } from '../parts/canvas';
import { type Conclusion, createAsker, type Instrument, nothingToSee } from '../parts/instrument';
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
  const asker = createAsker();
  /** What the next question asks for. */
  let action: 'read' | 'restart' = 'read';
  let last = 0;

  const chart = createCanvas(
    'Stacked energy over time: above the axis where it went, below where it came from',
    (context) => drawLedger(context, shownPoints()),
    { isReady: () => record.points.length > 1, legend: LEDGER_LEGEND },
  );
  const table = createLedgerTable();
  const slowestMode = createSlowestMode(lab);
  const shown = choice(
    {
      title: 'Simulated time that the chart shows',
      change() {
        span = SPANS[Number(shown.value)].seconds;
        chart.redraw();
      },
    },
    SPANS.map(({ label }, i) => [i, label]),
  );
  shown.value = '1';
  const node = element(
    'div',
    { class: 'energy-ledger' },
    chart.canvas,
    controlRow(
      button('Restart', 'Restart the ledger at zero', () => {
        action = 'restart';
        ask();
      }),
      labelled('Show ', shown),
      ...tableButtons('Download all accounts over time, J, as a CSV file', recordedTable),
    ),
    table.node,
    slowestMode.node,
  );
  ask();

  function shownPoints() {
    const { points } = record;
    const from = (points.at(-1)?.time ?? 0) - span;
    return points.filter(({ time }) => time >= from);
  }

  function ask(): void {
    if (asker.busy) return;
    const asked = action;
    action = 'read';
    last = performance.now();
    void asker.ask(
      () => lab.ask('ledger', { action: asked }),
      (answer) => {
        if (!answer) return;
        if (asked === 'restart') record = createLedgerRecord();
        now = answer;
        record.add(answer);
        chart.redraw();
      },
    );
  }

  function recordedTable() {
    return tableOfRows(lab, 'energy-ledger', [
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
      if (status.time !== now?.time && performance.now() - last >= PERIOD) ask();
    },
    update(frame) {
      // Commands change the ledger also while the run is paused.
      ask();
      slowestMode.update(frame);
      if (!now) return;
      table.show(now.accounts);
    },
    dispose() {
      asker.close();
      chart.dispose();
      lab.ask('ledger', { action: 'close' }).catch(() => {});
    },
  };
}
