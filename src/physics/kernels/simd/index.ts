import { createArena } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { Kernel, KernelDefinition } from '../kernel';
import { type BendingFunctions, bendingLoops } from './bending-loops';
import { createCurvatureLoops } from './curvature-loops';
import { createGridLevels, type MultigridFunctions } from './multigrid';
import type { ContactFunctions } from './multigrid-contacts';
import { type SolverFunctions, solverLoops } from './solver-loops';
import { type SpringFunctions, springLoops } from './spring-loops';
import { type StateFunctions, stateLoops, stateSums } from './state-loops';
import { createSurfaceLoops } from './surface-loops';
import { type TriangleFunctions, triangleLoops } from './triangle-loops';
import { createKernelMemory, instantiate, loopsModule } from './wasm';

type Functions = SpringFunctions &
  BendingFunctions &
  StateFunctions &
  TriangleFunctions &
  SolverFunctions &
  MultigridFunctions &
  ContactFunctions;

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
    const functions = instantiate<Functions>(module, memory);
    const kernel: Kernel = {
      ...javascriptKernel,
      id: 'simd',
      ...stateLoops(functions, memory),
      ...stateSums(functions, memory),
      ...springLoops(functions, memory),
      ...triangleLoops(functions, memory),
      ...bendingLoops(functions, memory),
      ...solverLoops(functions, memory),
      createSurfaceLoops,
      createCurvatureLoops,
      createGridLevels: (model, matrix, arena) => createGridLevels(functions, memory, model, matrix, arena),
    };
    return { kernel, arena };
  },
};
