import { beforeEach, expect, test, vi } from 'vitest';
import type { Command } from '../../../src/physics';
import { createActs, OWN_ACT } from '../../../src/ui/lab/acts';

/** Callbacks for the next animation frame. */
let frames: (() => void)[] = [];
const nextFrame = () => {
  for (const callback of frames.splice(0)) callback();
};
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  return () => vi.unstubAllGlobals();
});

const stiffness: Command = { type: 'set', key: 'stiffness', value: 1 };
const gravity: Command = { type: 'set', key: 'gravity', value: 1 };

function presses() {
  const target = new EventTarget();
  const acts = createActs(target);
  const fire = (type: string, more: object = {}) => target.dispatchEvent(Object.assign(new Event(type), more));
  return { acts, fire };
}

test('what a press of the pointer or of a key sets several times is one act, also while the key repeats', () => {
  for (const [down, up] of [
    ['pointerdown', 'pointerup'],
    ['keydown', 'keyup'],
  ]) {
    const { acts, fire } = presses();
    fire(down);
    const first = acts.of(stiffness);
    expect(first).not.toBe(OWN_ACT);
    fire(down, { repeat: down === 'keydown' });
    const second = acts.of(stiffness);
    expect(second === first).toBe(down === 'keydown');
    fire(up);
    nextFrame();
    // The last value of a slider comes with the frame after the press.
    expect(acts.of(stiffness)).toBe(second);
    nextFrame();
    expect(acts.of(stiffness)).toBe(OWN_ACT);
  }
});

test('two things that one press sets are two acts: a box that loses the focus, and the button that was pressed', () => {
  const { acts, fire } = presses();
  fire('pointerdown');
  expect(acts.of(stiffness)).not.toBe(acts.of(gravity));
});

test('a press that begins soon after another one does not end with it', () => {
  const { acts, fire } = presses();
  fire('pointerdown');
  fire('pointerup');
  fire('pointerdown');
  nextFrame();
  nextFrame();
  expect(acts.of(stiffness)).not.toBe(OWN_ACT);
});

test('everything within `together` is one act, and other acts have other numbers', async () => {
  const { acts, fire } = presses();
  const numbers: number[] = [];
  await acts.together(async () => {
    numbers.push(acts.of(stiffness));
    await null;
    await acts.together(async () => {
      numbers.push(acts.of(gravity));
    });
    numbers.push(acts.of(stiffness));
  });
  expect(new Set(numbers).size).toBe(1);
  expect(acts.of(stiffness)).toBe(OWN_ACT);
  fire('pointerdown');
  expect(numbers).not.toContain(acts.of(stiffness));
});
