// @module-tag long
import { expect, test } from 'vitest';
import { GPU_CASES } from '../fixtures/gpu-cases';
import { randomNet } from '../fixtures/net';
import { describeGpu } from '../setup/gpu-browser';

/** Those with obstacles are in `implicit-contact`. */
const CASES = Object.keys(GPU_CASES).filter((name) => !GPU_CASES[name].scene.planes && !GPU_CASES[name].scene.spheres);

describeGpu('implicit Euler on the GPU, with forces', (call) => {
  test.each(CASES)('goes where double precision goes: %s', async (name) => {
    const { scene, params, script } = GPU_CASES[name];
    const setup = {
      scene,
      integrator: 'implicit-euler',
      params: { bending: 0, ...params, dt: 2e-3, cgTolerance: 1e-5 },
    };
    const { gpu, single, largest, moved } = await call('compare', setup, 60, script);
    // Each step is solved to 1e-5 of what it changes.
    expect(gpu.position, 'm').toBeLessThan(2 * single.position + 2 ** -21 * largest.position + 1e-4 * moved);
    expect(gpu.velocity, 'm/s').toBeLessThan(
      2 * single.velocity + 2 ** -21 * largest.velocity + 1e-4 * largest.velocity,
    );
    expect(moved).toBeGreaterThan(0.01);
  });

  test.each([1e-3, 0])(
    'bending takes the iterations of the SIMD kernel, and makes no energy: damping %f N·m·s',
    async (bendingDamping) => {
      const n = 33;
      const mass = 0.2 / (n * n);
      const params = {
        rows: n,
        columns: n,
        mass,
        drag: 0,
        dt: 1 / 60,
        cgTolerance: 1e-3,
        bending: 0.1,
        bendingDamping,
      };
      const setup = { scene: 'cloth', integrator: 'implicit-euler', params };
      const { gpu, simd, apart } = await call('solves', setup, 6, { 0: [{ type: 'planes', planes: [] }] });
      gpu.forEach(({ iterations }, k) => {
        expect(Math.abs(iterations - simd[k].iterations)).toBeLessThanOrEqual(1);
      });
      for (let k = 1; k < gpu.length; k++) expect(gpu[k].energy).toBeLessThan(gpu[k - 1].energy);
      expect(apart).toBeLessThan(1e-4);
    },
  );

  test('anchors and listed gravity keep the energy law', async () => {
    const scene = {
      ...randomNet(23, { rows: 9, columns: 12, stiffness: 1e3, damping: 0, crumple: 0.3, pinned: 0.02 }),
      forces: [
        { type: 'anchor', point: [0.4, 0.2, 0.1], stiffness: 2, particles: [3, 50, 51, 52, 100] },
        { type: 'gravity', acceleration: [0, 3, 5] },
      ],
    };
    const params = { dt: 1 / 30, drag: 0, cgTolerance: 1e-3 };
    const { gpu, simd } = await call('solves', { scene, integrator: 'implicit-euler', params }, 15);
    // The first step has the energy of its end: less than that of the start, which is not measured.
    for (let k = 1; k < gpu.length; k++) {
      expect(gpu[k].energy - gpu[k - 1].energy).toBeLessThan(0.01 * Math.abs(simd[0].energy));
    }
    expect(gpu.map(({ correction }) => correction)).toEqual(simd.map(({ correction }) => correction));
  });
});
