// @module-tag divided
import { describe, expect, inject, test } from 'vitest';
import { createSimulation, paramsOf, SCENES } from '../../../src/physics';
import { leastDistance } from '../../fixtures/obstacle-distance';
import { LONG } from '../../fixtures/run-length';
import { GARMENTS } from '../../fixtures/scenes-in-turn';

/** s; the cloths fall for half a second. */
const DURATION = LONG ? 5 : 0.9;
/** m; on a floor or another obstacle, single precision may be lower by this. */
const TOLERANCE = 1e-5;

const CLOTHS = SCENES.filter((scene) => {
  const { surface, environment } = scene.create(paramsOf(scene));
  return surface.length > 0 && (environment.planes ?? []).length > 0;
}).map(({ id }) => id);
/** The default run has every sixth of them, and no garment, whose steps take long. */
const THESE = CLOTHS.filter((id, i) => LONG || (i % 12 === 0 && !GARMENTS.includes(id)));

const heights = ({ state: { positions } }: ReturnType<typeof createSimulation>) =>
  positions.filter((_, o) => o % 4 === 1);

// On one kernel, as it takes long: steps of the kernels agree.
describe.skipIf(inject('kernel') === 'js')('without pins', () => {
  test.each(THESE)(
    'the cloth of the scene %s falls on the floor, or on what stands there, and lies there',
    { tags: ['sampled'] },
    (scene) => {
      const simulation = createSimulation({ scene });
      simulation.apply({ type: 'pins', particles: [] });
      while (simulation.time < DURATION) {
        expect(simulation.step(Math.ceil(0.02 / simulation.params.dt)).ok, JSON.stringify(simulation.blowUp)).toBe(
          true,
        );
        expect(Math.min(...heights(simulation))).toBeGreaterThan(-TOLERANCE);
      }
      const distance = leastDistance(simulation);
      expect(distance).toBeGreaterThan(-TOLERANCE);
      const { environment, params } = simulation;
      if (params.gravity === 0) return;
      // A table catches it, or a ball above the floor. A ball that lies on the floor does not keep its edges from there.
      const isCaught =
        environment.bodies.length > 0 ||
        environment.spheres.some(({ center, radius }) => center[1] > radius + TOLERANCE);
      expect(isCaught ? distance : Math.min(...heights(simulation))).toBeLessThan(2 * TOLERANCE);
    },
  );

  test('the default cloth comes back up where it hung when that is undone', () => {
    const simulation = createSimulation();
    simulation.step(100);
    const before = simulation.hash();
    simulation.apply({ type: 'pins', particles: [] }, 0);
    simulation.step(2000);
    simulation.apply({ type: 'undo' });
    expect(simulation.hash()).toBe(before);
    expect([simulation.particle(0).pinned, simulation.particle(31).pinned]).toEqual([true, true]);
  });

  test('a scene without a floor floats', () => {
    const floating = SCENES.filter((scene) => !scene.create(paramsOf(scene)).environment.planes?.length);
    expect(floating.map(({ id }) => id)).toEqual(expect.arrayContaining(['cloth-floating', 'orbit']));
    for (const scene of floating) expect(paramsOf(scene).gravity, scene.id).toBe(0);
  });

  test('nothing that moves faster than 100 m/s falls through the floor', () => {
    const file = createSimulation({ scene: 'free-fall', params: { dt: 1e-3 } }).save();
    for (const speed of [150, 1e4]) {
      const simulation = createSimulation({
        scene: { ...file, particles: { ...file.particles, velocities: [[0, -speed, 0]] } },
      });
      simulation.step(5);
      expect(simulation.particle(0).position[1]).toBeGreaterThan(0.05);
    }
  });
});
