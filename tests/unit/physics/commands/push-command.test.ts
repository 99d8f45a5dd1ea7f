import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Vec3 } from '../../../../src/physics';

const MASSES = [0.5, 2, 1];
const scene: SceneFile = {
  hooke: 1,
  particles: {
    positions: [
      [0, 1, 0],
      [1, 1, 0],
      [2, 1, 0],
    ],
    masses: MASSES,
    pinned: [2],
  },
  params: { dt: 0.25, gravity: 0 },
};
const FORCE: Vec3 = [1, -2, 4];

describe('the command push', () => {
  test('is the same force on every particle of any mass, and moves no pin', () => {
    const simulation = createSimulation({ scene, precision: 'double' });
    simulation.apply({ type: 'push', force: FORCE });
    expect(simulation.push).toEqual(FORCE);
    simulation.step(4);
    for (const i of [0, 1]) {
      expect(simulation.particle(i).velocity).toEqual(FORCE.map((part) => part / MASSES[i]));
    }
    expect(simulation.particle(2)).toMatchObject({ position: [2, 1, 0], velocity: [0, 0, 0] });
  });

  test('lasts until the next one', () => {
    const simulation = createSimulation({ scene, precision: 'double' });
    simulation.apply({ type: 'push', force: FORCE });
    simulation.step();
    simulation.apply({ type: 'push', force: [0, 0, 0] });
    simulation.step(8);
    expect(simulation.particle(0).velocity).toEqual(FORCE.map((part) => (0.25 * part) / 0.5));
  });

  test('ends with a reset', () => {
    const simulation = createSimulation({ scene, precision: 'double' });
    simulation.apply({ type: 'push', force: FORCE });
    simulation.step();
    simulation.apply({ type: 'reset' });
    simulation.step(8);
    expect(simulation.particle(0).velocity).toEqual([0, 0, 0]);
  });

  test('is not a blow-up, at any force', () => {
    const simulation = createSimulation({ scene });
    simulation.apply({ type: 'push', force: [0, 1e4, 0] });
    expect(simulation.step(400).ok).toBe(true);
    expect(simulation.energy().kinetic).toBeGreaterThan(1e9);
  });
});
