import type { Floats } from '../../model/arena';
import type { CurvatureLoops, CurvatureRows } from '../curvature-rows';
import { javascriptKernel } from '../javascript';
import { createCurvatureLoops as createPlain, SHAPE, shapesLength } from '../javascript/curvature-loops';
import type { BendingLoops } from '../kernel';
import { accessTo, addressesOf, type CompiledLoops, createKernelMemory, instantiate, loopsModule } from './wasm';

/** Bytes of a group of rows, of an entry, of a particle in three vectors, and more than what the arrays are rounded up to. */
const BYTES = { group: 4 * SHAPE + 36, entry: 16, particle: 80, more: 1 << 12 };

/** Loops on rows in memory of their own, which is freed with them. Rows that stand alone are a group with two rows of zeros. */
export function createCurvatureLoops(rows: CurvatureRows, n: number): CurvatureLoops {
  const { count, together, perArea, rest } = rows;
  const groups = count / together;
  const length = rows.places.length / together;
  const module = loopsModule();
  const created =
    module &&
    createKernelMemory('single', BYTES.group * groups + BYTES.entry * length + BYTES.particle * n + BYTES.more);
  if (!created) return createPlain(rows, n);
  const { arena, memory } = created;
  const loops = instantiate(module, memory);
  const entries = arena.indices(4 * length);
  const weights = new Float32Array(entries.buffer, entries.byteOffset, 4 * length);
  const starts = arena.indices(groups + 1);
  const corners = arena.indices(4 * groups);
  /** κ₀ of three rows, and 1/A_c. */
  const own = arena.floats(4 * groups);
  const shapes = arena.floats(shapesLength(rows));
  const x = arena.doubles(4 * n);
  const v = arena.doubles(4 * n);
  const y = arena.floats(4 * n);
  let to = 0;
  for (let g = 0; g < groups; g++) {
    const r = g * together;
    const [from, end] = [rows.starts[r], rows.starts[r + 1]];
    for (let k = 0; k < end - from; k++) entries[to + 4 * k] = 4 * rows.places[from + k];
    for (let j = 0; j < together; j++)
      setRounded(weights, to + j + 1, rows.weights.subarray(rows.starts[r + j], rows.starts[r + j + 1]));
    to += 4 * (end - from);
    starts[g + 1] = 4 * to;
    for (let j = 0; j < together; j++) own[4 * g + j] = rest[r + j];
    own[4 * g + 3] = perArea[r];
    for (let k = 0; k < 4; k++) corners[4 * g + k] = 4 * rows.corners[4 * r + k];
  }
  /** What calls end with. */
  const list = [groups, ...addressesOf(starts, entries, corners, own)];
  const addTo = (f: Floats) => {
    for (let i = 0; i < f.length; i++) f[i] += y[i];
  };

  return {
    shapes,
    addForce(f, positions, velocities, D, damping) {
      x.set(positions);
      v.set(velocities);
      y.fill(0);
      loops.addCurvatureForce(y.byteOffset, x.byteOffset, v.byteOffset, D, damping, ...list);
      addTo(f);
    },
    setShapes(positions) {
      x.set(positions);
      loops.setCurvatureShapes(x.byteOffset, shapes.byteOffset, ...list);
    },
    addDerivative(f, p, elastic, viscous, clamp) {
      v.set(p);
      y.fill(0);
      const isClamped = clamp || !rows.isCurved || elastic === 0;
      const at = shapes.byteOffset;
      loops.addCurvatureDerivative(y.byteOffset, v.byteOffset, at, elastic, viscous, isClamped, ...list);
      addTo(f);
    },
    squares(positions) {
      x.set(positions);
      return loops.squaredCurvatures(x.byteOffset, ...list);
    },
  };
}

/** Every fourth number from t := w in single precision, where the least takes up the rounding errors of all: Σ w = 0 stays. */
function setRounded(to: Float32Array, t: number, w: Float64Array): void {
  let sum = 0;
  let least = 0;
  for (let k = 0; k < w.length; k++) {
    to[t + 4 * k] = w[k];
    sum += to[t + 4 * k];
    if (Math.abs(w[k]) < Math.abs(w[least])) least = k;
  }
  if (w.length > 0) to[t + 4 * least] -= sum;
}

/** Nets in single precision in this memory, and vectors here, both in single or both in double precision; others are left to the
 *  JavaScript loops. */
export function bendingLoops(loops: CompiledLoops, memory: WebAssembly.Memory): BendingLoops {
  const { isSingle, isDouble } = accessTo(memory);
  const areDouble = (y: Floats, p: Floats) => isDouble(y) && isDouble(p);
  return {
    addNetBending(bending, y, p) {
      const { rows, columns, weights, scratch, factor } = bending;
      const w = weights.byteOffset;
      if (isSingle(weights) && areDouble(y, p))
        loops.multiplyNetBending(rows * columns, columns, w, y.byteOffset, p.byteOffset, factor);
      else if (isSingle(y) && isSingle(p) && isSingle(weights) && isSingle(scratch))
        loops.addNetBending(rows, columns, w, y.byteOffset, p.byteOffset, factor, scratch.byteOffset);
      else javascriptKernel.addNetBending(bending, y, p);
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
