import { describe, expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import { randomNumbers } from '../../fixtures/random';

describe('the Taichi demo', () => {
  const at = (stiffness: number, params: Record<string, number> = {}) =>
    createSimulation({ scene: 'taichi-grid', params: { stiffness, ...params } });

  test('comes to rest at k = 1000 with its lower right particle where the demo has it', () => {
    const simulation = at(1000);
    expect(simulation.step(10_000).ok).toBe(true);
    const [x, y] = simulation.particle(99).position;
    expect(Math.abs(x - 0.652355)).toBeLessThan(1e-4);
    expect(Math.abs(y - 0.305183)).toBeLessThan(1e-4);
    expect(Math.hypot(...simulation.particle(99).velocity)).toBeLessThan(1e-3);
  });

  for (const stiffness of [5e3, 2e4, 4e4, 7e4]) {
    test(`comes to rest at k = ${stiffness} too, without a false blow-up`, () => {
      const simulation = at(stiffness);
      expect(simulation.step(10_000).ok).toBe(true);
      expect(simulation.energy().kinetic).toBeLessThan(1e-3);
    });
  }

  test('jitters endlessly at k = 1.05e5, at hundreds of metres per second', () => {
    const simulation = at(1.05e5, { stopOnBlowUp: 0 });
    expect(simulation.step(10_000).ok).toBe(true);
    let fastest = 0;
    for (let i = 0; i < 100; i++) fastest = Math.max(fastest, Math.hypot(...simulation.particle(i).velocity));
    expect(fastest).toBeGreaterThan(100);
    expect(fastest).toBeLessThan(2000);
  });

  for (const [stiffness, step] of [
    [1.5e5, 21],
    [2e5, 12],
  ] as const) {
    test(`overflows at k = ${stiffness}, with the first particle 100 m away at step ${step}`, () => {
      const simulation = at(stiffness, { stopOnBlowUp: 0 });
      const out = () => simulation.state.positions.some((x) => Math.abs(x) > 100);
      while (!out() && simulation.stepCount < 200) simulation.step();
      expect(simulation.stepCount).toBe(step);
      expect(simulation.step(2000).ok).toBe(false);
      expect(simulation.blowUp?.cause).toBe('non-finite');
      expect(at(stiffness).step(2000).ok).toBe(false);
    });
  }
});

describe('Bender’s cloth', () => {
  /** Flat and at rest, with noise of 1e-6 m/s in its plane, so that the linear limit applies. A flat grid has no stiffness normal to its plane. */
  function noisy(dt: number): Simulation {
    const start = createSimulation({
      scene: 'bender-cloth',
      params: { gravity: 0, dt, stopOnBlowUp: 0 },
      precision: 'double',
    });
    const random = randomNumbers(5);
    const file = start.save();
    const noise = () => 1e-6 * (2 * random() - 1);
    const pins = new Set(file.particles.pinned);
    file.particles.velocities = file.particles.positions.map((_, i) =>
      pins.has(i) ? [0, 0, 0] : [noise(), noise(), 0],
    );
    return createSimulation({ scene: file, precision: 'double' });
  }

  test('has 1,200 particles and 4,592 springs', () => {
    const simulation = createSimulation({ scene: 'bender-cloth' });
    expect([simulation.particleCount, simulation.springCount]).toEqual([1200, 4592]);
  });

  test('decays at dt = 5.356 ms from the flat state and grows at 5.364 ms', { tags: ['long'] }, () => {
    const elastic = (dt: number) => {
      const simulation = noisy(dt);
      simulation.step(4000);
      const before = simulation.energy().elastic;
      simulation.step(4000);
      return [before, simulation.energy().elastic];
    };
    const [stable, later] = elastic(0.005356);
    expect(later).toBeLessThan(stable);
    const [unstable] = elastic(0.005364);
    expect(unstable).toBeGreaterThan(1);
    expect(stable).toBeLessThan(1e-6);
  });

  test('is stable at its own step, and blows up within two seconds at 5.4 ms', () => {
    expect(createSimulation({ scene: 'bender-cloth' }).step(2000).ok).toBe(true);
    const simulation = createSimulation({ scene: 'bender-cloth', params: { dt: 0.0054 } });
    expect(simulation.step(370).ok).toBe(false);
  });
});
