import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Setup, type Simulation, type Vec3 } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { momentum } from '../../fixtures/momentum';
import { randomCloth } from '../../fixtures/random';

/** A cloth whose weight alone stretches its springs by far more than a tenth. */
function softCloth(pinned: number[], params: Record<string, number>): Pick<Setup, 'scene' | 'params'> {
  const scene = randomCloth(5, { rows: 8, columns: 6, crumple: 0, speed: 0, damping: 0.05, pinned });
  return { scene, params: { dt: 1e-3, gravity: 9.81, drag: 0, stiffness: 5, ...params } };
}

function largestStretch({ model, state: { positions: x } }: Simulation): number {
  let most = 0;
  for (let j = 0; j < model.springCount; j++) {
    const [a, b] = [4 * model.springs[2 * j], 4 * model.springs[2 * j + 1]];
    const length = Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
    most = Math.max(most, length / model.restLengths[j] - 1);
  }
  return most;
}

describe('strain limit', () => {
  eachMethodInTurn(3, ({ id }) => {
    test('a soft cloth hangs from two pins within the limit, without a blow-up', () => {
      const setup = { integrator: id, precision: 'double' } as const;
      const free = createSimulation({ ...setup, ...softCloth([0, 5], { drag: 0.001 }) });
      const held = createSimulation({ ...setup, ...softCloth([0, 5], { drag: 0.001, strainLimit: 0.1 }) });
      free.step(1000);
      for (let k = 0; k < 100; k++) {
        held.step(10);
        expect(largestStretch(held)).toBeLessThan(0.11);
      }
      expect(largestStretch(free)).toBeGreaterThan(0.2);
      expect(held.blowUp).toBeNull();
    });
  });

  test('momentum stays, and the correction never adds kinetic energy', () => {
    const soft = softCloth([], { gravity: 0, strainLimit: 0.02, stiffness: 300 });
    const { particles, ...rest } = soft.scene as SceneFile;
    const velocities = particles.positions.map((_, i): Vec3 => [Math.sin(7 * i), Math.cos(5 * i), Math.sin(3 * i)]);
    const scene = { ...rest, particles: { ...particles, velocities } };
    const simulation = createSimulation({ ...soft, scene, integrator: 'symplectic-euler', precision: 'double' });
    const start = momentum(simulation);
    let corrected = 0;
    for (let step = 0; step < 200; step++) {
      const alone = simulation.rerun(simulation.stepCount);
      alone.apply({ type: 'set', key: 'strainLimit', value: 0 });
      alone.step();
      simulation.step();
      const [without, withIt] = [alone, simulation].map((one) => one.energy().kinetic);
      expect(withIt).toBeLessThanOrEqual(without * (1 + 1e-12));
      if (withIt < without) corrected++;
    }
    expect(corrected).toBeGreaterThan(50);
    momentum(simulation).forEach((value, axis) => {
      expect(value).toBeCloseTo(start[axis], 10);
    });
  });

  test('its cost: rotating masses slow down as ω₀/√(1 + n(hω₀)²), of order 1 with a method of order 4', () => {
    const [radius, omega, duration] = [0.5, 2, 1];
    const errors = [0.02, 0.01, 0.005].map((h) => {
      const speed = omega * radius;
      const scene: SceneFile = {
        hooke: 1,
        particles: {
          positions: [
            [-radius, 0, 0],
            [radius, 0, 0],
          ],
          velocities: [
            [0, -speed, 0],
            [0, speed, 0],
          ],
          masses: 1,
        },
        springs: { pairs: [[0, 1]], restLengths: [(2 * radius) / 1.1], stiffness: 1e-12 },
        params: { dt: h, gravity: 0, drag: 0, strainLimit: 0.1 },
      };
      const simulation = createSimulation({ scene, integrator: 'rk4', precision: 'double' });
      const steps = Math.round(duration / h);
      simulation.step(steps);
      const measured = Math.hypot(...simulation.particle(1).velocity) / radius;
      expect(measured / (omega / Math.sqrt(1 + steps * (h * omega) ** 2))).toBeCloseTo(1, 6);
      return omega - measured;
    });
    expect(errors[0] / errors[1]).toBeGreaterThan(1.85);
    expect(errors[1] / errors[2]).toBeLessThan(2.15);
  });

  test('refuses a negative limit', () => {
    const simulation = createSimulation({ scene: 'cloth' });
    expect(() => simulation.apply({ type: 'set', key: 'strainLimit', value: -0.1 })).toThrow(/strainLimit/);
  });
});
