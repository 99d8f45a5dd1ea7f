/** Takes a GPU for the steps of a run. Loaded when one is requested. */
import type { Simulation } from '../../physics';
import { attachGpu, type GpuSimulation, requiredLimits } from '../../physics/gpu';

/** Resolves with a sentence where there is no GPU. */
export async function openGpu(simulation: Simulation): Promise<GpuSimulation | string> {
  const gpu = (navigator as { gpu?: GPU }).gpu;
  if (!gpu) return 'This browser has no WebGPU, or blocks it.';
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) return 'WebGPU finds no graphics card on this computer.';
    const device = await adapter.requestDevice({ requiredLimits: requiredLimits(adapter) });
    const opened = attachGpu(simulation, device);
    // The CPU steps meanwhile.
    await opened.prepare();
    return opened;
  } catch (error) {
    return `The GPU can’t be used: ${(error as Error).message}`;
  }
}
