/** Takes a GPU for the steps of a run. Loaded when one is requested, or tried. */
import type { Simulation } from '../../physics';
import { attachGpu, type GpuSimulation, requiredLimits, unsupportedReasonOf } from '../../physics/gpu';

/** What was found when a GPU was to be taken. */
export interface OpenedGpu {
  /** Null: the CPU computes. */
  readonly gpu: GpuSimulation | null;
  /** Why the GPU does not compute, in one sentence; null: it does, or is slower. */
  reason(): string | null;
  /** How many times as fast as the CPU it was on trial; null: there was none. */
  readonly gain: number | null;
  /** True if it was not tried, because it lacked something that it may not lack later. */
  readonly isUntried?: boolean;
}

/** Smallest gain for which the GPU is taken by itself. */
const ENOUGH = 2;
/** ms; half of a trial. */
const HALF = 25;

/** Shared by all runs, so that each kernel is compiled once. */
let shared: Promise<GPUDevice | string> | null = null;

/** A device, or a sentence where there is none. */
function openDevice(): Promise<GPUDevice | string> {
  shared ??= requestDevice().catch((error: Error) => `The GPU can’t be used: ${error.message}`);
  return shared;
}

async function requestDevice(): Promise<GPUDevice | string> {
  const gpu = (navigator as { gpu?: GPU }).gpu;
  if (!gpu) return 'This browser has no WebGPU, or blocks it.';
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return 'WebGPU finds no graphics card on this computer.';
  const device = await adapter.requestDevice({ requiredLimits: requiredLimits(adapter) });
  void device.lost.then(() => {
    shared = null;
  });
  return device;
}

/** Takes the GPU as requested. */
export async function openGpu(simulation: Simulation): Promise<OpenedGpu> {
  const device = await openDevice();
  if (typeof device === 'string') return without(device);
  const gpu = attachGpu(simulation, device);
  await gpu.prepare();
  return { gpu, reason: () => gpu.reason, gain: null };
}

/**
 * Takes the GPU if it is faster: both make steps of a copy of the run.
 * @param clock in ms @param alone carries out what nothing else is to compute beside
 */
export async function tryGpu(
  simulation: Simulation,
  clock: () => number,
  alone: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<OpenedGpu> {
  const reason = () => unsupportedReasonOf(simulation);
  if (reason() !== null) return { gpu: null, reason, gain: null, isUntried: true };
  const device = await openDevice();
  if (typeof device === 'string') return without(device);
  if (device.adapterInfo?.isFallbackAdapter) return without('WebGPU has no graphics card here, only software.');
  const copy = attachGpu(simulation.fork(), device);
  await copy.prepare();
  const gain = await alone(async () => {
    const onGpu = await stepTime(copy.simulation, clock, (count) => copy.step(count).then(copy.read));
    const onCpu = await copy.onCpu(() => stepTime(copy.simulation, clock, (count) => copy.simulation.step(count)));
    return onCpu / onGpu;
  });
  const failure = copy.reason;
  await copy.destroy();
  if (failure !== null) return without(failure);
  if (!(gain >= ENOUGH)) return { gpu: null, reason: () => null, gain };
  const gpu = attachGpu(simulation, device);
  return { gpu, reason: () => gpu.reason, gain };
}

const without = (reason: string): OpenedGpu => ({ gpu: null, reason: () => reason, gain: null });

/** ms of a step, from the last and longest batch of steps: caches, and a card that was idle, take longer at first. */
async function stepTime(
  simulation: Simulation,
  clock: () => number,
  step: (count: number) => unknown,
): Promise<number> {
  const end = clock() + HALF;
  for (let count = 1; ; count *= 2) {
    const start = clock();
    const { stepCount } = simulation;
    await step(count);
    const made = simulation.stepCount - stepCount;
    // A blow-up ends the steps.
    if (clock() >= end || made < count) return (clock() - start) / made;
  }
}
