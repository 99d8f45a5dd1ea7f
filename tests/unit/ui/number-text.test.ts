import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MILLISECONDS, PLAIN } from '../../../src/ui/controls/number-text';

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

test('a plain number is read as it is, and other text is passed on', () => {
  expect(['200', '1e3', '-4', 'soft'].map(PLAIN.parse)).toEqual([200, 1000, -4, 'soft']);
  expect([PLAIN.full(1 / 3), PLAIN.short(1 / 3)]).toEqual(['0.3333333333333333', '0.33333']);
});
