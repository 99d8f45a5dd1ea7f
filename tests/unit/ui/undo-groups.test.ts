import { beforeEach, expect, test, vi } from 'vitest';
import type { Command } from '../../../src/physics';
import { createUndoGroups, OWN_GROUP } from '../../../src/ui/lab/lab';

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
  const undoGroups = createUndoGroups(target);
  const fire = (type: string, more: object = {}) => target.dispatchEvent(Object.assign(new Event(type), more));
  return { undoGroups, fire };
}

test('what a press of the pointer or of a key sets several times is one act, also while the key repeats', () => {
  for (const [down, up] of [
    ['pointerdown', 'pointerup'],
    ['keydown', 'keyup'],
  ]) {
    const { undoGroups, fire } = presses();
    fire(down);
    const first = undoGroups.of(stiffness);
    expect(first).not.toBe(OWN_GROUP);
    fire(down, { repeat: down === 'keydown' });
    const second = undoGroups.of(stiffness);
    expect(second === first).toBe(down === 'keydown');
    fire(up);
    nextFrame();
    // The last value of a slider comes with the frame after the press.
    expect(undoGroups.of(stiffness)).toBe(second);
    nextFrame();
    expect(undoGroups.of(stiffness)).toBe(OWN_GROUP);
  }
});

test('two things that one press sets are two undoGroups: a box that loses the focus, and the button that was pressed', () => {
  const { undoGroups, fire } = presses();
  fire('pointerdown');
  expect(undoGroups.of(stiffness)).not.toBe(undoGroups.of(gravity));
});

test('a press that begins soon after another one does not end with it', () => {
  const { undoGroups, fire } = presses();
  fire('pointerdown');
  fire('pointerup');
  fire('pointerdown');
  nextFrame();
  nextFrame();
  expect(undoGroups.of(stiffness)).not.toBe(OWN_GROUP);
});

test('everything within `together` is one act, and other undoGroups have other numbers', async () => {
  const { undoGroups, fire } = presses();
  const numbers: number[] = [];
  await undoGroups.together(async () => {
    numbers.push(undoGroups.of(stiffness));
    await null;
    await undoGroups.together(async () => {
      numbers.push(undoGroups.of(gravity));
    });
    numbers.push(undoGroups.of(stiffness));
  });
  expect(new Set(numbers).size).toBe(1);
  expect(undoGroups.of(stiffness)).toBe(OWN_GROUP);
  fire('pointerdown');
  expect(numbers).not.toContain(undoGroups.of(stiffness));
});
