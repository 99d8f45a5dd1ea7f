import { expect, test } from 'vitest';
import { roundDown } from '../../../../src/ui/controls/number-format';
import { decades, formatEntry, roundUp } from '../../../../src/ui/instruments/parts/axis';

test('entries of a matrix have four digits, and a minus sign', () => {
  expect([-12.3456, 0.10074, 40, 1 / 3, 123456, -0.00001234].map(formatEntry)).toEqual([
    '−12.35',
    '0.1007',
    '40',
    '0.3333',
    '1.23e5',
    '−1.23e−5',
  ]);
});

test('round numbers are 1, 2 or 5 times a power of ten', () => {
  expect([0.011, 0.2, 3, 700].map(roundUp)).toEqual([0.02, 0.2, 5, 1000]);
  expect([0.019, 0.2, 3, 700].map(roundDown)).toEqual([0.01, 0.2, 2, 500]);
});

test('powers of ten in a range are thinned out evenly', () => {
  expect(decades([0.5, 200])).toEqual([1, 10, 100]);
  expect(decades([1e-6, 1], 4)).toEqual([1e-6, 1e-4, 1e-2, 1]);
});
