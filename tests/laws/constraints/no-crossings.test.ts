// @module-tag divided
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { collidingCloth } from '../../fixtures/colliding-cloths';
import { countCrossings } from '../../fixtures/crossings';
import { measureCollision } from '../../fixtures/measure-collision';
import { LONG } from '../../fixtures/run-length';

/** Of the energy at the start and of the work put in. */
const TOLERANCE = 0.02;
/** Relative difference of the elastic energy between two methods with different steps. */
const RELAXED = 0.2;
/** A cloth that pins press together before its motion depends on rounding: particles stop in it under every kernel. */
const WEDGED = 29;
/** s; a cloth is then wound up so far that neighbouring triangles lie on each other. */
const WOUND = 9;
/** m/s; root mean square of what a step then changes in a velocity. It was 0.04 where the push of edges jumped as folds became flat. */
const TREMBLING = 0.01;
/** On the JavaScript kernel: one dropped under an implicit method, one wrung under an explicit one. */
const SAMPLE = [2, 9];

describe('self-collision', () => {
  const seeds = LONG ? Array.from({ length: 16 }, (_, i) => 12 + i) : SAMPLE;
  test(`leaves no crossing and creates no energy in ${seeds.length} cloths that are dropped or wrung`, {
    tags: ['long'],
  }, () => {
    for (const seed of seeds) {
      const { crossings, rise } = measureCollision(seed, LONG ? 16 + (seed % 4) : 12);
      expect(crossings, `cloth ${seed}`).toBe(0);
      expect(rise, `cloth ${seed}`).toBeLessThan(TOLERANCE);
    }
  });

  // Held where every way would cross another layer: 453 of 1,944 steps once.
  test('says which particles of a wrung explicit cloth stand still, and refuses few steps their motion', {
    tags: ['sampled'],
  }, () => {
    for (const seed of LONG ? [1, 3, 5, WEDGED] : [WEDGED]) {
      const { scene, seconds } = collidingCloth(seed, 11, false, LONG ? 1 : 0.15);
      const simulation = createSimulation({ scene, integrator: 'symplectic-euler' });
      const { inverseMasses } = simulation.model;
      const { positions: x } = simulation.state;
      const free = inverseMasses.filter((w) => w > 0).length;
      const steps = Math.round(seconds / simulation.params.dt);
      let refused = 0;
      for (let step = 0; step < steps; step++) {
        const before = x.slice();
        const { ok, stoppedParticles = 0 } = simulation.step();
        expect(ok).toBe(true);
        let still = 0;
        for (let i = 0; i < inverseMasses.length; i++)
          if (inverseMasses[i] > 0 && [0, 1, 2].every((axis) => x[4 * i + axis] === before[4 * i + axis])) still++;
        // At the start some have no force, and in single precision some move by less than a rounding error.
        if (simulation.time > 0.02) expect(stoppedParticles, `step ${step}`).toBeGreaterThanOrEqual(0.5 * still);
        expect(stoppedParticles, `step ${step}`).toBeLessThan(0.9 * free);
        if (stoppedParticles > 0) refused++;
      }
      if (seed === WEDGED) expect(refused).toBeGreaterThan(0);
      expect(refused / steps).toBeLessThan(0.03);
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

  const methods = ['implicit-euler', 'implicit-euler-newton', 'tr-bdf2'];
  test.each(LONG ? methods : methods.slice(0, 1))(
    'lets pins wind up a cloth under %s: what folds sharply stops nowhere, and the cloth takes up their work',
    { tags: ['sampled'] },
    (integrator) => {
      const simulation = createSimulation({ scene: 'twisted-cloth', integrator, params: { rows: 12, columns: 12 } });
      simulation.energyLedger();
      while (simulation.time < WOUND) {
        const { ok, stoppedParticles } = simulation.step();
        expect([ok, stoppedParticles], `${simulation.time} s`).toEqual([true, 0]);
      }
      expect(countCrossings(simulation.state.positions, simulation.model.surface)).toBe(0);
      const { kinetic, elastic, hand } = simulation.energyLedger();
      expect(kinetic + elastic).toBeLessThan(1.01 * hand);
      expect(kinetic + elastic).toBeGreaterThan(0.95 * hand);
    },
  );

  test('lets layers that are wound up lie still on each other', () => {
    const simulation = createSimulation({ scene: 'twisted-cloth', params: { rows: 12, columns: 12 } });
    const { velocities: v } = simulation.state;
    while (simulation.time < WOUND - 3) simulation.step();
    let sum = 0;
    let count = 0;
    for (; simulation.time < WOUND - 1; count += v.length / 4) {
      const before = v.slice();
      simulation.step();
      for (let o = 0; o < v.length; o++) sum += (v[o] - before[o]) ** 2;
    }
    expect(Math.sqrt(sum / count)).toBeLessThan(TREMBLING);
  });

  test('is needed for that: without it these cloths cross themselves', () => {
    for (const seed of [3, 9]) expect(measureCollision(seed, 12, 0).crossings, `cloth ${seed}`).toBeGreaterThan(0);
  });
});
