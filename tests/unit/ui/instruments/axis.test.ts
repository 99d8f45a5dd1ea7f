import { describe, expect, test } from 'vitest';
import { linearRange, logarithmicRange } from '../../../../src/ui/instruments/parts/axis';

describe('a linear axis', () => {
  test('contains all values, with a margin', () => {
    const [low, high] = linearRange(-1, 3);
    expect(low).toBeLessThan(-1);
    expect(high).toBeGreaterThan(3);
    expect(high - low).toBeLessThan(5);
  });

  test('has an extent where nothing moves, and does not magnify rounding errors', () => {
    const [low, high] = linearRange(2, 2 + 1e-9);
    expect(high - low).toBeGreaterThan(1e-5);
    expect((low + high) / 2).toBeCloseTo(2, 8);
    expect(linearRange(null, null)).toEqual([-1, 1]);
    expect(linearRange(0, 1e-12)).toEqual([-1, 1]);
  });

  test('has labels of few digits at rest: rounding errors count as rest, and a slow drift has at most six digits', () => {
    /** Digits by which labels differ, for four intervals along the axis. */
    const digits = (low: number, high: number) => {
      const range = linearRange(low, high);
      return Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) / ((range[1] - range[0]) / 4)));
    };
    expect(digits(1.4009561, 1.4009562)).toBeLessThanOrEqual(2);
    expect(digits(-0.24, -0.24)).toBeLessThanOrEqual(2);
    expect(digits(1.400956, 1.400959)).toBeLessThanOrEqual(5);
    expect(digits(1.4, 1.401)).toBeLessThanOrEqual(4);
  });

  test('shows a change of one part in a thousand at full height', () => {
    const [low, high] = linearRange(1, 1.001);
    expect(high - low).toBeLessThan(0.0013);
  });
});

describe('a logarithmic axis', () => {
  test('contains all values, with the same factor of margin on both sides', () => {
    const [low, high] = logarithmicRange(1e-6, 1e-2);
    expect(low).toBeLessThan(1e-6);
    expect(high).toBeGreaterThan(1e-2);
    expect((low / 1e-6) * (high / 1e-2)).toBeCloseTo(1, 12);
  });

  test('contains two powers of ten, also for a single value', () => {
    expect(logarithmicRange(0.03, 0.03)).toEqual([0.01, 0.1]);
    expect(logarithmicRange(null, null)).toEqual([0.1, 10]);
  });
});
