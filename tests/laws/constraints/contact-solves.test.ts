import { expect, test } from 'vitest';
import { createSimulation, type Vec3 } from '../../../src/physics';
import { CORRECTIONS } from '../../../src/physics/world/integrator';
import { dropScene } from '../../fixtures/drops';
import { randomNet } from '../../fixtures/net';

/** Iterations of conjugate gradients in a step, of 60 from the start. What holds the particles is predicted, and Newton's method
 *  converges once it is known: without the first, or with a whole solve by Newton's method for each revision, it takes 3 times as
 *  many. */
test.each([
  ['implicit-euler', 16],
  ['implicit-euler-newton', 100],
])('a step of a cloth over a ball takes few iterations under %s', (integrator, most) => {
  const params = { dt: 1 / 60, rows: 12, columns: 12, selfCollision: 0 };
  const simulation = createSimulation({ scene: 'cloth-on-sphere', integrator, params });
  let sum = 0;
  for (let i = 0; i < 60; i++) sum += simulation.step().iterations;
  expect(sum / 60).toBeLessThan(most);
});

/** A step is solved 16 times at most. With a cycle that takes what holds particles together for what holds each by itself it has 1,000
 *  iterations and more. */
test.each(['single', 'double'] as const)(
  'steps of a net on edges of a box take few iterations by multigrid in %s precision',
  (precision) => {
    const params = { rows: 16, columns: 16 };
    const simulation = createSimulation({ scene: 'cloth-over-bust', preconditioner: 'multigrid', precision, params });
    const [{ center }] = simulation.save().bodies as [{ center: Vec3 }];
    simulation.apply({
      type: 'bodies',
      bodies: [{ shape: 'box', size: [0.37, 0.6, 0.37], center, rotation: [0, 20, 0] }],
    });
    let most = 0;
    for (let i = 0; i < 24; i++) most = Math.max(most, simulation.step().iterations);
    expect(most).toBeLessThan(16 * 25);
    expect(most).toBeGreaterThan(16);
  },
);

/** A contact that is let go where its lowest point comes to the border, and found anew, in each solve of a step: 204 iterations. */
test('steps of a cloth that lies on a box take few solves', { tags: ['long'] }, () => {
  const params = { dt: 1 / 120, rows: 24, columns: 24, mass: 3e-4, selfCollision: 0 };
  const simulation = createSimulation({ scene: 'cloth-on-sphere', integrator: 'implicit-euler', params });
  simulation.apply({ type: 'spheres', spheres: [] });
  const size: Vec3 = [0.5, 0.5, 0.5];
  simulation.apply({ type: 'bodies', bodies: [{ shape: 'box', size, center: [0, 0.25, 0], friction: 0.4 }] });
  simulation.step(48);
  let sum = 0;
  for (let i = 0; i < 48; i++) sum += simulation.step().iterations;
  expect(sum / 48).toBeLessThan(100);
});

test.each(['implicit-euler', 'implicit-euler-newton'])(
  'steps with impacts under %s count as corrected',
  (integrator) => {
    const drop = {
      body: 'oblique chain',
      onto: 'floor',
      restitution: 0.5,
      friction: 0.3,
      damping: 0,
      dt: 1 / 60,
    } as const;
    const simulation = createSimulation({ scene: dropScene({ ...drop, stiffness: 1e5, integrator }), integrator });
    const seen = CORRECTIONS.map(() => 0);
    for (let i = 0; i < 60; i++) {
      const { correction } = simulation.step();
      if (correction) seen[CORRECTIONS.indexOf(correction)]++;
    }
    const { report } = simulation;
    expect(CORRECTIONS.map((correction) => report[`${correction}Steps`])).toEqual(seen);
    expect(report.brakedSteps).toBeGreaterThan(0);
  },
);

test('what slides over a slope in waves is not stopped by the friction of an earlier step', () => {
  const net = { rows: 9, columns: 14, stiffness: 100, damping: 0.02, missing: 0.1, pinned: 0.03 };
  const scene = {
    ...randomNet(18, net),
    planes: [{ point: [0, 0.6, 0] as Vec3, normal: [0.3, 1, 0] as Vec3, friction: 0.3 }],
  };
  const params = { dt: 2e-3, gravity: 9.81, cgTolerance: 1e-5 };
  const simulation = createSimulation({ scene, integrator: 'implicit-euler', params, precision: 'double' });
  const speeds = () =>
    Array.from({ length: simulation.particleCount }, (_, i) => Math.hypot(...simulation.particle(i).velocity));
  let before = speeds();
  for (let step = 0; step < 100; step++) {
    simulation.step();
    const now = speeds();
    now.forEach((speed, i) => {
      if (before[i] > 0.5) expect(speed, `particle ${i}, step ${step}, from ${before[i]} m/s`).toBeGreaterThan(0.02);
    });
    before = now;
  }
});
