import type { Floats } from '../../model/arena';
import type { CurvatureLoops, CurvatureRows } from '../curvature-rows';
import { createCurvatureLoops as createPlain, SHAPE, shapesLength } from '../javascript/curvature-loops';
import { createKernelMemory, instantiate, loopsModule } from './wasm';

/** Groups of rows: their number, and where the arrays of starts, places, weights and corners are. */
type Groups = readonly [count: number, starts: number, places: number, weights: number, corners: number];

/** The exports of `assembly/bending/curvatures.ts`. Arrays are addresses, in bytes. */
interface CurvatureFunctions {
  setCurvatureShapes(...args: [...Groups, x: number, shapes: number]): void;
  addCurvatureForce(
    ...args: [...Groups, rest: number, y: number, x: number, v: number, D: number, damping: number]
  ): void;
  addCurvatureDerivative(
    ...args: [
      ...Groups,
      rest: number,
      shapes: number,
      y: number,
      p: number,
      elastic: number,
      viscous: number,
      isClamped: number,
    ]
  ): void;
}

/** Bytes of a group of rows, of an entry, of a particle in three vectors, and more than what the arrays are rounded up to. */
const BYTES = { group: 8 * SHAPE + 64, entry: 28, particle: 96, more: 1 << 12 };

/** Loops on rows in memory of their own, which is freed with them. Rows that stand alone are a group with two rows of zeros. */
export function createCurvatureLoops(rows: CurvatureRows, n: number): CurvatureLoops {
  const { count, together, perArea, rest } = rows;
  const groups = count / together;
  const entries = rows.places.length / together;
  const module = loopsModule();
  const bytes = BYTES.group * groups + BYTES.entry * entries + BYTES.particle * n + BYTES.more;
  const created = module && createKernelMemory('double', bytes);
  if (!created) return createPlain(rows, n);
  const { arena, memory } = created;
  const functions = instantiate<CurvatureFunctions>(module, memory);
  const starts = arena.indices(groups + 1);
  const places = arena.indices(entries);
  const weights = arena.doubles(3 * entries);
  const corners = arena.indices(4 * groups);
  /** κ₀ of three rows, and 1/A_c. */
  const own = arena.doubles(4 * groups);
  const shapes = arena.doubles(shapesLength(rows));
  const x = arena.doubles(4 * n);
  const v = arena.doubles(4 * n);
  const y = arena.doubles(4 * n);
  let to = 0;
  for (let g = 0; g < groups; g++) {
    const r = g * together;
    const length = rows.starts[r + 1] - rows.starts[r];
    for (let k = rows.starts[r]; k < rows.starts[r + 1]; k++, to++) {
      places[to] = 8 * rows.places[k];
      for (let j = 0; j < together; j++) weights[3 * to + j] = rows.weights[k + j * length];
    }
    starts[g + 1] = to;
    for (let j = 0; j < together; j++) own[4 * g + j] = rest[r + j];
    own[4 * g + 3] = perArea[r];
    for (let k = 0; k < 4; k++) corners[4 * g + k] = 8 * rows.corners[4 * r + k];
  }
  const addTo = (f: Floats) => {
    for (let i = 0; i < f.length; i++) f[i] += y[i];
  };

  return {
    shapes,
    addForce(f, positions, velocities, D, damping) {
      x.set(positions);
      v.set(velocities);
      y.fill(0);
      functions.addCurvatureForce(
        groups,
        starts.byteOffset,
        places.byteOffset,
        weights.byteOffset,
        corners.byteOffset,
        own.byteOffset,
        y.byteOffset,
        x.byteOffset,
        v.byteOffset,
        D,
        damping,
      );
      addTo(f);
    },
    setShapes(positions) {
      x.set(positions);
      functions.setCurvatureShapes(
        groups,
        starts.byteOffset,
        places.byteOffset,
        weights.byteOffset,
        corners.byteOffset,
        x.byteOffset,
        shapes.byteOffset,
      );
    },
    addDerivative(to, p, elastic, viscous, clamp) {
      v.set(p);
      y.fill(0);
      const isClamped = clamp || !rows.isCurved || elastic === 0 ? 1 : 0;
      functions.addCurvatureDerivative(
        groups,
        starts.byteOffset,
        places.byteOffset,
        weights.byteOffset,
        corners.byteOffset,
        own.byteOffset,
        shapes.byteOffset,
        y.byteOffset,
        v.byteOffset,
        elastic,
        viscous,
        isClamped,
      );
      addTo(to);
    },
  };
}
