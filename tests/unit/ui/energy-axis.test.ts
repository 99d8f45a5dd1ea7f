import fc from 'fast-check';
import { expect, test } from 'vitest';
import { energyAxis, energyText } from '../../../src/ui/status-bar/energy-strip';

const energy = fc.double({ min: -1e9, max: 1e9, noNaN: true });

test('the axis has all samples between two round numbers, and is at most four times as long as they need', () => {
  fc.assert(
    fc.property(energy, energy, (a, b) => {
      const [least, most] = [Math.min(a, b), Math.max(a, b)];
      const { low, high, label } = energyAxis(least, most);
      const slack = 1e-6 * Math.max(Math.abs(least), Math.abs(most), 1e-9);
      expect(low).toBeLessThanOrEqual(least + slack);
      expect(high).toBeGreaterThanOrEqual(most - slack);
      const needed = Math.max(most - least, 0.02 * Math.max(Math.abs(least), Math.abs(most)), 1e-9);
      expect(high - low).toBeLessThanOrEqual(4 * needed);
      for (const end of [low, high]) expect(label(end).length).toBeLessThanOrEqual(8);
    }),
  );
});

test.each([
  [1.38, 1.483, '1.35', '1.5', '1.48 J'],
  [-0.5, 3, '−1', '3', '3.00 J'],
  [0, 0.004, '0', '4', '4.00 mJ'],
])('from %s to %s J it goes from %s to %s, and writes the largest as %s', (least, most, low, high, value) => {
  const axis = energyAxis(least, most);
  expect([axis.label(axis.low), axis.label(axis.high), axis.value(most)]).toEqual([low, high, value]);
});

test('energies side by side have one unit, that of the largest', () => {
  expect([1.4213, 0.0071, -0.2].map(energyText(1.4213, 4))).toEqual(['1.421 J', '0.007 J', '−0.200 J']);
  expect([4e-4, 1e-6].map(energyText(4e-4, 3))).toEqual(['400 µJ', '1 µJ']);
  expect([2.5e12, 1].map(energyText(2.5e12, 3))).toEqual(['2.50 TJ', '0.00 TJ']);
  expect([0, 2.5e300].map(energyText(2.5e300, 3))).toEqual(['0.0e+0 TJ', '2.5e+288 TJ']);
});
