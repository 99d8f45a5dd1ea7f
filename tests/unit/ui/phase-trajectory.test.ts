import { describe, expect, test } from 'vitest';
import { formatEntry } from '../../../src/ui/instruments/parts/matrix-table';
import { rangeAround } from '../../../src/ui/instruments/phase-plot/draw-trajectory';
import { createPhaseTrajectory } from '../../../src/ui/instruments/phase-plot/phase-trajectory';

describe('the way through phase space', () => {
  test('keeps position and velocity of one particle on each axis', () => {
    const way = createPhaseTrajectory();
    way.add([9, 9, 9, 9, 1, 2, 3, 9], [9, 9, 9, 9, 4, 5, 6, 9], 4);
    expect([0, 1, 2].map((axis) => [...way.positions(axis), ...way.velocities(axis)])).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
  });

  test('has a gap where there is no number, on that axis', () => {
    const way = createPhaseTrajectory();
    way.add([1, Number.NaN, 3], [1, 1, Number.POSITIVE_INFINITY], 0);
    expect([0, 1, 2].map((axis) => way.positions(axis))).toEqual([[1], [null], [null]]);
    expect([0, 1, 2].map((axis) => way.velocities(axis))).toEqual([[1], [null], [null]]);
  });

  test('forgets its older half once it is long, and goes on', () => {
    const way = createPhaseTrajectory();
    for (let i = 0; i < 4001; i++) way.add([i, 0, 0], [-i, 0, 0], 0);
    expect(way.length).toBe(2001);
    expect(way.positions(0).slice(0, 2)).toEqual([2000, 2001]);
    expect(way.velocities(0).at(-1)).toBe(-4000);
    expect(way.positions(2)).toHaveLength(2001);
  });

  test('tells the axis along which the particle went clearly farther, and else stays with the present one', () => {
    const way = createPhaseTrajectory();
    expect(way.widest(1)).toBe(1);
    way.add([0, 0, 0], [0, 0, 0], 0);
    expect(way.widest(1)).toBe(1);
    way.add([0.14, 0.1, 0], [0, 0, 0], 0);
    expect(way.widest(1)).toBe(1);
    way.add([0.16, 0.1, 0], [0, 0, 0], 0);
    expect(way.widest(1)).toBe(0);
    expect(way.widest(0)).toBe(0);
    way.clear();
    expect([way.length, way.widest(2)]).toEqual([0, 2]);
  });
});

describe('an axis of a plane', () => {
  test('holds all values, with some air', () => {
    const [low, high] = rangeAround(null, -1, 3);
    expect(low).toBeLessThan(-1);
    expect(high).toBeGreaterThan(3);
    expect(high - low).toBeLessThan(5);
  });

  test('has an extent where nothing moves, and does not blow up rounding', () => {
    const [low, high] = rangeAround(null, 2, 2 + 1e-9);
    expect(high - low).toBeGreaterThan(1e-5);
    expect((low + high) / 2).toBeCloseTo(2, 8);
    expect(rangeAround(null, null, null)).toEqual([-1, 1]);
  });
});

test('entries of a matrix have four digits, and a minus that is one', () => {
  expect([-12.3456, 0.10074, 40, 1 / 3, 123456, -0.00001234].map(formatEntry)).toEqual([
    '−12.35',
    '0.1007',
    '40',
    '0.3333',
    '1.23e5',
    '−1.23e−5',
  ]);
});
