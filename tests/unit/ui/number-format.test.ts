import { expect, test } from 'vitest';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatQuantity,
  prefixed,
} from '../../../src/ui/controls/number-format';

test.each([
  [0.0003, '0.0003'],
  [0.2 / 1024, '0.000195'],
  [1234.5, '1234.5'],
  [1e5, '100000'],
  [123456789, '1.23e+8'],
  [1e-10, '1e-10'],
  [9.81, '9.81'],
  [-9.81, '-9.81'],
  [0, '0'],
])('the number %d is written %s in its box', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test('no number needs more than eight characters in its box', () => {
  for (let exponent = -12; exponent <= 12; exponent++) {
    for (const digits of [1, 1.5, 1.23456789, 9.87654321]) {
      expect(formatNumber(digits * 10 ** exponent).length).toBeLessThanOrEqual(8);
    }
  }
});

test.each([
  [6.09e-4, 's', '0.609 ms'],
  [1.5, 's', '1.5 s'],
  [3e-6, 's', '3 µs'],
  [-0.612, 'J', '−612 mJ'],
  [0, 'J', '0 J'],
  [1e-14, 'J', '0 J'],
  [4.56e9, 'J', '4.6e+9 J'],
] as const)('the quantity %d %s is written %s', (value, unit, text) => {
  expect(formatQuantity(value, unit)).toBe(text);
});

test.each([
  [1.2345e-5, '12.3 µm'],
  [999.9996, '1 km'],
  [250, '250 m'],
  [3.1e-16, '0.31 fm'],
  [-0.0204, '−20.4 mm'],
  [0, '0 m'],
  [2.9e20, '2.90e+8 Tm'],
])('the length %d m has three digits and an SI prefix: %s', (value, text) => {
  expect(prefixed(value, 'm')).toBe(text);
});

test('ratios are percentages with an upper bound', () => {
  expect(formatPercent(0.093)).toBe('9.3 %');
  expect(formatPercent(1.2)).toBe('120 %');
  expect(formatPercent(1e6)).toBe('> 99,999 %');
  expect(formatPercent(Number.NaN)).toBe('–');
});

test('counts have separated thousands', () => {
  expect(formatCount(95_000)).toBe('95,000');
});
