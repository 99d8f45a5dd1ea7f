import { createArena } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { Kernel, KernelDefinition } from '../kernel';
import { bendingLoops, createCurvatureLoops } from './curvature-loops';
import { createGridLevels } from './multigrid';
import { solverLoops } from './solver-loops';
import { springLoops } from './spring-loops';
import { stateLoops } from './state-loops';
import { createSurfaceLoops } from './surface-loops';
import { triangleLoops } from './triangle-loops';
import { createKernelMemory, instantiate, loopsModule } from './wasm';

/** Loops in WebAssembly, four numbers at a time. Arrays outside its memory are left to the JavaScript loops. */
export const simd: KernelDefinition = {
  id: 'simd',
  label: 'WebAssembly SIMD',
  summary: 'Compiled loops that process four numbers at a time, in single precision.',
  unsupportedReason(precision) {
    if (precision === 'double') return 'it supports single precision only';
    return loopsModule() ? null : 'this browser does not support WebAssembly SIMD, or blocks it';
  },
  open(precision, bytes) {
    const module = loopsModule();
    const created = createKernelMemory(precision, bytes);
    if (!module || !created) return { kernel: javascriptKernel, arena: createArena(precision) };
    const { memory, arena } = created;
    const loops = instantiate(module, memory);
    const kernel: Kernel = {
      ...javascriptKernel,
      id: 'simd',
      ...stateLoops(loops, memory),
      ...springLoops(loops, memory),
      ...triangleLoops(loops, memory),
      ...bendingLoops(loops, memory),
      ...solverLoops(loops, memory),
      createSurfaceLoops,
      createCurvatureLoops,
      createGridLevels: (model, matrix, arena) => createGridLevels(loops, memory, model, matrix, arena),
    };
    return { kernel, arena };
  },
};
