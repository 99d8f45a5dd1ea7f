import type { Floats } from '../../model/arena';
import { stateSums as plain } from '../javascript/state-sums';
import type { StateSums } from '../kernel';

/** What `assembly/springs/sums.ts` exports: arrays by their addresses; bytes. */
export interface SumFunctions {
  areFinite(bytes: number, x: number): number;
  product(bytes: number, x: number, y: number): number;
  weightedSquares(bytes: number, w: number, x: number): number;
  weightedHeights(bytes: number, w: number, x: number): number;
}

/** Sums over vectors of the state in this memory; others are left to the plain loops. */
export function stateSums(functions: SumFunctions, { buffer }: WebAssembly.Memory): StateSums {
  const isHere = (a: Floats) => a.buffer === buffer && a instanceof Float32Array;

  return {
    areFinite: (x) => (isHere(x) ? functions.areFinite(x.byteLength, x.byteOffset) === 1 : plain.areFinite(x)),
    product: (x, y) =>
      isHere(x) && isHere(y) ? functions.product(x.byteLength, x.byteOffset, y.byteOffset) : plain.product(x, y),
    weightedSquares: (w, x) =>
      isHere(w) && isHere(x)
        ? functions.weightedSquares(x.byteLength, w.byteOffset, x.byteOffset)
        : plain.weightedSquares(w, x),
    weightedHeights: (w, x) =>
      isHere(w) && isHere(x)
        ? functions.weightedHeights(x.byteLength, w.byteOffset, x.byteOffset)
        : plain.weightedHeights(w, x),
  };
}
