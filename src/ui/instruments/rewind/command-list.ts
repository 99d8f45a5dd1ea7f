import type { Status } from '../../../runtime/frame/frame';
import { messageOf } from '../../../runtime/host/message-of';
import type { Answer } from '../../../runtime/queries';
import { element, setAttribute, setText } from '../../controls/element';
import { formatCount } from '../../controls/number-format';
import type { Lab } from '../../lab/lab';
import { commandText } from '../parts/command-text';

/** Least time between two queries, ms. */
const PERIOD = 1000;
/** Commands shown: the last ones. */
const SHOWN = 60;

/** The recorded commands and their times; each is a button that goes to its step. */
export interface CommandList {
  readonly node: HTMLElement;
  update(status: Status): void;
  dispose(): void;
}

/** @param markSteps called with the steps of all recorded commands */
export function createCommandList(
  lab: Lab,
  seek: (step: number) => void,
  markSteps: (steps: readonly number[]) => void,
): CommandList {
  const summary = element('summary', { title: 'The recorded commands; each button goes to its step' });
  const list = element('ol', { class: 'commands' });
  const node = element('details', { open: true }, summary, list);
  let rows: { step: number; node: HTMLElement }[] = [];
  let shownKey = '';
  let queried = Number.NEGATIVE_INFINITY;
  let closed = false;

  function row(step: number, time: number, text: string): HTMLElement {
    const when = `${time.toFixed(3)} s, step ${formatCount(step)}`;
    const button = element('button', {
      type: 'button',
      title: `Go to step ${formatCount(step)}`,
      click: () => seek(step),
    });
    button.append(element('span', { class: 'when' }, when), ` ${text}`);
    return element('li', {}, button);
  }

  function fill(commands: Answer<'recordedCommands'>, { blowUp }: Status['timeline']): void {
    markSteps(commands.map(({ step }) => step));
    rows = commands
      .slice(-SHOWN)
      .map(({ step, time, command }) => ({ step, node: row(step, time, commandText(command, lab.catalog)) }));
    if (blowUp) rows.push({ step: blowUp.step, node: row(blowUp.step, blowUp.time, `blow-up (${blowUp.cause})`) });
    list.replaceChildren(...rows.map(({ node: item }) => item));
    const more = commands.length > SHOWN ? `, the last ${SHOWN} of ${formatCount(commands.length)}` : '';
    setText(summary, commands.length === 0 && !blowUp ? 'No commands yet' : `Commands${more}`);
  }

  async function query(timeline: Status['timeline']): Promise<void> {
    try {
      const commands = await lab.ask('recordedCommands', {});
      if (!closed) fill(commands, timeline);
    } catch (error) {
      setText(summary, messageOf(error));
    }
  }

  return {
    node,
    update({ timeline, stepCount, scene }) {
      const key = [timeline.commandCount, timeline.first.step, timeline.blowUp?.step, scene].join();
      if (key !== shownKey && performance.now() - queried > PERIOD) {
        shownKey = key;
        queried = performance.now();
        void query(timeline);
      }
      const last = rows.findLast(({ step }) => step <= stepCount);
      for (const one of rows) setAttribute(one.node, 'aria-current', String(one === last));
    },
    dispose() {
      closed = true;
    },
  };
}
