import type { Timeline } from '../../../physics';
import { element, setAttribute } from '../../controls/element';
import { formatCount } from '../../controls/number-format';
import { roundUp } from '../parts/numbers';

/** Most ticks on the line; they are 1, 2 or 5 × 10ⁿ steps apart. */
const TICKS = 6;
/** Marks closer than this share of the line are drawn as one. */
const RESOLUTION = 1 / 200;

/** A slider over the recorded steps, with ticks below and marks of commands above. */
export interface TimelineSlider {
  readonly node: HTMLElement;
  readonly slider: HTMLInputElement;
  /** @param value present step, or null while the user drags the thumb; @param text the value for screen readers */
  show(timeline: Timeline, value: number | null, text: string): void;
  /** @param steps of commands */
  mark(steps: readonly number[]): void;
}

/** @param seek called with each step that the user chooses */
export function createTimelineSlider(seek: (step: number) => void): TimelineSlider {
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
    slider,
    show(timeline, value, text) {
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
    mark(next) {
      steps = next;
      drawn = '';
    },
  };
}
