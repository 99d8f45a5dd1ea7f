import type { Floats } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { BendingLoops } from '../kernel';
import { accessTo, type CompiledLoops } from './wasm';

/** Nets in single precision in this memory, and vectors here, both in single or both in double precision; others are left to the
 *  JavaScript loops. */
export function bendingLoops(loops: CompiledLoops, memory: WebAssembly.Memory): BendingLoops {
  const { isSingle, isDouble } = accessTo(memory);
  const areDouble = (y: Floats, p: Floats) => isDouble(y) && isDouble(p);
  return {
    addNetBending(bending, y, p) {
      const { rows, columns, weights, scratch, factor } = bending;
      const w = weights.byteOffset;
      if (isSingle(weights) && areDouble(y, p)) {
        loops.multiplyNetBending(rows * columns, columns, w, y.byteOffset, p.byteOffset, factor);
        return;
      }
      if (!isSingle(y) || !isSingle(p) || !isSingle(weights) || !isSingle(scratch)) {
        javascriptKernel.addNetBending(bending, y, p);
        return;
      }
      loops.addNetBending(rows, columns, w, y.byteOffset, p.byteOffset, factor, scratch.byteOffset);
    },

    addNetDamping(bending, y, x, p) {
      const { rows, columns, weights, dampingFactor } = bending;
      const isWide = areDouble(y, p);
      if (!isSingle(x) || !isSingle(weights) || !(isWide || (isSingle(y) && isSingle(p)))) {
        javascriptKernel.addNetDamping(bending, y, x, p);
        return;
      }
      const add = isWide ? loops.multiplyNetDamping : loops.addNetDamping;
      const n = rows * columns;
      add(n, columns, weights.byteOffset, y.byteOffset, x.byteOffset, p.byteOffset, dampingFactor);
    },
  };
}
