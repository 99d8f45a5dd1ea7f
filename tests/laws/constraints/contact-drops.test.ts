import { expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile, type Vec3 } from '../../../src/physics';
import { randomNumbers } from '../../fixtures/random';
import { cases } from '../../fixtures/run-length';

/** Particles of one drop, and how many drops: 10,050 particles in all. */
const TOGETHER = 15;
const DROPS = 670;
const STEPS = 40;

/** Planes that leave room about the point [0, 3, 0], balls away from it, and springs between some particles. */
function randomDrop(random: () => number): SceneFile {
  const spread = (size: number) => size * (2 * random() - 1);
  const vector = (size: number): Vec3 => [spread(size), spread(size), spread(size)];
  const surface = () => ({ restitution: random() < 0.3 ? 1 : random(), friction: random() < 0.3 ? 0 : random() });
  const planes = Array.from({ length: 1 + Math.floor(4 * random()) }, () => {
    const normal = vector(1);
    const length = Math.hypot(...normal);
    // 2 m from the middle, seen from there.
    const point = normal.map((part, axis) => (axis === 1 ? 3 : 0) - (2 * part) / length) as Vec3;
    return { point, normal, ...surface() };
  });
  const spheres = Array.from({ length: Math.floor(3 * random()) }, () => {
    const center = vector(1).map((part, axis) => part + (axis === 1 ? 1.2 : 0)) as Vec3;
    return { center, radius: 0.1 + 0.6 * random(), ...surface() };
  });
  const bound = random() < 0.5;
  return {
    hooke: 1,
    particles: {
      positions: Array.from(
        { length: TOGETHER },
        () => vector(0.3).map((x, axis) => x + (axis === 1 ? 3.2 : 0)) as Vec3,
      ),
      velocities: Array.from({ length: TOGETHER }, () => vector(50 / Math.sqrt(3))),
      masses: Array.from({ length: TOGETHER }, () => 0.01 + random()),
    },
    springs: {
      pairs: bound ? Array.from({ length: TOGETHER - 1 }, (_, i): [number, number] => [i, i + 1]) : [],
      stiffness: 10 * random(),
      damping: 0.1 * random(),
    },
    planes,
    spheres,
    params: {
      dt: 10 ** (-4 + 2.3 * random()),
      gravity: random() < 0.2 ? 0 : 9.81,
      selfCollision: random() < 0.5 ? 1 : 0,
      clothThickness: 0.01 + 0.1 * random(),
      stopOnBlowUp: 0,
    },
  };
}

test(`${cases(DROPS) * TOGETHER} random drops end at most 1 mm below a surface, with finite numbers`, {
  tags: ['sampled'],
}, () => {
  const random = randomNumbers(20_240);
  for (let drop = 0; drop < cases(DROPS); drop++) {
    const scene = randomDrop(random);
    const { id } = INTEGRATORS[drop % INTEGRATORS.length];
    const simulation = createSimulation({ scene, integrator: id, precision: drop % 4 === 0 ? 'double' : 'single' });
    const x = simulation.state.positions;
    for (let step = 0; step < STEPS; step++) {
      simulation.step();
      let lowest = 0;
      for (let o = 0; o < 4 * TOGETHER; o += 4) {
        for (const { point, normal } of scene.planes ?? []) {
          let phi = 0;
          for (let axis = 0; axis < 3; axis++)
            phi += ((x[o + axis] - point[axis]) * normal[axis]) / Math.hypot(...normal);
          lowest = Math.min(lowest, phi);
        }
        for (const { center, radius } of scene.spheres ?? []) {
          lowest = Math.min(lowest, Math.hypot(x[o] - center[0], x[o + 1] - center[1], x[o + 2] - center[2]) - radius);
        }
      }
      if (!x.every(Number.isFinite)) lowest = Number.NaN;
      expect(lowest, `drop ${drop} under ${id}, step ${step + 1}`).toBeGreaterThan(-1e-3);
    }
  }
});
