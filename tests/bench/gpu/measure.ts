import type { Simulation } from '../../../src/physics';
import { attachGpu } from '../../../src/physics/gpu';
import { mean } from '../moments';

/** Cost of a step on the GPU. */
export interface GpuCost {
  /** ms; the shortest mean of a round. */
  ms: number;
  /** Iterations of conjugate gradients: mean and most; 0 where nothing is solved. */
  iterations: number;
  most: number;
  /** Dispatches a step. */
  dispatches: number;
}

const ROUNDS = 4;
/** ms of work before anything is timed: a card that was idle has a low clock at first. */
const WARM_UP = 500;

/** What the device has been asked to do since the beginning. */
const counts = { dispatches: 0 };

/** Counts dispatches from now on. @param pass prototype of compute passes */
export function countDispatches(pass: GPUComputePassEncoder): void {
  const dispatch = pass.dispatchWorkgroups;
  pass.dispatchWorkgroups = function (...size) {
    counts.dispatches++;
    return dispatch.apply(this, size);
  };
}

/** Steps of a run. */
export interface TimedSteps {
  /** Before those that are timed. */
  before: number;
  count: number;
  /** True if iterations are counted: a round that is not timed looks at each step. */
  solves: boolean;
}

/** Times the same steps of a run on the GPU in each round. */
export async function costOnGpu(simulation: Simulation, device: GPUDevice, steps: TimedSteps): Promise<GpuCost> {
  const { before, count, solves } = steps;
  simulation.apply({ type: 'planes', planes: [] });
  const { positions, velocities } = simulation.state;
  const start = { type: 'place', positions: [...positions], velocities: [...velocities], time: 0 } as const;
  const gpu = attachGpu(simulation, device);
  const iterations: number[] = [];
  for (let step = 0; solves && step < before + count; step++) {
    const report = await gpu.step();
    if (step >= before) iterations.push(report.iterations);
  }
  for (const end = performance.now() + WARM_UP; performance.now() < end; ) {
    await gpu.apply(start);
    await gpu.step(before + count);
  }
  let ms = Number.POSITIVE_INFINITY;
  let dispatches = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await gpu.apply(start);
    await gpu.step(before);
    const begin = { time: performance.now(), dispatches: counts.dispatches };
    await gpu.step(count);
    ms = Math.min(ms, (performance.now() - begin.time) / count);
    dispatches = (counts.dispatches - begin.dispatches) / count;
  }
  if (gpu.reason !== null) throw new Error(gpu.reason);
  await gpu.destroy();
  return { ms, iterations: solves ? mean(iterations) : 0, most: Math.max(0, ...iterations), dispatches };
}

/** Bytes a second that a kernel copies, read and written, from `size` bytes. */
export async function copyBandwidth(device: GPUDevice, size: number): Promise<number> {
  const TIMES = 20;
  const [from, to] = [0, 1].map(() => device.createBuffer({ size, usage: GPUBufferUsage.STORAGE }));
  const module = device.createShaderModule({
    code: /* wgsl */ `
@group(0) @binding(0) var<storage, read> source: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> copied: array<vec4f>;
@compute @workgroup_size(256)
fn copy(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * 256u + id.x;
  copied[i] = source[i];
}`,
  });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const entries = [from, to].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const groups = size / 4096;
  const across = Math.min(32_768, groups);
  let seconds = Number.POSITIVE_INFINITY;
  const end = performance.now() + WARM_UP;
  for (let round = 0; round < ROUNDS || performance.now() < end; round++) {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let k = 0; k < TIMES; k++) pass.dispatchWorkgroups(across, groups / across);
    pass.end();
    const start = performance.now();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    seconds = Math.min(seconds, (performance.now() - start) / 1000 / TIMES);
  }
  from.destroy();
  to.destroy();
  return (2 * size) / seconds;
}
