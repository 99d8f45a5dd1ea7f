import { describe, expect, inject, test } from 'vitest';
import { createSimulation, paramsOf, SCENES, type Simulation } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';
import { optionsOfScene } from '../../fixtures/scenes-in-turn';

/** s; long enough for a cloth to fold, and by default not long enough to swing often. */
const DURATION = LONG ? 2.5 : 1.2;
/** s; of a scene of a material, whose steps take long. */
const SHORT = 0.8;
/** Its author's step is at the limit: 0.0051 s when it hangs, and less while it swings. */
const AT_ITS_LIMIT = 'bender-cloth';

/** Runs and returns the largest strain l/L₀ − 1 of any spring. */
function run(simulation: Simulation, duration = DURATION): number {
  let largest = 0;
  while (simulation.time < duration) {
    expect(simulation.step(50).ok, JSON.stringify(simulation.blowUp)).toBe(true);
    largest = Math.max(largest, largestStrain(simulation));
  }
  return largest;
}

function largestStrain({ model: { springs, restLengths, springCount }, state: { positions: x } }: Simulation): number {
  let largest = 0;
  for (let j = 0; j < springCount; j++) {
    const [a, b] = [4 * springs[2 * j], 4 * springs[2 * j + 1]];
    const length = Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
    largest = Math.max(largest, length / restLengths[j] - 1);
  }
  return largest;
}

/** Smallest and largest x, y and z, m. */
function extent({ state: { positions }, particleCount }: Simulation): [number, number][] {
  return [0, 1, 2].map((axis) => {
    const places = Array.from({ length: particleCount }, (_, i) => positions[4 * i + axis]);
    return [Math.min(...places), Math.max(...places)];
  });
}

for (const definition of SCENES) {
  const isShort = definition.material !== undefined || !(LONG || definition.id.startsWith('cloth'));
  // On one kernel, as it takes long: the held hashes take 1,000 steps of each scene on every kernel, and steps of the kernels agree.
  describe.skipIf(inject('kernel') === 'js')(`the scene ${definition.id}`, () => {
    test('is stable with its own step and method, above the floor', {
      tags: ['sampled'],
      ...optionsOfScene(definition, 10),
    }, () => {
      const simulation = createSimulation({ scene: definition.id });
      const largest = run(simulation, isShort ? SHORT : DURATION);
      const sizes = extent(simulation);
      // On its own floor it may be lower by the tolerance of contact.
      expect(sizes[1][0]).toBeGreaterThan(simulation.environment.planes.length > 0 ? -1e-3 : 0);
      if (!definition.id.startsWith('cloth')) return;
      // A cloth has a strain of at most 0.2, and leaves its plane.
      expect(largest).toBeLessThan(0.2);
      // One without pins lies on the floor.
      const falls = simulation.environment.planes.length > 0 && !simulation.model.pinned.includes(1);
      for (const [least, most] of falls ? [sizes[0], sizes[2]] : sizes) expect(most - least).toBeGreaterThan(0.05);
    });

    if (definition.id === AT_ITS_LIMIT) return;

    test('is stable with twice its step', {
      tags: ['sampled'],
      ...optionsOfScene(definition, 12),
    }, () => {
      run(
        createSimulation({ scene: definition.id, params: { dt: 2 * paramsOf(definition).dt } }),
        LONG && definition.material === undefined ? DURATION : SHORT,
      );
    });
  });
}

test('the Taichi demo comes to rest with its lower right particle where it did for its author', () => {
  const simulation = createSimulation({ scene: 'taichi-grid', precision: 'double' });
  simulation.step(10_000);
  const [x, y, z] = simulation.particle(99).position;
  expect([x, y, z]).toEqual([expect.closeTo(0.652355, 6), expect.closeTo(0.305183, 6), 0]);
});

test('the cloth blows up after a small change of dt or stiffness', () => {
  for (const params of [{ dt: 1e-3 }, { stiffness: 1600 }]) {
    expect(createSimulation({ params }).step(10_000).ok, JSON.stringify(params)).toBe(false);
  }
});
