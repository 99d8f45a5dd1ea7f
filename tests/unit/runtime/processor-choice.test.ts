import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSimulation, type Simulation } from '../../../src/physics';
import type { GpuSimulation } from '../../../src/physics/gpu';
import { createProcessorChoice } from '../../../src/runtime/host/processor-choice';
import { nextTask } from '../../../src/runtime/serve';

/** A card on which a step takes `ms` of the clock of these tests; on the CPU it takes 8 ms. */
const card = { ms: 1, opened: 0, isAlive: false, steps: 0, wait: Promise.resolve() };
let now = 0;
const clock = () => now;

vi.mock('../../../src/physics/gpu', () => ({
  requiredLimits: () => ({}),
  unsupportedReasonOf: ({ params }: Simulation) => (params.tearStrain > 0 ? 'The GPU does not have tearing.' : null),
  attachGpu(simulation: Simulation): GpuSimulation {
    card.isAlive = true;
    const step = simulation.step.bind(simulation);
    // Of the copy that both sides try: what `step` of the GPU calls is not the one that takes 8 ms.
    simulation.step = (count = 1) => {
      now += 8 * count;
      return step(count);
    };
    return {
      simulation,
      reason: null,
      prepare: async () => {},
      read: async () => simulation,
      async step(count = 1) {
        card.steps++;
        await card.wait;
        now += card.ms * count;
        return step(count);
      },
      onCpu: async <T>(work: () => T) => work(),
      async destroy() {
        card.isAlive = false;
      },
    } as unknown as GpuSimulation;
  },
}));

beforeEach(() => {
  Object.assign(card, { ms: 1, opened: 0, isAlive: false, steps: 0, wait: Promise.resolve() });
  const device = { lost: new Promise(() => {}) };
  const adapter = { requestDevice: async () => device };
  vi.stubGlobal('navigator', {
    gpu: {
      async requestAdapter() {
        card.opened++;
        return adapter;
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const ON_CPU = { kernel: 'simd', kernelFallbackReason: null };
const net = (rows: number) => createSimulation({ scene: 'cloth', params: { rows, columns: 129, dt: 1e-5 } });
const open = (simulation: Simulation) => createProcessorChoice(simulation, clock, 'auto');

test.each([
  [1, 'gpu', 8],
  [3.9, 'gpu', 8 / 3.9],
  [4.1, 'simd', 8 / 4.1],
  [80, 'simd', 0.1],
])('takes the GPU if it is at least twice as fast: %f ms a step for 8', async (ms, kernel, gain) => {
  card.ms = ms;
  const simulation = net(129);
  const before = simulation.hash();
  const choice = open(simulation);
  await choice.update();
  const status = choice.status(ON_CPU, true);
  expect(status).toEqual({ kernel, kernelFallbackReason: null, processor: 'auto', gain: expect.closeTo(gain, 6) });
  // The trial steps a copy.
  expect([simulation.stepCount, simulation.hash()]).toEqual([0, before]);
});

test('looks for no GPU below that size, nor where there is no WebGPU', async () => {
  const small = open(net(120));
  await small.update();
  expect(small.status(ON_CPU, true)).toEqual({ ...ON_CPU, processor: 'auto', gain: null });
  vi.stubGlobal('navigator', {});
  const without = open(net(129));
  await without.update();
  expect(without.status(ON_CPU, true)).toEqual({ ...ON_CPU, processor: 'auto', gain: null });
  expect(card.opened).toBe(0);
});

test('tries again with another scene or method, or when what it lacked has gone, and leaves the GPU for a small scene', async () => {
  const simulation = net(129);
  const choice = open(simulation);
  const after = async (command: Parameters<Simulation['apply']>[0]) => {
    simulation.apply(command);
    await choice.update();
    const { kernel, kernelFallbackReason, gain } = choice.status(ON_CPU, true);
    return [kernel, kernelFallbackReason, gain];
  };
  expect(await after({ type: 'set', key: 'tearStrain', value: 0.3 })).toEqual([
    'simd',
    'The GPU does not have tearing.',
    null,
  ]);
  expect(await after({ type: 'set', key: 'tearStrain', value: 0 })).toEqual(['gpu', null, 8]);
  card.ms = 100;
  expect(await after({ type: 'set', key: 'stiffness', value: 30 })).toEqual(['gpu', null, 8]);
  expect(await after({ type: 'integrator', id: 'rk4' })).toEqual(['simd', null, 0.08]);
  card.ms = 2;
  expect(await after({ type: 'set', key: 'rows', value: 130 })).toEqual(['gpu', null, 4]);
  expect(await after({ type: 'scene', scene: 'chain' })).toEqual(['simd', null, null]);
  expect(card.isAlive).toBe(false);
});

test('steps wait while both sides are timed, and go to the CPU when the GPU was left', async () => {
  const simulation = net(129);
  const choice = open(simulation);
  let go = () => {};
  card.wait = new Promise((resolve) => {
    go = resolve;
  });
  const tried = choice.update();
  await vi.waitUntil(() => card.steps > 0);
  const made: string[] = [];
  const step = choice.onCpu(() => made.push('a step'));
  await nextTask();
  expect(made).toEqual([]);
  go();
  await tried;
  await step;
  expect(made).toEqual(['a step']);
  await choice.request('cpu');
  expect(card.isAlive).toBe(false);
  await choice.step(3);
  expect(simulation.stepCount).toBe(3);
});
