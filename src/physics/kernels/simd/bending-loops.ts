import type { Floats } from '../../model/arena';
import { javascriptKernel } from '../javascript';
import type { BendingLoops } from '../kernel';

/** The exports of `assembly/bending`. Arrays are addresses, in bytes. */
export interface BendingFunctions {
  addNetBending(
    rows: number,
    columns: number,
    weights: number,
    y: number,
    p: number,
    factor: number,
    scratch: number,
  ): void;
  addNetDamping(n: number, columns: number, weights: number, y: number, x: number, p: number, factor: number): void;
}

/** Vectors in single precision in this memory; others are left to the JavaScript loops. */
export function bendingLoops(functions: BendingFunctions, { buffer }: WebAssembly.Memory): BendingLoops {
  const isHere = (array: Floats) => array.buffer === buffer && array instanceof Float32Array;
  return {
    addNetBending(bending, y, p) {
      const { rows, columns, weights, scratch, factor } = bending;
      if (!isHere(y) || !isHere(p) || !isHere(weights) || !isHere(scratch)) {
        javascriptKernel.addNetBending(bending, y, p);
        return;
      }
      const w = weights.byteOffset;
      functions.addNetBending(rows, columns, w, y.byteOffset, p.byteOffset, factor, scratch.byteOffset);
    },

    addNetDamping(bending, y, x, p) {
      const { rows, columns, weights, dampingFactor } = bending;
      if (!isHere(y) || !isHere(x) || !isHere(p) || !isHere(weights)) {
        javascriptKernel.addNetDamping(bending, y, x, p);
        return;
      }
      const w = weights.byteOffset;
      functions.addNetDamping(rows * columns, columns, w, y.byteOffset, x.byteOffset, p.byteOffset, dampingFactor);
    },
  };
}
