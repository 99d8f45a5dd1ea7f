import type { Timeline } from '../../../physics';
import { element, setAttribute } from '../../controls/element';
import { formatCount } from '../../controls/number-format';
import { roundUp } from '../parts/numbers';

/** Between two ticks there are 1, 2 or 5 times a power of ten steps, and so many of them at most. */
const TICKS = 6;
/** Parts of the line that marks closer than this share one. */
const FINEST = 1 / 200;

/** A line over the recorded steps: a slider, with ticks under it and marks of what was done. */
export interface TimeLine {
  readonly node: HTMLElement;
  readonly slider: HTMLInputElement;
  /** @param value where the run is, or null to leave the thumb to who drags it; @param text what that is, for who can't see it */
  show(timeline: Timeline, value: number | null, text: string): void;
  /** @param steps of commands */
  mark(steps: readonly number[]): void;
}

/** @param seek called with each step that is asked for */
export function createTimeLine(seek: (step: number) => void): TimeLine {
  const slider = element('input', {
    type: 'range',
    step: 1,
    'aria-label': 'Step',
    title: 'Goes back to any recorded step, and forth',
    input: () => seek(Number(slider.value)),
  });
  const marks = element('div', { class: 'marks', 'aria-hidden': 'true' });
  const ticks = element('div', { class: 'ticks', 'aria-hidden': 'true' });
  const node = element('div', { class: 'time-line' }, marks, slider, ticks);
  let steps: readonly number[] = [];
  let drawn = '';

  function draw({ first, last, blowUp }: Timeline): void {
    const length = Math.max(1, last.step - first.step);
    const at = (step: number) => `--at: ${(step - first.step) / length}`;
    const places = new Map<number, number>();
    for (const step of steps) {
      if (step >= first.step) places.set(Math.round((step - first.step) / length / FINEST), step);
    }
    marks.replaceChildren(...Array.from(places.values(), (step) => element('i', { class: 'deed', style: at(step) })));
    if (blowUp) marks.append(element('i', { class: 'burst', style: at(blowUp.step) }, '✸'));
    const apart = roundUp(Math.max(1, length / TICKS));
    const labels: HTMLElement[] = [];
    for (let step = Math.ceil(first.step / apart) * apart; step <= last.step; step += apart) {
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
      const now = [first.step, last.step, blowUp?.step, steps.length, steps.at(-1)].join();
      if (now === drawn) return;
      drawn = now;
      draw(timeline);
    },
    mark(wanted) {
      steps = wanted;
      drawn = '';
    },
  };
}
