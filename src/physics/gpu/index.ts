/** Nets on a GPU, through WebGPU: in a page, a worker, Node or Deno. The device is handed in. */
export { requiredLimits } from './device-memory';
export { attachGpu, createGpuSimulation, type GpuSimulation, unsupportedReasonOf } from './gpu-simulation';
