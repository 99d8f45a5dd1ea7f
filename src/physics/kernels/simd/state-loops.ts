import type { Floats } from '../../model/arena';
import { stateLoops as javascript } from '../javascript/state-loops';
import type { StateLoops, StateSums } from '../kernel';
import { accessTo, type CompiledLoops } from './wasm';

/** Loops over vectors of the state in this memory, and sums; others are left to the JavaScript loops. */
export function stateLoops(loops: CompiledLoops, memory: WebAssembly.Memory): StateLoops & StateSums {
  const { isSingle: isHere } = accessTo(memory);
  const areHere = (a: Floats, b: Floats) => isHere(a) && isHere(b);

  return {
    addScaled: (y, a, x) =>
      areHere(y, x) ? loops.addScaled(y.byteLength, y.byteOffset, a, x.byteOffset) : javascript.addScaled(y, a, x),
    kickAndDrift: (x, v, h, w, f) =>
      areHere(x, v) && areHere(w, f)
        ? loops.kickAndDrift(x.byteLength, x.byteOffset, v.byteOffset, h, w.byteOffset, f.byteOffset)
        : javascript.kickAndDrift(x, v, h, w, f),
    scale: (y, a) => (isHere(y) ? loops.scale(y.byteLength, y.byteOffset, a) : javascript.scale(y, a)),
    scaleRows: (y, w) =>
      areHere(y, w) ? loops.scaleRows(y.byteLength, y.byteOffset, w.byteOffset) : javascript.scaleRows(y, w),
    addGravity: (f, w, g) =>
      areHere(f, w) ? loops.addGravity(f.byteLength, f.byteOffset, w.byteOffset, g) : javascript.addGravity(f, w, g),
    addEverywhere: (f, x, y, z) =>
      isHere(f) ? loops.addEverywhere(f.byteLength, f.byteOffset, x, y, z) : javascript.addEverywhere(f, x, y, z),
    combineOne: (out, y, w0, k0) =>
      areHere(out, y) && isHere(k0)
        ? loops.combineOne(y.byteLength, out.byteOffset, y.byteOffset, w0, k0.byteOffset)
        : javascript.combineOne(out, y, w0, k0),
    combineTwo: (out, y, w0, k0, w1, k1) =>
      areHere(out, y) && areHere(k0, k1)
        ? loops.combineTwo(y.byteLength, out.byteOffset, y.byteOffset, w0, k0.byteOffset, w1, k1.byteOffset)
        : javascript.combineTwo(out, y, w0, k0, w1, k1),
    combine(out, y, w0, k0, w1, k1, w2, k2, w3, k3) {
      if (!areHere(out, y) || !areHere(k0, k1) || !areHere(k2, k3)) {
        javascript.combine(out, y, w0, k0, w1, k1, w2, k2, w3, k3);
        return;
      }
      loops.combine(
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
    areAbove: (x, height) =>
      isHere(x) ? loops.areAbove(x.byteLength, x.byteOffset, height) === 1 : javascript.areAbove(x, height),
    areFinite: (x) => (isHere(x) ? loops.areFinite(x.byteLength, x.byteOffset) === 1 : javascript.areFinite(x)),
    product: (x, y) =>
      isHere(x) && isHere(y) ? loops.product(x.byteLength, x.byteOffset, y.byteOffset) : javascript.product(x, y),
    weightedSquares: (w, x) =>
      isHere(w) && isHere(x)
        ? loops.weightedSquares(x.byteLength, w.byteOffset, x.byteOffset)
        : javascript.weightedSquares(w, x),
    weightedHeights: (w, x) =>
      isHere(w) && isHere(x)
        ? loops.weightedHeights(x.byteLength, w.byteOffset, x.byteOffset)
        : javascript.weightedHeights(w, x),
  };
}
