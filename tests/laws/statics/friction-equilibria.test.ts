import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { everyNth, LONG } from '../../fixtures/run-length';

/** m; what rests must not move farther in the time of a run, s. */
const STAYS = 1e-4;
const RUN = 2;
const MOST_STEPS = 60;

/** Cloths that friction holds on what stands still; particles along an edge. The denser nets take long. */
const CLOTHS: readonly { scene: string; sizes: readonly number[] }[] = [
  { scene: 'tablecloth', sizes: [10, 20, 32] },
  { scene: 'cloth-over-bust', sizes: [10, 20, 32] },
  { scene: 'cloth-on-sphere', sizes: [10, 20, 32] },
  { scene: 'cloth-falling', sizes: [10, 20, 32] },
];
const METHODS = [
  ['implicit-euler', 1 / 120],
  ['velocity-verlet', 5e-4],
] as const;

const sampled = { tags: ['sampled'] };

for (const { scene, sizes } of LONG ? CLOTHS : everyNth(4, CLOTHS, 2)) {
  for (const size of LONG ? sizes : sizes.slice(0, 1)) {
    test(
      `${scene} of ${size}² is found at rest in at most ${MOST_STEPS} Newton steps, and stays in a run`,
      sampled,
      () => {
        const params = { rows: size, columns: size };
        const found = createSimulation({ scene, precision: 'double', params });
        const { ok, iterations, unstable } = found.findEquilibrium();
        expect({ ok, unstable }).toEqual({ ok: true, unstable: 0 });
        expect(iterations).toBeLessThanOrEqual(MOST_STEPS);
        const { positions, velocities } = found.state;
        for (const [integrator, dt] of METHODS) {
          const run = createSimulation({ scene, precision: 'double', integrator, params: { ...params, dt } });
          run.apply({ type: 'place', positions, velocities, time: 0 });
          const steps = Math.round((LONG ? RUN : RUN / 10) / dt);
          for (let k = 0; k < 10; k++) {
            run.step(Math.round(steps / 10));
            const moved = Math.max(...run.state.positions.map((x, o) => (o % 4 < 3 ? Math.abs(x - positions[o]) : 0)));
            expect(moved, `m, by ${integrator}`).toBeLessThan(STAYS);
          }
        }
      },
    );
  }
}

test('a search of a cloth on a turning ball takes the ball as it stands', { tags: ['long'] }, () => {
  const simulation = createSimulation({
    scene: 'turning-ball',
    precision: 'double',
    params: { rows: 10, columns: 10 },
  });
  expect(simulation.findEquilibrium()).toMatchObject({ ok: true, unstable: 0 });
});

test('a net that a ball would enter between its particles is not said to be at rest', () => {
  const simulation = createSimulation({
    scene: {
      hooke: 1,
      particles: {
        positions: [
          [-0.5, 1, 0],
          [0.5, 1, 0],
          [0, 0.5, 0.5],
        ],
        masses: 0.01,
        pinned: [0, 1],
      },
      springs: {
        pairs: [
          [0, 2],
          [1, 2],
        ],
        stiffness: 100,
      },
      surface: [[0, 1, 2]],
      spheres: [{ center: [0, 0.7, -0.02], radius: 0.1 }],
    },
    precision: 'double',
  });
  expect(simulation.findEquilibrium().ok).toBe(false);
  simulation.apply({ type: 'spheres', spheres: [] });
  expect(simulation.findEquilibrium().ok).toBe(true);
});
