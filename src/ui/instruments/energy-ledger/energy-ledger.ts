import '../parts/run.css';
import type { Frame } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { button, choice, controlRow, element, labelled, setText } from '../../controls/element';
import { methodLabel, paramsOfModes } from '../../lab/catalog-labels';
import type { Lab } from '../../lab/lab';
import { tableButtons, tableOfRows } from '../../sharing/table-file';
import { createCanvas } from '../parts/canvas';
import { type Conclusion, createAsker, type Instrument, nothingToSee } from '../parts/instrument';
import { createLedgerRecord, drawLedger, LEDGER_ACCOUNTS, LEDGER_LEGEND } from './ledger-record';
import { createLedgerTable, isRounding, slowestModeText, summaryText } from './ledger-table';

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
  const asker = createAsker(lab);
  /** What the next question asks for. */
  let action: 'read' | 'restart' = 'read';

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
    'div.energy-ledger',
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
    void asker.ask('ledger', { action: asked }, (answer) => {
      if (!answer) return;
      if (asked === 'restart') record = createLedgerRecord();
      now = answer;
      record.add(answer);
      chart.redraw();
    });
  }

  function recordedTable() {
    return tableOfRows(lab, 'energy-ledger', [
      ['t / s', ...LEDGER_ACCOUNTS.map(({ label }) => `${label} / J`)],
      ...record.points.map(({ time, flows }) => [time, ...flows.map((flow, i) => LEDGER_ACCOUNTS[i].side * flow)]),
    ]);
  }

  function conclude(frame: Frame): Conclusion {
    const { status } = frame;
    if (!now) return 'The ledger is starting.';
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
    if (!isRounding(ledger)) return summaryText(ledger);
    if (status.blowUp) return 'The run has stopped at a blow-up: the ledger goes on when it runs again.';
    return nothingToSee(frame);
  }

  return {
    node,
    conclude,
    follow({ status }: Frame) {
      if (status.time !== now?.time && asker.isFree(PERIOD)) ask();
    },
    update(frame) {
      // Commands change the ledger also while the run is paused.
      ask();
      slowestMode.update(frame);
      if (!now) return;
      table.show(now.accounts);
    },
    dispose() {
      lab.ask('ledger', { action: 'close' }).catch(() => {});
    },
  };
}

type SlowestMode = NonNullable<Answer<'slowestMode'>>;

/** Up to this many particles the mode is computed automatically; more take over a second, during which the run waits. */
const QUICK = 1500;
/** Time without a change before the mode is computed, ms. */
const DELAY = 700;

/** A line of text on the energy that the method leaves in the slowest mode, and a button that computes that mode. */
function createSlowestMode(lab: Lab): { node: HTMLElement; update(frame: Frame): void } {
  const text = element('p.slowest-mode');
  const compute = button('Measure the slowest mode', 'Compute the slowest vibration mode about the current state', () =>
    query(lab.frame, null),
  );
  const node = element('div', text, controlRow(compute));
  let mode: SlowestMode | null = null;
  /** Keys of the scene and method at the last query, and the present key with the time of its last change, ms. */
  let queriedScene = '';
  let queriedMethod = '';
  let present = '';
  let since = 0;
  const asker = createAsker(lab);

  const sceneKey = ({ structure: { generation }, status }: Frame) =>
    JSON.stringify([generation, paramsOfModes(status, lab.catalog), status.pinned.length, status.springCount]);
  const methodKey = ({ status: { integrator, params } }: Frame) => JSON.stringify([integrator, params]);

  function query(frame: Frame, known: SlowestMode | null): void {
    if (asker.busy) return;
    queriedMethod = methodKey(frame);
    queriedScene = sceneKey(frame);
    const method = methodLabel(lab.catalog, frame.status.integrator);
    const args = { mode: known && { omega: known.omega, zeta: known.zeta } };
    void asker.ask('slowestMode', args, (answer) => {
      mode = answer;
      setText(
        text,
        answer
          ? slowestModeText(method, answer)
          : 'There is no slowest vibration mode here: some motion has no stiffness, or a negative one as in a cloth that moves. Let it come to rest.',
      );
    });
  }

  return {
    node,
    update(frame) {
      const key = sceneKey(frame) + methodKey(frame);
      const time = performance.now();
      if (key !== present) since = time;
      present = key;
      if (asker.busy || time - since < DELAY) return;
      if (sceneKey(frame) === queriedScene) {
        if (mode && methodKey(frame) !== queriedMethod) query(frame, mode);
      } else if (frame.status.particleCount <= QUICK) query(frame, null);
      else {
        mode = null;
        setText(text, 'Press the button to measure the slowest mode; it may take some seconds.');
      }
    },
  };
}
