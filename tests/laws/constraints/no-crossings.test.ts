import { describe, expect, test } from 'vitest';
import { measureCollision } from '../../fixtures/measure-collision';
import { LONG } from '../../fixtures/run-length';

/** Of the energy at the start and of the work put in. */
const TOLERANCE = 0.02;
/** In the default run: dropped and wrung, explicit and implicit. */
const SAMPLE = [2, 3, 8, 9];

describe('self-collision', () => {
  const seeds = LONG ? Array.from({ length: 16 }, (_, i) => 12 + i) : SAMPLE;
  test(`leaves no crossing and creates no energy in ${seeds.length} cloths that are dropped or wrung`, {
    tags: ['sampled'],
  }, () => {
    for (const seed of seeds) {
      const { crossings, rise } = measureCollision(seed, LONG ? 16 + (seed % 4) : 12);
      expect(crossings, `cloth ${seed}`).toBe(0);
      expect(rise, `cloth ${seed}`).toBeLessThan(TOLERANCE);
    }
  });

  test('creates no energy where layers come near within the first step, in a cloth that is wrung', () => {
    expect(measureCollision(83, 35).rise).toBeLessThan(TOLERANCE);
  });

  test('is needed for that: without it these cloths cross themselves', () => {
    for (const seed of [3, 9]) expect(measureCollision(seed, 12, 0).crossings, `cloth ${seed}`).toBeGreaterThan(0);
  });
});
