// @module-tag sampled
import { expect, test } from 'vitest';
import { createSimulation } from '../../src/physics';
import { randomNet } from '../fixtures/net';
import { randomNumbers } from '../fixtures/random';
import { cases, everyNth, LONG } from '../fixtures/run-length';
import { describeGpu } from '../setup/gpu-browser';

const scene = randomNet(31, { rows: 8, columns: 9, stiffness: 100, damping: 0.02 });

describeGpu('a device that is destroyed', (call) => {
  const random = randomNumbers(LONG ? 7 : 8);
  const moments = Array.from({ length: cases(20) }, () => [Math.floor(60 * random()), 1 + Math.floor(300 * random())]);
  test.each(moments)('loses nothing that was read: %i steps, and %i more', { tags: ['long'] }, async (read, steps) => {
    const setup = { scene, integrator: 'symplectic-euler', params: { dt: 1e-3 } };
    const { reason, ...outcome } = await call('destroyDevice', setup, read, steps);
    expect(outcome).toEqual({ kept: true, ok: true, kernel: 'simd', goesOn: true });
    expect(reason).toMatch(/^The GPU has failed: .+\.$/);
  });
});

describeGpu('a device that cannot run the scene', (call) => {
  test.each(everyNth(2, ['kernels', 'memory'] as const))('leaves it to the CPU: %s', async (part) => {
    const setup = { scene, integrator: 'rk4', params: { dt: 1e-3 } };
    const onCpu = createSimulation(setup);
    onCpu.step(5);
    const { reason, ...outcome } = await call('breakDevice', setup, part);
    expect(outcome).toEqual({ kernel: 'simd', stepCount: 5, hash: onCpu.hash() });
    expect(reason).toMatch(/^The GPU has failed: ./);
  });
});

describeGpu('what the GPU does not have', (call) => {
  test('runs on the CPU, with the reason, and returns to the GPU', { tags: ['long'] }, async () => {
    const setup = { scene, integrator: 'implicit-euler-newton', params: { dt: 1e-3 } };
    const onCpu = createSimulation({ ...setup, kernel: 'simd' });
    onCpu.step(5);
    const before = await call('run', setup, 5);
    expect(before).toMatchObject({ kernel: 'simd', stepCount: 5, hash: onCpu.hash() });
    expect(before.reason).toMatch(/^The GPU does not have the method “Implicit Euler.*”\.$/);
    const after = await call('run', setup, 40, { 20: [{ type: 'integrator', id: 'rk4' }] });
    expect(after).toMatchObject({ kernel: 'gpu', reason: null, stepCount: 40 });
  });
});
