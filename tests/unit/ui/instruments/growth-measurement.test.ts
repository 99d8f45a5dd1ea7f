import { describe, expect, test } from 'vitest';
import { createGrowthMeasurement } from '../../../../src/ui/instruments/modes/mode-start';

/** One particle of 4 kg along x, about x = 1 m: φ = ½. */
const OMEGA = 3;
const started = () =>
  createGrowthMeasurement({ shape: [0.5, 0, 0], masses: [4], positions: [1, 0, 0, 0], omega: OMEGA, growthRate: 0 });

/** An oscillation of amplitude ½·growth^n m, 0.1 rad per step. */
function run(growth: number, steps: number[]) {
  const measurement = started();
  for (const n of steps) {
    const amplitude = 0.5 * growth ** n;
    measurement.add(n, [1 + amplitude * Math.cos(0.1 * n), 0, 0, 0], [-amplitude * OMEGA * Math.sin(0.1 * n), 0, 0, 0]);
  }
  return measurement;
}

describe('a run that started from a mode', () => {
  test('has its growth per step measured, whichever steps are seen', () => {
    for (const growth of [0.98, 0.9999, 1, 1.01]) {
      const measurement = run(growth, [0, 3, 4, 11, 30, 31, 70]);
      expect(measurement.growth).toBeCloseTo(growth, 12);
      expect(measurement.steps).toBe(70);
      expect(measurement.end).toBeNull();
    }
  });

  test('is not measured from too few states, nor twice at one step', () => {
    expect(run(0.9, [0, 1, 2]).growth).toBeNull();
    expect(run(0.9, [0, 1, 2, 2, 2, 1]).growth).toBeNull();
  });

  test('is not measured once it has decayed or left small motion', () => {
    const decayed = run(0.5, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(decayed.end).toBe('decayed');
    expect(decayed.growth).toBeCloseTo(0.5, 12);
    expect(run(2, [0, 1, 2, 3, 4, 5, 6]).end).toBe('left small motion');
  });

  test('is measured again after a change of method', () => {
    const measurement = run(0.5, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    measurement.restart();
    expect(measurement.growth).toBeNull();
    expect(measurement.end).toBeNull();
    for (let n = 10; n < 16; n++) measurement.add(n, [1 + 0.9 ** n, 0, 0, 0], [0, 0, 0, 0]);
    expect(measurement.growth).toBeCloseTo(0.9, 12);
  });
});
