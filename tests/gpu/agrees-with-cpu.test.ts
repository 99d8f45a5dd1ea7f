// @module-tag sampled
import { expect, test } from 'vitest';
import { INTEGRATORS, type SceneFile } from '../../src/physics';
import { stagesOf } from '../../src/physics/gpu/explicit-stages';
import type { Script } from '../fixtures/gpu-page';
import { randomNet } from '../fixtures/net';
import { randomNumbers } from '../fixtures/random';
import { everyNth } from '../fixtures/run-length';
import { describeGpu } from '../setup/gpu-browser';

const METHODS = INTEGRATORS.filter((method) => stagesOf(method)).map(({ id }) => id);

/** A net with what is to be compared, and commands by the step before which they are applied. */
interface Case {
  scene: SceneFile;
  params?: Record<string, number>;
  script?: Script;
}

/** A crumpled net in motion: particles and springs differ, some springs are missing, two particles are pinned. */
const net = (seed: number, more: Partial<Parameters<typeof randomNet>[1]> = {}): SceneFile => ({
  ...randomNet(seed, { rows: 9, columns: 14, stiffness: 100, damping: 0.02, missing: 0.1, pinned: 0.03, ...more }),
});

/** A net with a whole surface. */
const sheet = (seed: number) => net(seed, { missing: 0, bending: 1e-5 });
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => from + k);

const CASES: Record<string, Case> = {
  springs: { scene: net(1), params: { gravity: 0, drag: 0 } },
  'dampings of their own': { scene: withDampings(net(2), 2) },
  gravity: { scene: net(3), params: { gravity: 9.81 } },
  drag: { scene: net(4), params: { drag: 0.05 } },
  decay: { scene: net(5), params: { decay: 5 } },
  'more columns than a workgroup has': { scene: net(6, { rows: 3, columns: 70 }) },
  push: { scene: net(7), script: { 10: [{ type: 'push', force: [0.05, 0.02, -0.03] }] } },
  'two grabs': {
    scene: net(8),
    script: {
      0: [{ type: 'grab', particle: 40, target: [0.5, 0.6, 0.4] }],
      30: [{ type: 'grab', particle: 90, target: [1, 1, -0.3], hand: 1 }],
      60: [{ type: 'move', target: [0.2, 0.9, 0.4] }],
      80: [{ type: 'release' }],
    },
  },
  cuts: {
    scene: net(9),
    script: { 20: [{ type: 'cut', spring: [3, 40, 41, 200] }], 70: [{ type: 'cut', spring: 5 }] },
  },
  'wind with gusts': {
    scene: { ...sheet(13), forces: [{ type: 'wind', velocity: [1, 0.5, 4], gust: 3, gustPeriod: 0.05, seed: 4 }] },
    script: { 50: [{ type: 'cut', spring: [3, 40, 41, 200] }] },
  },
  'two winds on parts': {
    scene: {
      ...sheet(14),
      forces: [
        { type: 'wind', velocity: [0, 0, 5], particles: range(20, 90) },
        { type: 'wind', velocity: [0, 3, 0], gust: 1, particles: range(0, 70) },
      ],
    },
  },
  'listed forces': {
    scene: {
      ...net(15),
      forces: [
        { type: 'gravity', acceleration: [1, 2, -3] },
        { type: 'drag', coefficient: 0.03, particles: range(0, 60) },
        { type: 'push', force: [0, 0.1, 0.05], particles: range(30, 50) },
        { type: 'anchor', point: [0.5, 1, 0.2], stiffness: 3, damping: 0.01, particles: [7, 8, 100] },
      ],
    },
  },
  'air drag': { scene: sheet(16), params: { airDrag: 5 } },
  bending: { scene: sheet(17), params: { bending: 2e-4 }, script: { 50: [{ type: 'cut', spring: [3, 40, 41, 200] }] } },
  'a slope with friction': {
    scene: { ...net(18), planes: [{ point: [0, 0.6, 0], normal: [0.3, 1, 0], friction: 0.3 }] },
    params: { gravity: 9.81 },
  },
  'bounces in a corner': {
    scene: {
      ...net(19),
      planes: [
        { point: [0, 0.5, 0], normal: [0, 1, 0], restitution: 0.7, friction: 0.1 },
        { point: [0.3, 0, 0], normal: [1, 0, 0.2], restitution: 0.2 },
      ],
    },
    params: { gravity: 9.81 },
  },
  'a sphere': {
    scene: {
      ...net(20, { crumple: 0.1, speed: 0.1 }),
      spheres: [{ center: [0.65, 0.6, -0.24], radius: 0.2, friction: 0.2 }],
    },
    params: { gravity: 9.81, dt: 5e-4 },
    script: { 0: [{ type: 'push', force: [0, 0, -1.5] }] },
  },
  'a rigid grab': {
    scene: net(11),
    params: { hardHold: 1 },
    script: {
      10: [{ type: 'grab', particle: 40, target: [0.5, 0.6, 0.1] }],
      20: [{ type: 'move', target: [0.52, 0.62, 0.1] }],
      60: [{ type: 'release' }],
    },
  },
  'moving pins': {
    scene: {
      ...net(12),
      motion: [
        { particles: [0, 1, 2], velocity: [0.5, 0, 0.2] },
        { particles: [1, 13], twist: { center: [0, 1, 0], axis: [1, 1, 0], rate: 3 } },
        { particles: [125], shake: { amplitude: [0.02, 0, 0], frequency: 20 } },
      ],
    },
    script: { 0: [0, 1, 2, 13, 125].map((particle) => ({ type: 'pin', particle, pinned: true })) },
  },
  'pins that come and go': {
    scene: net(10),
    script: { 20: [{ type: 'pin', particle: 60, pinned: true }], 60: [{ type: 'pin', particle: 60, pinned: false }] },
  },
};

/** Every spring damps in its own way, and some do not. */
function withDampings(file: SceneFile, seed: number): SceneFile {
  const random = randomNumbers(seed);
  const damping = file.springs?.pairs.map(() => Math.max(0, 0.1 * random() - 0.02));
  return { ...file, springs: file.springs && { ...file.springs, damping } };
}

describeGpu('100 steps on the GPU', (call) => {
  const pairs = METHODS.flatMap((method) => Object.keys(CASES).map((name) => [name, method] as const));
  // The step between two pairs has no factor in common with the number of cases: each case and each method has its turn.
  test.each(everyNth(11, pairs))('agree with the CPU in double precision: %s by %s', async (name, integrator) => {
    const { scene, params, script } = CASES[name];
    const setup = { scene, integrator, params: { dt: 3e-4, ...params } };
    const { gpu, single, largest, moved } = await call('compare', setup, 100, script);
    // As far as the fast kernel of the CPU: both round to single precision, in another order. An impact, which changes velocities
    // at once, may come a step earlier or later by rounding alone.
    const meets = scene.planes !== undefined || scene.spheres !== undefined;
    expect(gpu.position, 'm').toBeLessThan(2 * single.position + 2 ** -21 * largest.position + (meets ? 1e-4 : 0));
    if (!meets) expect(gpu.velocity, 'm/s').toBeLessThan(2 * single.velocity + 2 ** -21 * largest.velocity);
    expect(moved).toBeGreaterThan(1000 * gpu.position);
  });
});
