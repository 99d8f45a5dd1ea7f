import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MILLISECONDS, PLAIN, parseNumber } from '../../../src/ui/controls/number-format';

describe('a time in ms', () => {
  test.each([
    ['0.3', 0.0003],
    ['0.5 ms', 0.0005],
    ['0.5ms', 0.0005],
    ['1/60 s', 1 / 60],
    ['1/60', 1 / 60],
    ['1 / 120 s', 1 / 120],
    ['1/2 ms', 0.0005],
    ['0.002 s', 0.002],
    ['2e-3 s', 0.002],
    ['250 µs', 0.00025],
    ['250us', 0.00025],
    ['.1', 0.0001],
    ['1e999', '1e999'],
    ['soft', 'soft'],
    ['0', '0'],
    ['-3', '-3'],
    ['1/0 s', '1/0 s'],
    ['2 minutes', '2 minutes'],
    ['1 2', '1 2'],
    ['0,5', 0.0005],
    ['0,5 ms', 0.0005],
    ['2,5e-1', 0.00025],
    ['1,5/60 s', 1.5 / 60],
    ['1,000', '1,000: is it 1000 or 1.000?'],
  ])('%s is understood as %s s', (text, value) => {
    expect(MILLISECONDS.parse(text)).toBe(value);
  });

  test('of every length is read back to the bit from its full text', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), (value) => {
        expect(MILLISECONDS.parse(MILLISECONDS.full(value))).toBe(value);
      }),
    );
  });

  test.each([
    [0.0003, '0.3', '0.3'],
    [1 / 60, '16.666666666666666', '16.667'],
    [1e-5, '0.01', '0.01'],
    [0.05, '50', '50'],
  ])('of %s s is written with all digits and shortened', (value, full, short) => {
    expect([MILLISECONDS.full(value), MILLISECONDS.short(value)]).toEqual([full, short]);
  });
});

test.each([
  ['0,25', 0.25],
  ['1,5e-3', 0.0015],
  ['−3,2', -3.2],
  ['+,5', 0.5],
  ['12,', 12],
  ['0,125', 0.125],
  ['1,2345', 1.2345],
  ['1000,125', 1000.125],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.000', 1],
  ['1,000', '1,000: is it 1000 or 1.000?'],
  ['-20,480', '-20,480: is it 20480 or 20.480?'],
  ['1,2,3', '1,2,3'],
  ['1.2,3', '1.2,3'],
  ['0,5 N', '0.5 N'],
])('“%s” in a number box is read as %s', (text, value) => {
  expect(PLAIN.parse(text)).toBe(value);
  expect(parseNumber(text)).toBe(typeof value === 'number' ? value : Number.NaN);
});

test('an empty text is no number', () => {
  expect(['', ' '].map(parseNumber)).toEqual([Number.NaN, Number.NaN]);
});

test('a plain number is read as it is, and other text is passed on', () => {
  expect(['200', '1e3', '-4', 'soft'].map(PLAIN.parse)).toEqual([200, 1000, -4, 'soft']);
  expect([PLAIN.full(1 / 3), PLAIN.short(1 / 3)]).toEqual(['0.3333333333333333', '0.33333']);
});
