import { expect, test } from 'vitest';
import { extendPane, insetOf, panesOf } from '../../../src/render/overlays/companions/companion-views';

const INSETS = [
  { top: 40, right: 340, bottom: 60, left: 460 },
  { top: 100, right: 0, bottom: 420, left: 0 },
  { top: 0, right: 0, bottom: 0, left: 0 },
];
const SIZES: [number, number][] = [
  [1280, 800],
  [390, 844],
  [2560, 900],
];

test('panes fill the free area without overlap, and extended ones the whole canvas', () => {
  for (const inset of INSETS) {
    for (const [width, height] of SIZES) {
      for (const count of [2, 3, 4]) {
        const panes = panesOf(count, width, height, inset);
        const area = panes.reduce((sum, pane) => sum + pane.width * pane.height, 0);
        const free = Math.max(1, width - inset.left - inset.right) * Math.max(1, height - inset.top - inset.bottom);
        expect(area).toBeCloseTo(free, 6);
        const bounds = panes.map((pane) => extendPane(pane, panes, width, height));
        const all = bounds.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0);
        expect(all).toBeCloseTo(width * height, 6);
        bounds.forEach((a, i) => {
          for (const b of bounds.slice(i + 1)) {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            expect(Math.min(across, down)).toBeLessThanOrEqual(1e-9);
          }
        });
      }
    }
  }
});

test('two panes lie side by side in a wide canvas, and one above the other in a tall one', () => {
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  expect(panesOf(2, 1000, 500, none).map(({ left, top }) => [left, top])).toEqual([
    [0, 0],
    [500, 0],
  ]);
  expect(panesOf(2, 400, 800, none).map(({ left, top }) => [left, top])).toEqual([
    [0, 0],
    [0, 400],
  ]);
});

test('the inset of a pane is the canvas around it', () => {
  const [first, second] = panesOf(2, 1000, 500, { top: 20, right: 0, bottom: 0, left: 100 });
  expect(insetOf(first, 1000, 500)).toEqual({ top: 20, left: 100, right: 450, bottom: 0 });
  expect(insetOf(second, 1000, 500)).toEqual({ top: 20, left: 550, right: 0, bottom: 0 });
});
