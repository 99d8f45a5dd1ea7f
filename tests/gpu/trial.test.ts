// @module-tag long
import { expect, test } from 'vitest';
import { randomNet } from '../fixtures/net';
import { describeGpu } from '../setup/gpu-browser';

const scene = randomNet(41, { rows: 20, columns: 20, stiffness: 100, damping: 0.02 });
const setup = { scene, integrator: 'symplectic-euler', params: { dt: 1e-4 } };

describeGpu('a trial of the GPU', (call) => {
  test('is not made in software', async () => {
    const { gain, reason, trials } = await call('trial', setup, false);
    expect([gain, reason, trials]).toEqual([null, 'WebGPU has no graphics card here, only software.', 0]);
  });

  test('times both sides, takes the faster one and leaves the run as it is', async () => {
    const { isTaken, gain, ...rest } = await call('trial', setup, true);
    expect(rest).toEqual({ reason: null, trials: 1, isUnchanged: true });
    expect(gain).toBeGreaterThan(0);
    expect(isTaken).toBe((gain ?? 0) >= 2);
  });
});
