import { createArena, type Floats } from '../../memory';
import { javascriptKernel } from '../javascript';
import type { Kernel, KernelDefinition } from '../kernel';
import { type CycleFunctions, createSimdMultigrid } from './grid-multigrid';
import { createKernelMemory } from './memory';
import { MODULE as MULTIGRID } from './multigrid-module';
import { instantiate, lazyModule } from './open-module';
import { type SolverFunctions, solverLoops } from './solver-loops';
import { MODULE as SPRINGS } from './springs-module';

const springsModule = lazyModule(SPRINGS);
const multigridModule = lazyModule(MULTIGRID);

/** What `assembly/springs.ts` exports. */
interface SpringFunctions {
  addScaled(y: number, a: number, x: number, count: number): void;
}

/** Loops in WebAssembly, four numbers at a time. What lies elsewhere than in its memory is left to the plain loops. */
export const simd: KernelDefinition = {
  id: 'simd',
  label: 'WebAssembly SIMD',
  summary: 'Compiled loops that take four numbers at a time, in single precision.',
  refusal(precision) {
    if (precision === 'double') return 'it works in single precision only';
    return springsModule() && multigridModule() ? null : 'this browser has no WebAssembly SIMD, or refuses it';
  },
  open(precision, bytes) {
    const [springs, multigrid] = [springsModule(), multigridModule()];
    if (!springs || !multigrid) return { kernel: javascriptKernel, arena: createArena(precision) };
    const { memory, arena } = createKernelMemory(precision, bytes);
    const loops = instantiate<SpringFunctions>(springs, memory);
    const solver = instantiate<SolverFunctions & CycleFunctions>(multigrid, memory);
    const { buffer } = memory;
    const isHere = (a: Floats, b: Floats) => a.buffer === buffer && b.buffer === buffer;
    const kernel: Kernel = {
      ...javascriptKernel,
      id: 'simd',
      addScaled(y, a, x) {
        if (isHere(x, y) && y instanceof Float32Array && x instanceof Float32Array)
          loops.addScaled(y.byteOffset, a, x.byteOffset, y.length);
        else javascriptKernel.addScaled(y, a, x);
      },
      ...solverLoops(solver, memory),
      createMultigrid: (model, net, arena) => createSimdMultigrid(solver, memory, model, net, arena),
    };
    return { kernel, arena };
  },
};
