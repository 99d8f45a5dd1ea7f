/** What computes the steps of a run: the CPU or a GPU, as requested, or the faster one. */
import type { Simulation } from '../../physics';
import type { GpuSimulation } from '../../physics/gpu';
import type { Processor, Status } from '../frame/frame';
import type { OpenedGpu } from './open-gpu';

/** Particles up to which the automatic choice is the CPU, so that the bits of such a run do not depend on the computer. */
const SMALL = 128 * 128;

/** False in Node, and in browsers without WebGPU. */
const hasWebGpu = () => Boolean((globalThis.navigator as { gpu?: GPU } | undefined)?.gpu);

/** @param clock in ms @param first what is requested at first: not the GPU */
export function createProcessorChoice(simulation: Simulation, clock: () => number, first: 'auto' | 'cpu') {
  let requested: Processor = first;
  /** What `opened` is for. */
  let present = 'cpu';
  /** Null: the CPU computes, and nothing is loaded. */
  let opened: OpenedGpu | null = null;
  /** Ends with what no step may be made beside; null: there is nothing. */
  let busy: Promise<unknown> | null = null;

  /** 'cpu', 'gpu', or the scene and the method that a trial is made with. */
  function wanted(): string {
    const { loadNumber, particleCount, integrator } = simulation;
    if (requested !== 'auto') return requested;
    return particleCount > SMALL && hasWebGpu() ? `${loadNumber} ${particleCount} ${integrator}` : 'cpu';
  }

  const isOnGpu = () => opened?.gpu?.reason === null;

  /** Work during which the run makes no step. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const result = work();
    const end = result.then(
      () => {},
      () => {},
    );
    busy = end.then(() => {
      busy = null;
    });
    return result;
  }

  /** Work that may change the simulation: on a GPU, between two of its steps. */
  function onCpu<T>(work: () => T): T | Promise<T> {
    if (busy) return busy.then(() => onCpu(work));
    return opened?.gpu ? opened.gpu.onCpu(work) : work();
  }

  async function leave(gpu: GpuSimulation): Promise<void> {
    await gpu.read();
    await gpu.destroy();
  }

  /** Takes the GPU or leaves it, where the request, the scene or the method has changed. The CPU steps meanwhile. */
  async function update(): Promise<void> {
    const next = wanted();
    const canBeTried = opened?.isUntried && opened.reason() === null;
    if (next === present && !canBeTried) return;
    present = next;
    const gpu = opened?.gpu;
    opened = null;
    if (gpu) await alone(() => leave(gpu));
    if (next === 'cpu') return;
    const { openGpu, tryGpu } = await import('./open-gpu');
    const found = next === 'gpu' ? await openGpu(simulation) : await tryGpu(simulation, clock, alone);
    if (present === next) opened = found;
    else await found.gpu?.destroy();
  }

  return {
    get isOnGpu() {
      return isOnGpu();
    },
    onCpu,
    /** Runs steps on the GPU, and reads where they end. */
    async step(count: number): Promise<void> {
      const gpu = opened?.gpu;
      if (!gpu) return onCpu(() => void simulation.step(count));
      await gpu.step(count);
      await gpu.read();
    },
    update,
    request(where: Processor): Promise<void> {
      requested = where;
      return update();
    },
    /** What a frame says of it. @param cpu of the run on the CPU @param isAlone false: runs beside it are computed too */
    status(cpu: Pick<Status, 'kernel' | 'kernelFallbackReason'>, isAlone: boolean): ProcessorStatus {
      const processor = requested;
      if (!opened) return { ...cpu, processor, gain: null };
      const beside = isAlone || !isOnGpu() ? null : 'Runs side by side are on the CPU.';
      const reason = opened.reason() ?? beside;
      const kernel = isOnGpu() && isAlone ? 'gpu' : cpu.kernel;
      return { kernel, kernelFallbackReason: reason, processor, gain: opened.gain };
    },
  };
}

type ProcessorStatus = Pick<Status, 'kernel' | 'kernelFallbackReason' | 'processor' | 'gain'>;
