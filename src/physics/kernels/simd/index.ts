import { createArena } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { Kernel, KernelDefinition } from '../kernel';
import { multigridModule, springsModule, trianglesModule } from './modules';
import { createSimdGridLevels, type MultigridFunctions } from './multigrid';
import { type SolverFunctions, solverLoops } from './solver-loops';
import { type SpringFunctions, springLoops } from './spring-loops';
import { type StateFunctions, stateLoops, stateSums } from './state-loops';
import { type TriangleFunctions, triangleLoops } from './triangle-loops';
import { createKernelMemory, instantiate } from './wasm';

/** Loops in WebAssembly, four numbers at a time. Arrays outside its memory are left to the JavaScript loops. */
export const simd: KernelDefinition = {
  id: 'simd',
  label: 'WebAssembly SIMD',
  summary: 'Compiled loops that process four numbers at a time, in single precision.',
  unsupportedReason(precision) {
    if (precision === 'double') return 'it supports single precision only';
    return springsModule() && multigridModule() && trianglesModule()
      ? null
      : 'this browser does not support WebAssembly SIMD, or blocks it';
  },
  open(precision, bytes) {
    const [springs, multigrid, triangles] = [springsModule(), multigridModule(), trianglesModule()];
    const created = createKernelMemory(precision, bytes);
    if (!springs || !multigrid || !triangles || !created)
      return { kernel: javascriptKernel, arena: createArena(precision) };
    const { memory, arena } = created;
    const loops = instantiate<SpringFunctions & StateFunctions>(springs, memory);
    const solver = instantiate<SolverFunctions & MultigridFunctions>(multigrid, memory);
    const kernel: Kernel = {
      ...javascriptKernel,
      id: 'simd',
      ...stateLoops(loops, memory),
      ...stateSums(loops, memory),
      ...springLoops(loops, memory),
      ...triangleLoops(instantiate<TriangleFunctions>(triangles, memory), memory),
      ...solverLoops(solver, memory),
      createGridLevels: (model, matrix, arena) => createSimdGridLevels(solver, memory, model, matrix, arena),
    };
    return { kernel, arena };
  },
};
