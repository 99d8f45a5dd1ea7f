// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { collidingCloth } from '../../fixtures/colliding-cloths';
import { measureCollision } from '../../fixtures/measure-collision';
import { LONG } from '../../fixtures/run-length';

/** Of the energy at the start and of the work put in. */
const TOLERANCE = 0.02;
/** Relative difference of the elastic energy between two methods with different steps. */
const RELAXED = 0.2;
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

  test('creates no energy where layers come near within the first step, in a cloth that is wrung', {
    tags: ['long'],
  }, () => {
    expect(measureCollision(83, 35).rise).toBeLessThan(TOLERANCE);
  });

  test('leaves no crossing in a wrung cloth whose thickness is almost its spacing', { tags: ['long'] }, () => {
    expect(measureCollision(61, 24).crossings).toBe(0);
  });

  test.for(['velocity-verlet', 'symplectic-euler'])(
    'lets a wrung cloth relax under %s as under implicit Euler',
    { tags: ['long'] },
    (id) => {
      const { scene, seconds } = collidingCloth(49, 12, false, 0.5);
      const relaxed = (integrator: string, params: { dt?: number }) => {
        const simulation = createSimulation({ scene, integrator, params });
        simulation.step(Math.ceil(seconds / simulation.params.dt));
        return simulation.energy().elastic;
      };
      expect(Math.abs(relaxed(id, {}) / relaxed('implicit-euler', { dt: 1 / 240 }) - 1)).toBeLessThan(RELAXED);
    },
  );

  test('is needed for that: without it these cloths cross themselves', () => {
    for (const seed of [3, 9]) expect(measureCollision(seed, 12, 0).crossings, `cloth ${seed}`).toBeGreaterThan(0);
  });
});
