import { describe, expect, inject, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { largestStrain } from '../../../src/physics/analysis/state/springs';

// On one kernel, as it takes long: steps of both kernels agree in this scene.
describe.skipIf(inject('kernel') === 'js')('the default cloth', () => {
  test('is stable for ten seconds at twice its step', () => {
    const simulation = createSimulation({ params: { dt: 6e-4 } });
    expect(simulation.params.dt).toBeGreaterThanOrEqual(2 * createSimulation().params.dt);
    expect(simulation.step(Math.ceil(10 / 6e-4)).ok).toBe(true);
  });

  test('hangs in folds below the line between its corners, with a strain from 0.02 to 0.12, and never more than 0.22', () => {
    const simulation = createSimulation();
    let peak = 0;
    const until = (time: number) => {
      while (simulation.time < time) {
        simulation.step(20);
        peak = Math.max(peak, largestStrain(simulation.model, simulation.state));
      }
    };
    until(3);
    const z = Array.from({ length: simulation.particleCount }, (_, i) => simulation.particle(i).position[2]);
    expect(Math.max(...z) - Math.min(...z)).toBeGreaterThan(0.05);
    const [left, middle] = [simulation.particle(0).position[1], simulation.particle(16).position[1]];
    expect(left - middle).toBeGreaterThan(0.02);
    until(6);
    expect(peak).toBeLessThan(0.22);
    expect(largestStrain(simulation.model, simulation.state)).toBeLessThan(0.12);
    expect(largestStrain(simulation.model, simulation.state)).toBeGreaterThan(0.02);
  });

  for (const [key, value] of [
    ['stiffness', 1e5],
    ['dt', 2e-3],
    ['mass', 1e-5],
  ] as const) {
    test(`blows up under an explicit method with ${key} = ${value}`, () => {
      const simulation = createSimulation();
      simulation.step(100);
      simulation.apply({ type: 'set', key, value });
      expect(simulation.step(3000).ok).toBe(false);
    });
  }
});
