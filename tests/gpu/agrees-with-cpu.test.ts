// @module-tag divided
// @module-tag sampled
import { expect, test } from 'vitest';
import { INTEGRATORS } from '../../src/physics';
import { stagesOf } from '../../src/physics/gpu/explicit-method';
import { GPU_CASES } from '../fixtures/gpu-cases';
import { everyNth } from '../fixtures/run-length';
import { describeGpu } from '../setup/gpu-browser';

const METHODS = INTEGRATORS.filter((method) => stagesOf(method)).map(({ id }) => id);

describeGpu('100 steps on the GPU', (call) => {
  const pairs = METHODS.flatMap((method) => Object.keys(GPU_CASES).map((name) => [name, method] as const));
  // The step between two pairs has no factor in common with the number of cases: each case and each method has its turn.
  test.each(everyNth(58, pairs))('agree with the CPU in double precision: %s by %s', async (name, integrator) => {
    const { scene, params, script } = GPU_CASES[name];
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
