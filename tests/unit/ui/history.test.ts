import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistory, type HistoryEntry } from '../../../src/ui/lab/history';

const pin = (particle: number): HistoryEntry => ({
  redo: [{ type: 'pin', particle, pinned: true }],
  undo: [{ type: 'pin', particle, pinned: false }],
});
const cut = (spring: number): HistoryEntry => ({ redo: [{ type: 'cut', spring }], undo: [{ type: 'mend', spring }] });

test('undo and redo step through the changes and back', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 100 }), (particles) => {
      const history = createHistory();
      for (const particle of particles) history.add(pin(particle));
      const undone = particles.map(() => history.undo());
      expect(undone).toEqual(particles.map((particle) => pin(particle).undo).reverse());
      expect(history.canUndo).toBe(false);
      expect(particles.map(() => history.redo())).toEqual(particles.map((particle) => pin(particle).redo));
      expect(history.canRedo).toBe(false);
    }),
  );
});

test('the cuts of one stroke are one entry, mended in the opposite order', () => {
  const history = createHistory();
  history.add(cut(1), 7);
  history.add(cut(2), 7);
  history.add(cut(3), 8);
  expect(history.undo()).toEqual([{ type: 'mend', spring: 3 }]);
  expect(history.undo()).toEqual([
    { type: 'mend', spring: 2 },
    { type: 'mend', spring: 1 },
  ]);
  expect(history.redo()).toEqual([
    { type: 'cut', spring: 1 },
    { type: 'cut', spring: 2 },
  ]);
});

test('changes outside of a stroke stay separate', () => {
  const history = createHistory();
  history.add(cut(1));
  history.add(cut(2));
  expect(history.undo()).toHaveLength(1);
  expect(history.canUndo).toBe(true);
});

test('a new change clears what could be redone', () => {
  const history = createHistory();
  history.add(pin(1));
  history.undo();
  history.add(pin(2));
  expect(history.canRedo).toBe(false);
  expect(history.redo()).toEqual([]);
});

test('a cleared history has nothing to undo or redo', () => {
  const history = createHistory();
  history.add(pin(1));
  history.add(pin(2));
  history.undo();
  history.clear();
  expect([history.canUndo, history.canRedo]).toEqual([false, false]);
  expect(history.undo()).toEqual([]);
});
