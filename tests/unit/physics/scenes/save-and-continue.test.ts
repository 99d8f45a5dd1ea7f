import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Simulation } from '../../../../src/physics';

type Precision = Simulation['precision'];

/** Through text, like a file. */
function reloaded(simulation: Simulation, precision: Precision): Simulation {
  return createSimulation({ scene: JSON.parse(JSON.stringify(simulation.save())), precision });
}

describe('a saved file continues in the same way', () => {
  /** A grid of 4 × 4 particles, 0.1 m apart, pinned at two corners. */
  const grid = (more: object, params: Record<string, number>): SceneFile =>
    ({
      hooke: 1,
      particles: {
        positions: Array.from({ length: 16 }, (_, i) => [0.1 * (i % 4), 1, 0.1 * Math.floor(i / 4)]),
        masses: 0.01,
        pinned: [0, 3],
      },
      springs: {
        pairs: Array.from({ length: 16 }, (_, i) => [
          ...(i % 4 < 3 ? [[i, i + 1]] : []),
          ...(i < 12 ? [[i, i + 4]] : []),
        ]).flat(),
        stiffness: 100,
        damping: 0.05,
      },
      params: { dt: 0.001, ...params },
      ...more,
    }) as unknown as SceneFile;

  test.each(['single', 'double'] as const)('with cut springs whose ends collide, in %s precision', (precision) => {
    const scene = grid({}, { selfCollision: 1, clothThickness: 0.13 });
    const simulation = createSimulation({ scene, precision });
    simulation.step(200);
    simulation.apply({ type: 'cut', spring: [4, 5, 6, 7] });
    simulation.step(100);
    const other = reloaded(simulation, precision);
    for (const one of [simulation, other]) one.step(200);
    expect(other.hash()).toBe(simulation.hash());
  });

  test.each(['single', 'double'] as const)('with pins whose motion depends on time, in %s precision', (precision) => {
    for (const time of [0, 0.123]) {
      const motion = [{ particles: [0], shake: { amplitude: [0.05, 0.02, 0], frequency: 2.3 } }];
      const simulation = createSimulation({ scene: grid({ motion, time }, {}), precision });
      for (let part = 0; part < 4; part++) {
        simulation.step(177);
        const other = reloaded(simulation, precision);
        for (const one of [simulation, other]) one.step(100);
        expect([other.time, other.hash()]).toEqual([simulation.time, simulation.hash()]);
      }
    }
  });
});
