import type { Catalog } from '../../runtime/host/catalog-types';
import { messageOf } from '../../runtime/host/message-of';
import type { Answer } from '../../runtime/queries';
import { button, controlRow, element, setAttribute, setText } from '../controls/element';
import type { Lab } from '../lab/lab';
import type { Instrument } from './parts/instrument';
import { createScrollTable, type Head } from './parts/tables';

type Row = Answer<'scorecard'>[number];

const COLUMNS: readonly Head[] = [
  ['Method', 'The active method is highlighted'],
  ['Order', 'Measured order of the error of a damped, driven oscillator'],
  ['Constant acceleration', 'Free fall: the error of the position'],
  ['Position dependence', 'An undamped spring: largest stable hω'],
  ['Velocity dependence', 'Drag alone: largest stable hc/m'],
];

/**
 * The scorecard of the lecture slides Particle Dynamics, for every method: each is run on free fall, on a spring and under
 * drag when the instrument opens.
 */
export function createScorecard(lab: Lab): Instrument {
  const again = button('Measure again', 'Repeat the three tests for every method', () => void measure());
  const note = element('p', { class: 'now', role: 'status' });
  const { node: box, body } = createScrollTable(
    'Scorecard of the methods',
    'Each method with the three kinds of force',
    'scorecard',
    COLUMNS,
  );
  box.hidden = true;
  const node = element('div', {}, controlRow(again), note, box);
  let rows = new Map<string, HTMLElement>();
  let closed = false;
  let measured: Row[] = [];
  let present = '';

  async function measure(): Promise<void> {
    again.disabled = true;
    setText(note, 'Measuring…');
    const start = performance.now();
    try {
      const card = await lab.ask('scorecard', {});
      if (closed) return;
      const duration = performance.now() - start;
      measured = card;
      rows = new Map(card.map((row) => [row.id, rowOf(row, lab.catalog)]));
      body.replaceChildren(...rows.values());
      box.hidden = false;
      present = '';
      markMethod();
      const at = new Date().toLocaleTimeString();
      setText(note, `${card.length} methods measured at ${at}, in ${Math.round(duration)} ms.`);
    } catch (error) {
      setText(note, messageOf(error));
    }
    again.disabled = false;
  }

  /** Highlights the active method. */
  function markMethod(): void {
    const { integrator } = lab.frame.status;
    if (integrator === present) return;
    present = integrator;
    for (const [id, row] of rows) {
      if (id === integrator) setAttribute(row, 'aria-current', 'true');
      else row.removeAttribute('aria-current');
    }
  }

  void measure();
  return {
    node,
    update: markMethod,
    conclude({ status: { integrator } }) {
      if (measured.length === 0)
        return { text: again.disabled ? 'Measuring…' : `There is no result: ${note.textContent}.` };
      const own = measured.find(({ id }) => id === integrator);
      return {
        text: own ? conclusionText(own) : `The active method is not among the ${measured.length} methods measured.`,
      };
    },
    dispose() {
      closed = true;
    },
  };
}

/** What the active method does, in a sentence. */
function conclusionText({ label, measuredOrder, spring, drag }: Row): string {
  const upTo = (limit: number, symbol: string) =>
    limit === Number.POSITIVE_INFINITY ? 'at every step' : `up to ${symbol} = ${limit.toFixed(2)}`;
  const oscillates =
    spring.limit === 0
      ? 'lets an undamped spring grow at every step'
      : `is stable on an undamped spring ${upTo(spring.limit, 'hω')}`;
  const slows =
    drag.limit === 0 ? 'is unstable under drag at every step' : `is stable under drag ${upTo(drag.limit, 'hc/m')}`;
  return `${label} measures order ${measuredOrder.toFixed(2)}, ${oscillates}, and ${slows}.`;
}

function rowOf({ id, label, order, measuredOrder, fall, spring, drag }: Row, { integrators }: Catalog): HTMLElement {
  const { summary = '' } = integrators.find((method) => method.id === id) ?? {};
  return element(
    'tr',
    {},
    element('th', { scope: 'row', title: summary }, label),
    cell(measuredOrder.toFixed(2), `in theory ${order}`),
    cell(fall.verdict, Number.isFinite(fall.order) ? `error ${fall.error.toFixed(3)} m after 1 s at 1 m/s²` : ''),
    cell(spring.verdict, `at hω = ½: amplitude × ${spring.growth.toFixed(4)} per step`),
    cell(drag.verdict),
  );
}

function cell(verdict: string, measured = ''): HTMLElement {
  const lines = measured ? [verdict, element('small', {}, measured)] : [verdict];
  return element('td', {}, ...lines);
}
