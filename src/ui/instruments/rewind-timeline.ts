import { t } from '../../language/translate';
import type { Timeline } from '../../physics';
import type { Status } from '../../runtime/frame/frame';
import type { Answer } from '../../runtime/queries';
import { button, element, setAttribute, setText } from '../controls/element';
import { formatCount } from '../controls/number-format';
import type { Lab } from '../lab/lab';
import { roundUp } from './parts/axis';
import { createAsker } from './parts/instrument';
import { commandText } from './parts/recording';

/** Most ticks on the line; they are 1, 2 or 5 × 10ⁿ steps apart. */
const TICKS = 6;
/** Marks closer than this share of the line are drawn as one. */
const RESOLUTION = 1 / 200;

/** A slider over the recorded steps, with ticks below and marks of commands above. @param seek called with each step that the user chooses */
export function createTimelineSlider(seek: (step: number) => void) {
  const slider = element('input', {
    type: 'range',
    step: 1,
    'aria-label': 'Step',
    title: 'Go to any recorded step',
    input: () => seek(Number(slider.value)),
  });
  const marks = element('div', { class: 'marks', 'aria-hidden': 'true' });
  const ticks = element('div', { class: 'ticks', 'aria-hidden': 'true' });
  const node = element('div', { class: 'timeline' }, marks, slider, ticks);
  let steps: readonly number[] = [];
  let drawn = '';

  function draw({ first, last, blowUp }: Timeline): void {
    const length = Math.max(1, last.step - first.step);
    const at = (step: number) => `--at: ${(step - first.step) / length}`;
    const marked = new Map<number, number>();
    for (const step of steps) {
      if (step >= first.step) marked.set(Math.round((step - first.step) / length / RESOLUTION), step);
    }
    marks.replaceChildren(
      ...Array.from(marked.values(), (step) => element('i', { class: 'command', style: at(step) })),
    );
    if (blowUp) marks.append(element('i', { class: 'blow-up', style: at(blowUp.step) }, '✸'));
    const spacing = roundUp(Math.max(1, length / TICKS));
    const labels: HTMLElement[] = [];
    for (let step = Math.ceil(first.step / spacing) * spacing; step <= last.step; step += spacing) {
      labels.push(element('span', { style: at(step) }, formatCount(step)));
    }
    ticks.replaceChildren(...labels);
  }

  return {
    node,
    /** @param value present step, or null while the user drags the thumb; @param text the value for screen readers */
    show(timeline: Timeline, value: number | null, text: string): void {
      const { first, last, blowUp } = timeline;
      setAttribute(slider, 'min', String(first.step));
      setAttribute(slider, 'max', String(last.step));
      setAttribute(slider, 'aria-valuetext', text);
      if (value !== null && slider.value !== String(value)) slider.value = String(value);
      const key = [first.step, last.step, blowUp?.step, steps.length, steps.at(-1)].join();
      if (key === drawn) return;
      drawn = key;
      draw(timeline);
    },
    /** @param next steps of commands */
    mark(next: readonly number[]): void {
      steps = next;
      drawn = '';
    },
  };
}

/** Least time between two queries, ms. */
const PERIOD = 1000;
/** Commands shown: the last ones. */
const SHOWN = 60;

/**
 * The recorded commands and their times; each is a button that goes to its step.
 * @param markSteps called with the steps of all recorded commands
 */
export function createCommandList(
  lab: Lab,
  seek: (step: number) => void,
  markSteps: (steps: readonly number[]) => void,
) {
  const summary = element('summary', { title: 'The recorded commands; each button goes to its step' });
  const list = element('ol', { class: 'commands' });
  const node = element('details', { open: true }, summary, list);
  let rows: { step: number; node: HTMLElement }[] = [];
  let shownKey = '';
  let queried = Number.NEGATIVE_INFINITY;
  const asker = createAsker((message) => setText(summary, message));

  function row(step: number, time: number, text: string): HTMLElement {
    const when = t`${time.toFixed(3)} s, step ${formatCount(step)}`;
    const go = button('', t`Go to step ${formatCount(step)}`, () => seek(step));
    go.append(element('span', { class: 'when' }, when), ` ${t(text)}`);
    return element('li', {}, go);
  }

  function fill(commands: Answer<'recordedCommands'>, { blowUp }: Status['timeline']): void {
    markSteps(commands.map(({ step }) => step));
    rows = commands
      .slice(-SHOWN)
      .map(({ step, time, command }) => ({ step, node: row(step, time, commandText(command, lab.catalog)) }));
    if (blowUp) rows.push({ step: blowUp.step, node: row(blowUp.step, blowUp.time, t`blow-up (${blowUp.cause})`) });
    list.replaceChildren(...rows.map(({ node: item }) => item));
    const more = commands.length > SHOWN ? t`, the last ${SHOWN} of ${formatCount(commands.length)}` : '';
    setText(summary, commands.length === 0 && !blowUp ? 'No commands yet' : t`Commands${more}`);
  }

  return {
    node,
    update({ timeline, stepCount, scene }: Status): void {
      const key = [timeline.commandCount, timeline.first.step, timeline.blowUp?.step, scene].join();
      if (key !== shownKey && !asker.busy && performance.now() - queried > PERIOD) {
        shownKey = key;
        queried = performance.now();
        void asker.ask(
          () => lab.ask('recordedCommands', {}),
          (commands) => fill(commands, timeline),
        );
      }
      const last = rows.findLast(({ step }) => step <= stepCount);
      for (const one of rows) setAttribute(one.node, 'aria-current', String(one === last));
    },
    dispose: asker.close,
  };
}
