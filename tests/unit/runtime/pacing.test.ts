import { describe, expect, test } from 'vitest';
import { createPacing } from '../../../src/runtime/host/pacing';

/** Wall time of the steps of one frame, ms, when the last frame took `elapsed` s and a step takes `step` ms. */
function sliceTime(elapsed: number, step: number): number {
  let now = 0;
  createPacing(() => now, { least: 50, part: 0.8 }).advance(elapsed, 1e-4, 1, () => {
    now += step;
    return true;
  });
  return now;
}

describe('the steps of a frame', () => {
  test('take at most 0.8 of the time between two frames, and 50 ms of short ones', () => {
    expect(sliceTime(0.02, 1)).toBe(20);
    expect(sliceTime(0.05, 1)).toBe(50);
    expect(Math.abs(sliceTime(0.2, 1) - 160)).toBeLessThanOrEqual(1);
  });

  test('take at most 200 ms after a frame that took seconds, so that commands get through', () => {
    for (const elapsed of [1, 5, 60]) expect(sliceTime(elapsed, 2)).toBe(200);
  });

  test('are one step, however long it takes', () => expect(sliceTime(3, 3000)).toBe(3000));
});
