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
  multiplyNetBending(n: number, columns: number, weights: number, y: number, p: number, factor: number): void;
  multiplyNetDamping(
    n: number,
    columns: number,
    weights: number,
    y: number,
    x: number,
    p: number,
    factor: number,
  ): void;
}

/** Nets in single precision in this memory, and vectors here, both in single or both in double precision; others are left to the
 *  JavaScript loops. */
export function bendingLoops(functions: BendingFunctions, { buffer }: WebAssembly.Memory): BendingLoops {
  const isHere = (array: Floats) => array.buffer === buffer && array instanceof Float32Array;
  const areDouble = (y: Floats, p: Floats) =>
    y.buffer === buffer && p.buffer === buffer && y instanceof Float64Array && p instanceof Float64Array;
  return {
    addNetBending(bending, y, p) {
      const { rows, columns, weights, scratch, factor } = bending;
      const w = weights.byteOffset;
      if (isHere(weights) && areDouble(y, p)) {
        functions.multiplyNetBending(rows * columns, columns, w, y.byteOffset, p.byteOffset, factor);
        return;
      }
      if (!isHere(y) || !isHere(p) || !isHere(weights) || !isHere(scratch)) {
        javascriptKernel.addNetBending(bending, y, p);
        return;
      }
      functions.addNetBending(rows, columns, w, y.byteOffset, p.byteOffset, factor, scratch.byteOffset);
    },

    addNetDamping(bending, y, x, p) {
      const { rows, columns, weights, dampingFactor } = bending;
      const isDouble = areDouble(y, p);
      if (!isHere(x) || !isHere(weights) || !(isDouble || (isHere(y) && isHere(p)))) {
        javascriptKernel.addNetDamping(bending, y, x, p);
        return;
      }
      const add = isDouble ? functions.multiplyNetDamping : functions.addNetDamping;
      const n = rows * columns;
      add(n, columns, weights.byteOffset, y.byteOffset, x.byteOffset, p.byteOffset, dampingFactor);
    },
  };
}
