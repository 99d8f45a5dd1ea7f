import { createArena } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { Kernel, KernelDefinition } from '../kernel';
import { type CycleFunctions, createSimdMultigrid } from './grid-multigrid';
import { createKernelMemory } from './memory';
import { MODULE as MULTIGRID } from './multigrid-module';
import { instantiate, lazyModule } from './open-module';
import { type SolverFunctions, solverLoops } from './solver-loops';
import { type SpringFunctions, springLoops } from './spring-loops';
import { MODULE as SPRINGS } from './springs-module';
import { type StateFunctions, stateLoops } from './state-loops';
import { type SumFunctions, stateSums } from './state-sums';
import { type TriangleFunctions, triangleLoops } from './triangle-loops';
import { MODULE as TRIANGLES } from './triangles-module';

const springsModule = lazyModule(SPRINGS);
const multigridModule = lazyModule(MULTIGRID);
const trianglesModule = lazyModule(TRIANGLES);

/** Loops in WebAssembly, four numbers at a time. What lies elsewhere than in its memory is left to the plain loops. */
export const simd: KernelDefinition = {
  id: 'simd',
  label: 'WebAssembly SIMD',
  summary: 'Compiled loops that take four numbers at a time, in single precision.',
  unsupportedReason(precision) {
    if (precision === 'double') return 'it works in single precision only';
    return springsModule() && multigridModule() && trianglesModule()
      ? null
      : 'this browser has no WebAssembly SIMD, or refuses it';
  },
  open(precision, bytes) {
    const [springs, multigrid, triangles] = [springsModule(), multigridModule(), trianglesModule()];
    const room = createKernelMemory(precision, bytes);
    if (!springs || !multigrid || !triangles || !room)
      return { kernel: javascriptKernel, arena: createArena(precision) };
    const { memory, arena } = room;
    const loops = instantiate<SpringFunctions & StateFunctions & SumFunctions>(springs, memory);
    const solver = instantiate<SolverFunctions & CycleFunctions>(multigrid, memory);
    const kernel: Kernel = {
      ...javascriptKernel,
      id: 'simd',
      ...stateLoops(loops, memory),
      ...stateSums(loops, memory),
      ...springLoops(loops, memory),
      ...triangleLoops(instantiate<TriangleFunctions>(triangles, memory), memory),
      ...solverLoops(solver, memory),
      createMultigrid: (model, net, arena) => createSimdMultigrid(solver, memory, model, net, arena),
    };
    return { kernel, arena };
  },
};
