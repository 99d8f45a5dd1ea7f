import { describe, expect, test } from 'vitest';
import { createContours } from '../../../../src/physics/analysis/stability/region';

const RASTER = { left: -2, right: 2, bottom: -2, top: 2, columns: 21, rows: 21 };

/** Twice the area to the left of a loop is positive. */
function area(loop: Float64Array): number {
  let sum = 0;
  for (let at = 0, before = loop.length - 2; at < loop.length; before = at, at += 2) {
    sum += loop[before] * loop[at + 1] - loop[at] * loop[before + 1];
  }
  return sum / 2;
}

describe('contours', () => {
  test('of a cone are circles of exact points, with smaller values on their left', () => {
    const [loop, ...others] = createContours(Math.hypot, RASTER)(1.3);
    expect(others).toEqual([]);
    for (let at = 0; at < loop.length; at += 2) expect(Math.hypot(loop[at], loop[at + 1])).toBeCloseTo(1.3, 5);
    expect(area(loop)).toBeCloseTo(Math.PI * 1.69, 1);
  });

  test('around larger values are clockwise', () => {
    const loops = createContours((x, y) => -Math.hypot(x, y), RASTER)(-1);
    const areas = loops.map(area).sort((a, b) => a - b);
    expect(areas).toHaveLength(2);
    expect(areas[0]).toBeCloseTo(-Math.PI, 1);
    // A region that reaches the edge is closed along it.
    expect(areas[1]).toBeCloseTo(16, 9);
  });

  test('are exact for a function with the slope of a square root', () => {
    const [loop] = createContours((x) => (x < 0.517 ? 1 : 1 + Math.sqrt(x - 0.517)), RASTER)(1 + 1e-4);
    let right = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < loop.length; at += 2) right = Math.max(right, loop[at]);
    expect(right).toBeCloseTo(0.517, 4);
  });

  test('are closed loops at a saddle, and there are none at a level that is not reached', () => {
    const saddle = createContours((x, y) => (x - 0.05) * (y - 0.03), RASTER);
    for (const level of [-0.001, 0, 0.001]) {
      const total = saddle(level).reduce((sum, loop) => sum + area(loop), 0);
      expect(total).toBeGreaterThan(7);
      expect(total).toBeLessThan(9);
    }
    expect(saddle(-9)).toEqual([]);
  });
});
