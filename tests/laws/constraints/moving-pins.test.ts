import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, MOTIONS, type SceneFile, type Vec3 } from '../../../src/physics';
import { valuesOf } from '../../fixtures/field-values';
import { distance, WAYS } from '../../fixtures/pin-paths';
import { randomCloth } from '../../fixtures/random';

/** A pin of the net for each kind. */
const PINS = [0, 3, 12, 15];

function net(dt: number): SceneFile {
  return {
    ...randomCloth(3, { pinned: PINS, damping: 0.02, params: { dt, drag: 0.02, decay: 1 } }),
    motion: WAYS.map(({ values }, k) => ({ particles: [PINS[k]], ...values })),
  };
}

for (const definition of MOTIONS) {
  describe(`the motion ${definition.type}`, () => {
    const values = valuesOf(definition.fields, 4) as never;
    const x = Float64Array.of(0.3, -0.2, 0.5, 1, 2, 3);
    const way = (from: Float64Array, t: number, h: number) => {
      const out = new Float64Array(6);
      definition.displacement(values, from, t, h, out);
      return out;
    };

    test('has the velocity that is the rate of its displacement', () => {
      const [t, eps] = [0.37, 1e-5];
      const velocity = new Float64Array(6);
      definition.velocity(values, x, t, velocity);
      expect(Math.hypot(...velocity)).toBeGreaterThan(0.01);
      const [ahead, back] = [way(x, t, eps), way(x, t, -eps)];
      velocity.forEach((part, i) => {
        expect((ahead[i] - back[i]) / (2 * eps)).toBeCloseTo(part, 8);
      });
    });

    test('reaches the same place in two steps as in one', () => {
      const [t, first, second] = [0.2, 0.11, 0.23];
      const middle = way(x, t, first).map((part, i) => x[i] + part);
      const end = way(middle, t + first, second).map((part, i) => middle[i] + part);
      expect(
        distance(
          end,
          way(x, t, first + second).map((part, i) => x[i] + part),
        ),
      ).toBeLessThan(1e-14);
      expect(distance(end, x)).toBeGreaterThan(0.01);
    });
  });
}

describe('a pin that moves', () => {
  const starts = net(1).particles.positions as Vec3[];

  for (const { id } of INTEGRATORS) {
    for (const [precision, tolerance] of [
      ['double', 1e-13],
      ['single', 2e-5],
    ] as const) {
      test(`has the position and velocity of its formula under ${id} in ${precision} precision`, () => {
        const simulation = createSimulation({ scene: net(5e-4), integrator: id, precision });
        for (let look = 1; look <= 4; look++) {
          expect(simulation.step(100).ok).toBe(true);
          WAYS.forEach((motion, k) => {
            const { position, velocity } = simulation.particle(PINS[k]);
            const { time } = simulation;
            expect(distance(position, motion.at(time, starts[PINS[k]]))).toBeLessThan(tolerance);
            expect(distance(velocity, motion.velocity(time, starts[PINS[k]]))).toBeLessThan(10 * tolerance);
          });
        }
      });
    }

    test(`continues alike after saving and loading under ${id}`, () => {
      const params = { cgTolerance: 1e-13, newtonTolerance: 1e-13 };
      // Times in whole parts of a power of 2, so that they add up to the bit.
      const whole = createSimulation({ scene: net(1 / 512), integrator: id, params, precision: 'double' });
      whole.step(30);
      const second = createSimulation({ scene: whole.save(), precision: 'double' });
      whole.step(30);
      second.step(30);
      // What an implicit solve is started from is not in the file.
      if (INTEGRATORS.find((one) => one.id === id)?.implicit)
        expect(distance(second.state.positions, whole.state.positions)).toBeLessThan(1e-12);
      else expect(second.hash()).toBe(whole.hash());
    });
  }

  test('adds up its motions if it has several', () => {
    const [velocity, shake] = WAYS;
    const scene = { ...net(1e-3), motion: [velocity, shake].map(({ values }) => ({ particles: [0], ...values })) };
    const simulation = createSimulation({ scene, precision: 'double' });
    simulation.step(77);
    const sum = shake.at(simulation.time, velocity.at(simulation.time, starts[0]));
    expect(distance(simulation.particle(0).position, sum)).toBeLessThan(1e-14);
  });

  test('stops to the bit when its motion ends, and keeps its velocity when it is freed', () => {
    const simulation = createSimulation({ scene: net(1e-3) });
    simulation.step(100);
    simulation.apply({ type: 'pin', particle: 0, pinned: false });
    expect(distance(simulation.particle(0).velocity, [0.1, 0.2, -0.3])).toBeLessThan(1e-6);
    const { position } = simulation.particle(3);
    simulation.apply({ type: 'motion', motion: [] });
    simulation.step(100);
    expect(simulation.particle(3)).toMatchObject({ position, velocity: [0, 0, 0] });
    expect(distance(simulation.particle(0).position, starts[0])).toBeGreaterThan(0.01);
  });

  test('follows a rigid grab, and continues its motion from there', () => {
    const simulation = createSimulation({ scene: net(1e-3), params: { hardHold: 1 }, precision: 'double' });
    const target: Vec3 = [0.05, 1.02, 0.03];
    simulation.apply({ type: 'grab', particle: 0, target });
    simulation.step(10);
    expect(simulation.particle(0).position).toEqual(target);
    simulation.apply({ type: 'release' });
    simulation.step(10);
    expect(distance(simulation.particle(0).position, [0.051, 1.022, 0.027])).toBeLessThan(1e-14);
  });

  test('does not move unless it is pinned', () => {
    const free = createSimulation({ scene: { ...net(1e-3), motion: [] }, precision: 'double' });
    const named = createSimulation({
      scene: { ...net(1e-3), motion: [{ particles: [5], velocity: [1, 1, 1] }] },
      precision: 'double',
    });
    free.step(20);
    named.step(20);
    expect(named.hash()).toBe(free.hash());
  });
});
