import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cos, exp, sin } from '../../../../src/physics/model/deterministic-math';

/** Relative error; absolute below 1e-300, where doubles are sparse. */
function error(value: number, truth: number): number {
  return Math.abs(value - truth) / Math.max(Math.abs(truth), 1e-300);
}

describe('exp', () => {
  test('agrees with the built-in function to 1e-14', () => {
    const argument = fc.oneof(
      fc.double({ min: -700, max: 709, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(argument, (x) => {
        expect(error(exp(x), Math.exp(x))).toBeLessThan(1e-14);
      }),
      { numRuns: 20_000 },
    );
  });

  test('is exact at 0, and has the limits of the built-in function', () => {
    expect([exp(0), exp(-0), exp(-1e-300)]).toEqual([1, 1, 1]);
    expect([exp(710), exp(Number.POSITIVE_INFINITY)]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([exp(-746), exp(Number.NEGATIVE_INFINITY)]).toEqual([0, 0]);
    expect(exp(Number.NaN)).toBeNaN();
    expect(exp(709.782712893384)).toBeGreaterThan(1.79e308);
    expect(exp(709.782712893384)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(exp(-745)).toBe(5e-324);
  });
});

describe('sin and cos', () => {
  const argument = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: -7, max: 7, noNaN: true }),
  );

  test('agree with the built-in functions to 1e-14', () => {
    fc.assert(
      fc.property(argument, (x) => {
        expect(error(sin(x), Math.sin(x))).toBeLessThan(1e-14);
        expect(error(cos(x), Math.cos(x))).toBeLessThan(1e-14);
      }),
      { numRuns: 20_000 },
    );
  });

  test('are accurate near multiples of π/2, where most digits cancel', () => {
    for (let k = -5000; k <= 5000; k++) {
      const x = (k * Math.PI) / 2;
      expect(error(sin(x), Math.sin(x)), `sin ${x}`).toBeLessThan(1e-14);
      expect(error(cos(x), Math.cos(x)), `cos ${x}`).toBeLessThan(1e-14);
    }
  });

  test('are exact at 0, and NaN for an angle that is not finite', () => {
    expect([sin(0), cos(0), sin(1e-300)]).toEqual([0, 1, 1e-300]);
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(sin(x)).toBeNaN();
      expect(cos(x)).toBeNaN();
    }
  });
});
