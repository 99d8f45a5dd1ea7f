import { expect, test } from 'vitest';
import { widestAxis } from '../../../../src/ui/instruments/phase-plot';

test('the phase plot shows the axis of clearly largest motion, or else the present one', () => {
  expect(widestAxis([[], [], []], 1)).toBe(1);
  expect(widestAxis([[0], [0], [0]], 1)).toBe(1);
  expect(
    widestAxis(
      [
        [0, 0.14],
        [0, 0.1],
        [0, 0],
      ],
      1,
    ),
  ).toBe(1);
  expect(
    widestAxis(
      [
        [0, null, 0.16],
        [0, null, 0.1],
        [0, null, 0],
      ],
      1,
    ),
  ).toBe(0);
  expect(
    widestAxis(
      [
        [0, 0.16],
        [0, 0.1],
        [0, 0],
      ],
      0,
    ),
  ).toBe(0);
});
