// @module-tag long
import { expect, test } from 'vitest';
import { type Command, createSimulation, type PlaneInFile, type Setup, type Vec3 } from '../../src/physics';
import { GPU_CASES } from '../fixtures/gpu-cases';
import { describeGpu } from '../setup/gpu-browser';

const N = 9;
const DT = 1 / 60;
const G = 9.81;
const FLOOR: PlaneInFile = { point: [0, 0, 0], normal: [0, 1, 0] };

const cloth = (params: Record<string, number>): Setup => ({
  scene: 'cloth',
  integrator: 'implicit-euler',
  params: { rows: N, columns: N, mass: 0.2 / (N * N), dt: DT, cgTolerance: 1e-5, ...params },
});

/** A free level sheet without stretch. @param y height, m @param velocity m/s @param floor under it */
function level(setup: Setup, y: number, velocity: Vec3, floor: PlaneInFile): Command[] {
  const { model } = createSimulation(setup);
  const positions = Array.from({ length: N * N }, (_, i) => [(i % N) / (N - 1), y, Math.floor(i / N) / (N - 1), 0]);
  const velocities = positions.flatMap(() => [...velocity, 0]);
  const pins = [...model.pinned.keys()].filter((particle) => model.pinned[particle] === 1);
  return [
    { type: 'planes', planes: [floor] },
    ...pins.map((particle): Command => ({ type: 'pin', particle, pinned: false })),
    { type: 'place', positions: positions.flat(), velocities, time: 0 },
  ];
}

describeGpu('implicit Euler on the GPU, with obstacles', (call) => {
  // Later the CPU holds a particle whose surface does not press any more; here it slides on.
  test.each([
    ['a sphere', 20],
    ['bounces in a corner', 7],
    ['a slope with friction', 7],
  ] as const)('goes where double precision goes: %s, %i steps', async (name, steps) => {
    const { scene, params, script } = GPU_CASES[name];
    const setup = { scene, integrator: 'implicit-euler', params: { ...params, dt: 2e-3, cgTolerance: 1e-5 } };
    const { gpu, single, largest, moved } = await call('compare', setup, steps, script);
    expect(gpu.position, 'm').toBeLessThan(2 * single.position + 2 ** -21 * largest.position + 1e-4 * moved);
    expect(moved).toBeGreaterThan(0.01);
  });

  test('what falls on a floor stays above it, makes no energy and comes to rest there as on the CPU', async () => {
    const setup = cloth({ stiffness: 300, drag: 0 });
    const script = { 0: level(setup, 0.01, [0, -1, 0], { ...FLOOR, friction: 0.3 }) };
    const { gpu, simd, apart } = await call('solves', setup, 8, script);
    expect(gpu.map(({ correction }) => correction)).toEqual(simd.map(({ correction }) => correction));
    for (const { lowest } of gpu) expect(lowest).toBeGreaterThanOrEqual(-1e-6);
    for (let k = 1; k < gpu.length; k++) expect(gpu[k].energy).toBeLessThan(gpu[k - 1].energy + 1e-6);
    expect(gpu[gpu.length - 1].lowest).toBeLessThan(1e-6);
    expect(apart).toBeLessThan(1e-5);
  });

  // Gravity is inclined by θ to a level floor, so that a height is a distance from the plane.
  test.each([
    { friction: 0.6, slides: false },
    { friction: 0.3, slides: true },
  ])('on a plane inclined by 30°, slides if tan θ > μ: %o', async ({ friction, slides }) => {
    const theta = Math.PI / 6;
    const setup = cloth({ gravity: 0, drag: 0 });
    const pull: Command = {
      type: 'forces',
      forces: [{ type: 'gravity', acceleration: [G * Math.sin(theta), -G * Math.cos(theta), 0] }],
    };
    const steps = 10;
    const { gpu, velocities } = await call('solves', setup, steps, {
      0: [...level(setup, 0, [0, 0, 0], { ...FLOOR, friction }), pull],
    });
    const expected = slides ? steps * DT * G * (Math.sin(theta) - friction * Math.cos(theta)) : 0;
    for (let i = 0; i < N * N; i++) {
      expect(velocities[4 * i]).toBeCloseTo(expected, 5);
      expect(Math.abs(velocities[4 * i + 1])).toBeLessThan(1e-6);
    }
    for (const { lowest } of gpu) expect(Math.abs(lowest)).toBeLessThan(1e-6);
  });

  test('restitution returns a part of the velocity', async () => {
    const setup = cloth({ gravity: 0, drag: 0 });
    const { velocities, gpu } = await call('solves', setup, 3, {
      0: level(setup, 0.02, [0, -2, 0], { ...FLOOR, restitution: 0.5 }),
    });
    for (let i = 0; i < N * N; i++) expect(velocities[4 * i + 1]).toBeCloseTo(1, 4);
    expect(gpu[gpu.length - 1].lowest).toBeGreaterThan(0);
  });
});
