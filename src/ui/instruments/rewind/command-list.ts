import type { Status } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { Answer } from '../../../runtime/queries';
import { element, setAttribute, setText } from '../../controls/element';
import { formatCount } from '../../controls/number-format';
import type { Lab } from '../../lab/lab';
import { commandText } from '../parts/command-text';

/** Time between two questions while commands come in, ms. */
const PERIOD = 1000;
/** Deeds in the list: the last ones. */
const MOST = 60;

/** What was done in the recorded time, and when, each a button that goes there. */
export interface CommandList {
  readonly node: HTMLElement;
  update(status: Status): void;
  dispose(): void;
}

/** @param marks takes the steps of all of them */
export function createCommandList(
  lab: Lab,
  seek: (step: number) => void,
  marks: (steps: readonly number[]) => void,
): CommandList {
  const summary = element('summary', { title: 'The recorded commands; each leads to its step' });
  const list = element('ol', { class: 'deeds' });
  const node = element('details', { open: true }, summary, list);
  let rows: { step: number; node: HTMLElement }[] = [];
  let shown = '';
  let asked = Number.NEGATIVE_INFINITY;
  let closed = false;

  function row(step: number, time: number, text: string): HTMLElement {
    const where = `${time.toFixed(3)} s, step ${formatCount(step)}`;
    const go = element('button', { type: 'button', title: `Go to step ${formatCount(step)}`, click: () => seek(step) });
    go.append(element('span', { class: 'when' }, where), ` ${text}`);
    return element('li', {}, go);
  }

  function fill(deeds: Answer<'recordedCommands'>, { blowUp }: Status['timeline']): void {
    marks(deeds.map(({ step }) => step));
    rows = deeds
      .slice(-MOST)
      .map(({ step, time, command }) => ({ step, node: row(step, time, commandText(command, lab.catalog)) }));
    if (blowUp) rows.push({ step: blowUp.step, node: row(blowUp.step, blowUp.time, `blow-up (${blowUp.cause})`) });
    list.replaceChildren(...rows.map(({ node: item }) => item));
    const more = deeds.length > MOST ? `, the last ${MOST} of ${formatCount(deeds.length)}` : '';
    setText(summary, deeds.length === 0 && !blowUp ? 'Nothing was done yet' : `What was done${more}`);
  }

  async function ask(timeline: Status['timeline']): Promise<void> {
    try {
      const deeds = await lab.ask('recordedCommands', {});
      if (!closed) fill(deeds, timeline);
    } catch (error) {
      setText(summary, messageOf(error));
    }
  }

  return {
    node,
    update({ timeline, stepCount, scene }) {
      const now = [timeline.commandCount, timeline.first.step, timeline.blowUp?.step, scene].join();
      if (now !== shown && performance.now() - asked > PERIOD) {
        shown = now;
        asked = performance.now();
        void ask(timeline);
      }
      const last = rows.findLast(({ step }) => step <= stepCount);
      for (const one of rows) setAttribute(one.node, 'aria-current', String(one === last));
    },
    dispose() {
      closed = true;
    },
  };
}
