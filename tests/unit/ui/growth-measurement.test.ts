import { describe, expect, test } from 'vitest';
import { createModeTrial } from '../../../src/ui/instruments/modes/growth-measurement';

/** One particle of 4 kg along x, about x = 1 m: φ = ½. */
const OMEGA = 3;
const started = () => createModeTrial({ shape: [0.5, 0, 0], masses: [4], positions: [1, 0, 0, 0], omega: OMEGA });

/** A swing of ½·growth^n m at 0.1 rad a step. */
function run(growth: number, steps: number[]) {
  const trial = started();
  for (const n of steps) {
    const amplitude = 0.5 * growth ** n;
    trial.add(n, [1 + amplitude * Math.cos(0.1 * n), 0, 0, 0], [-amplitude * OMEGA * Math.sin(0.1 * n), 0, 0, 0]);
  }
  return trial;
}

describe('a run that was started from a mode', () => {
  test('is measured by the growth per step, whatever steps are seen', () => {
    for (const growth of [0.98, 0.9999, 1, 1.01]) {
      const trial = run(growth, [0, 3, 4, 11, 30, 31, 70]);
      expect(trial.growth).toBeCloseTo(growth, 12);
      expect(trial.steps).toBe(70);
      expect(trial.end).toBeNull();
    }
  });

  test('is not measured before there is enough of it, nor twice at one step', () => {
    expect(run(0.9, [0, 1, 2]).growth).toBeNull();
    expect(run(0.9, [0, 1, 2, 2, 2, 1]).growth).toBeNull();
  });

  test('is not measured once it has died away or outgrown small motion', () => {
    const decayed = run(0.5, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(decayed.end).toBe('died away');
    expect(decayed.growth).toBeCloseTo(0.5, 12);
    expect(run(2, [0, 1, 2, 3, 4, 5, 6]).end).toBe('outgrown');
  });

  test('begins anew after a change of method', () => {
    const trial = run(0.5, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    trial.restart();
    expect(trial.growth).toBeNull();
    expect(trial.end).toBeNull();
    for (let n = 10; n < 16; n++) trial.add(n, [1 + 0.9 ** n, 0, 0, 0], [0, 0, 0, 0]);
    expect(trial.growth).toBeCloseTo(0.9, 12);
  });
});
