import type { Floats } from '../../model/arena';
import { stateLoops as javascript, stateSums as javascriptSums } from '../javascript/state-loops';
import type { StateLoops, StateSums } from '../kernel';

/** The exports of `assembly/springs/state.ts` and `sums.ts`. Arrays are addresses, `end` their size; bytes. */
export interface StateFunctions {
  addScaled(end: number, y: number, a: number, x: number): void;
  scale(end: number, y: number, a: number): void;
  kickAndDrift(end: number, x: number, v: number, h: number, w: number, f: number): void;
  scaleRows(end: number, y: number, w: number): void;
  addGravity(end: number, f: number, w: number, g: number): void;
  addEverywhere(end: number, f: number, x: number, y: number, z: number): void;
  combineOne(end: number, out: number, y: number, w0: number, k0: number): void;
  combineTwo(end: number, out: number, y: number, w0: number, k0: number, w1: number, k1: number): void;
  combine(
    end: number,
    out: number,
    y: number,
    w0: number,
    k0: number,
    w1: number,
    k1: number,
    w2: number,
    k2: number,
    w3: number,
    k3: number,
  ): void;
  areAbove(end: number, x: number, height: number): number;
  areFinite(end: number, x: number): number;
  product(end: number, x: number, y: number): number;
  weightedSquares(end: number, w: number, x: number): number;
  weightedHeights(end: number, w: number, x: number): number;
}

/** Loops over vectors of the state in this memory; others are left to the JavaScript loops. */
export function stateLoops(functions: StateFunctions, { buffer }: WebAssembly.Memory): StateLoops {
  const isHere = (a: Floats) => a.buffer === buffer && a instanceof Float32Array;
  const areHere = (a: Floats, b: Floats) => isHere(a) && isHere(b);

  return {
    addScaled(y, a, x) {
      if (areHere(y, x)) functions.addScaled(y.byteLength, y.byteOffset, a, x.byteOffset);
      else javascript.addScaled(y, a, x);
    },
    kickAndDrift(x, v, h, w, f) {
      if (areHere(x, v) && areHere(w, f))
        functions.kickAndDrift(x.byteLength, x.byteOffset, v.byteOffset, h, w.byteOffset, f.byteOffset);
      else javascript.kickAndDrift(x, v, h, w, f);
    },
    scale(y, a) {
      if (isHere(y)) functions.scale(y.byteLength, y.byteOffset, a);
      else javascript.scale(y, a);
    },
    scaleRows(y, w) {
      if (areHere(y, w)) functions.scaleRows(y.byteLength, y.byteOffset, w.byteOffset);
      else javascript.scaleRows(y, w);
    },
    addGravity(f, w, g) {
      if (areHere(f, w)) functions.addGravity(f.byteLength, f.byteOffset, w.byteOffset, g);
      else javascript.addGravity(f, w, g);
    },
    addEverywhere(f, x, y, z) {
      if (isHere(f)) functions.addEverywhere(f.byteLength, f.byteOffset, x, y, z);
      else javascript.addEverywhere(f, x, y, z);
    },
    combineOne(out, y, w0, k0) {
      if (areHere(out, y) && isHere(k0))
        functions.combineOne(y.byteLength, out.byteOffset, y.byteOffset, w0, k0.byteOffset);
      else javascript.combineOne(out, y, w0, k0);
    },
    combineTwo(out, y, w0, k0, w1, k1) {
      if (areHere(out, y) && areHere(k0, k1))
        functions.combineTwo(y.byteLength, out.byteOffset, y.byteOffset, w0, k0.byteOffset, w1, k1.byteOffset);
      else javascript.combineTwo(out, y, w0, k0, w1, k1);
    },
    combine(out, y, w0, k0, w1, k1, w2, k2, w3, k3) {
      if (!areHere(out, y) || !areHere(k0, k1) || !areHere(k2, k3)) {
        javascript.combine(out, y, w0, k0, w1, k1, w2, k2, w3, k3);
        return;
      }
      functions.combine(
        y.byteLength,
        out.byteOffset,
        y.byteOffset,
        w0,
        k0.byteOffset,
        w1,
        k1.byteOffset,
        w2,
        k2.byteOffset,
        w3,
        k3.byteOffset,
      );
    },
  };
}

/** Sums over vectors of the state in this memory; others are left to the JavaScript loops. */
export function stateSums(functions: StateFunctions, { buffer }: WebAssembly.Memory): StateSums {
  const isHere = (a: Floats) => a.buffer === buffer && a instanceof Float32Array;

  return {
    areAbove: (x, height) =>
      isHere(x) ? functions.areAbove(x.byteLength, x.byteOffset, height) === 1 : javascriptSums.areAbove(x, height),
    areFinite: (x) => (isHere(x) ? functions.areFinite(x.byteLength, x.byteOffset) === 1 : javascriptSums.areFinite(x)),
    product: (x, y) =>
      isHere(x) && isHere(y)
        ? functions.product(x.byteLength, x.byteOffset, y.byteOffset)
        : javascriptSums.product(x, y),
    weightedSquares: (w, x) =>
      isHere(w) && isHere(x)
        ? functions.weightedSquares(x.byteLength, w.byteOffset, x.byteOffset)
        : javascriptSums.weightedSquares(w, x),
    weightedHeights: (w, x) =>
      isHere(w) && isHere(x)
        ? functions.weightedHeights(x.byteLength, w.byteOffset, x.byteOffset)
        : javascriptSums.weightedHeights(w, x),
  };
}
