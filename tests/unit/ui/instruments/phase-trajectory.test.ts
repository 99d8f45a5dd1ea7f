import { describe, expect, test } from 'vitest';
import { createPhaseTrajectory } from '../../../../src/ui/instruments/phase-plot';

describe('the trajectory in phase space', () => {
  test('keeps position and velocity of one particle on each axis', () => {
    const trajectory = createPhaseTrajectory();
    trajectory.add([9, 9, 9, 9, 1, 2, 3, 9], [9, 9, 9, 9, 4, 5, 6, 9], 4);
    expect([0, 1, 2].map((axis) => [...trajectory.positions(axis), ...trajectory.velocities(axis)])).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
  });

  test('has a gap on an axis where a value is not finite', () => {
    const trajectory = createPhaseTrajectory();
    trajectory.add([1, Number.NaN, 3], [1, 1, Number.POSITIVE_INFINITY], 0);
    expect([0, 1, 2].map((axis) => trajectory.positions(axis))).toEqual([[1], [null], [null]]);
    expect([0, 1, 2].map((axis) => trajectory.velocities(axis))).toEqual([[1], [null], [null]]);
  });

  test('drops its older half when it is full', () => {
    const trajectory = createPhaseTrajectory();
    for (let i = 0; i < 4001; i++) trajectory.add([i, 0, 0], [-i, 0, 0], 0);
    expect(trajectory.length).toBe(2001);
    expect(trajectory.positions(0).slice(0, 2)).toEqual([2000, 2001]);
    expect(trajectory.velocities(0).at(-1)).toBe(-4000);
    expect(trajectory.positions(2)).toHaveLength(2001);
  });

  test('has the axis of clearly largest motion, or else the present one', () => {
    const trajectory = createPhaseTrajectory();
    expect(trajectory.widest(1)).toBe(1);
    trajectory.add([0, 0, 0], [0, 0, 0], 0);
    expect(trajectory.widest(1)).toBe(1);
    trajectory.add([0.14, 0.1, 0], [0, 0, 0], 0);
    expect(trajectory.widest(1)).toBe(1);
    trajectory.add([0.16, 0.1, 0], [0, 0, 0], 0);
    expect(trajectory.widest(1)).toBe(0);
    expect(trajectory.widest(0)).toBe(0);
    trajectory.clear();
    expect([trajectory.length, trajectory.widest(2)]).toEqual([0, 2]);
  });
});
