// @module-tag long
import { expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../src/physics';
import { randomNet } from '../fixtures/net';
import { describeGpu } from '../setup/gpu-browser';

const scene: SceneFile = randomNet(21, { rows: 8, columns: 8, stiffness: 100, damping: 0, crumple: 0.05, pinned: 0.1 });
/** Blow-ups that come at once, and others that grow. */
const CASES = [
  ['symplectic-euler', 0.05],
  ['explicit-euler', 0.002],
  ['velocity-verlet', 0.0099],
  ['symplectic-euler', 0.0099],
  ['midpoint', 0.004],
  ['rk3', 0.0098],
  ['explicit-euler', 0.05],
  ['rk4', 0.05],
  ['rk4', 0.016],
] as const;

describeGpu('a blow-up on the GPU', (call) => {
  test.each(CASES)('is found where the CPU finds it: %s, dt %f s', async (integrator, dt) => {
    const setup = { scene, integrator, params: { dt } };
    const cpu = createSimulation(setup);
    cpu.step(2000);
    const { blowUp } = cpu;
    const gpu = await call('run', setup, 2000);
    expect([gpu.reason, gpu.blowUp?.cause]).toEqual([null, blowUp?.cause]);
    // Checks are 16 steps apart: near a limit rounding decides between two of them.
    expect(Math.abs((gpu.blowUp?.step ?? 0) - (blowUp?.step ?? 1e9))).toBeLessThanOrEqual(16);
    expect(gpu.stepCount).toBeLessThan(gpu.blowUp?.step ?? 0);
    expect(gpu.energy.total).toBeLessThan(2 * cpu.energy().total + 1);
  });

  test('goes on after a remedy', async () => {
    const setup = { scene, integrator: 'symplectic-euler', params: { dt: 0.01 } };
    const gpu = await call('run', setup, 400, {
      200: [{ type: 'set', key: 'dt', value: 1e-3 }, { type: 'resume' }],
    });
    expect(gpu.blowUp).toBeNull();
    expect(gpu.kernel).toBe('gpu');
  });

  test('is no alarm where gravity, a push and a grab speed up a cloth at rest', async () => {
    const still = { ...scene, particles: { ...scene.particles, velocities: undefined } };
    const setup = { scene: still, integrator: 'symplectic-euler', params: { dt: 1e-3, gravity: 9.81 } };
    const gpu = await call('run', setup, 400, {
      0: [
        { type: 'grab', particle: 63, target: [3, 3, 1] },
        { type: 'push', force: [0, 0, 0.5] },
      ],
    });
    expect([gpu.blowUp, gpu.reason, gpu.stepCount]).toEqual([null, null, 400]);
  });
});
