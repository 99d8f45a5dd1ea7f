import { currentLanguage, t } from '../../language/translate';
import type { Answer } from '../../runtime/queries';
import { button, controlRow, element, setText } from '../controls/element';
import type { Lab } from '../lab/lab';
import { createAsker, type Instrument } from './parts/instrument';
import { column, createTable, withNote } from './parts/tables';

type Row = Answer<'scorecard'>[number];

/**
 * The scorecard of the lecture slides Particle Dynamics, for every method: each is run on free fall, on a spring and under
 * drag when the instrument opens.
 */
export function createScorecard(lab: Lab): Instrument {
  const summaryOf = (id: string) => lab.catalog.integrators.find((method) => method.id === id)?.summary ?? '';
  const again = button('Measure again', 'Repeat the three tests for every method', () => void measure());
  const note = element('p.now', { role: 'status' });
  const table = createTable<Row>({
    name: 'Scorecard of the methods',
    caption: 'Each method with the three kinds of force',
    style: 'scorecard',
    columns: [
      column('Method', 'The active method is highlighted', ({ id, label }) =>
        element('th', { scope: 'row', title: summaryOf(id) }, label),
      ),
      column('Order', 'Measured order of the error of a damped, driven oscillator', ({ measuredOrder, order }) =>
        withNote(measuredOrder.toFixed(2), t`in theory ${order}`),
      ),
      column('Constant acceleration', 'Free fall: the error of the position', ({ fall: { verdict, order, error } }) =>
        withNote(verdict, Number.isFinite(order) ? t`error ${error.toFixed(3)} m after 1 s at 1 m/s²` : ''),
      ),
      column('Position dependence', 'An undamped spring: largest stable hω', ({ spring: { verdict, growth } }) =>
        withNote(verdict, t`at hω = ½: amplitude × ${growth.toFixed(4)} per step`),
      ),
      column('Velocity dependence', 'Drag alone: largest stable hc/m', ({ drag }) => drag.verdict),
    ],
    attributes: ({ id }) => ({ 'aria-current': String(id === lab.frame.status.integrator) }),
  });
  table.node.hidden = true;
  const node = element('div', controlRow(again), note, table.node);
  const asker = createAsker(lab, (message) => setText(note, message));
  let measured: Row[] = [];

  async function measure(): Promise<void> {
    again.disabled = true;
    setText(note, 'Measuring…');
    const start = performance.now();
    await asker.ask('scorecard', {}, (card) => {
      measured = card;
      // New rows: these numbers are measured anew.
      table.show([]);
      table.show(card);
      table.node.hidden = false;
      const at = new Date().toLocaleTimeString(currentLanguage());
      setText(note, t`${card.length} methods measured at ${at}, in ${Math.round(performance.now() - start)} ms.`);
    });
    again.disabled = false;
  }

  void measure();
  return {
    node,
    update: table.refresh,
    conclude({ status: { integrator } }) {
      if (measured.length === 0) return again.disabled ? 'Measuring…' : t`There is no result: ${note.textContent}.`;
      const own = measured.find(({ id }) => id === integrator);
      return own ? conclusionText(own) : t`The active method is not among the ${measured.length} methods measured.`;
    },
  };
}

/** What the active method does, in a sentence. */
function conclusionText({ label, measuredOrder, spring, drag }: Row): string {
  const upTo = (limit: number, symbol: string) =>
    limit === Number.POSITIVE_INFINITY ? 'at every step' : t`up to ${symbol} = ${limit.toFixed(2)}`;
  const oscillates =
    spring.limit === 0
      ? 'lets an undamped spring grow at every step'
      : t`is stable on an undamped spring ${upTo(spring.limit, 'hω')}`;
  const slows =
    drag.limit === 0 ? 'is unstable under drag at every step' : t`is stable under drag ${upTo(drag.limit, 'hc/m')}`;
  return t`${label} measures order ${measuredOrder.toFixed(2)}, ${oscillates}, and ${slows}.`;
}
