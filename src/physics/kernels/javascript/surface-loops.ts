/** Multigrid on a surface: sweeps of Gauss–Seidel, and the way to a coarser level and back. */
import { createArena } from '../../model/arena';
import type { SurfaceLevel, SurfaceLoops } from '../surface';
import { frontLoops } from './front-loops';

/** The sum of some entries of a row of A x. */
const sum = new Float64Array(3);

/** sum := Σ A_ik x_k over the blocks `from` … `to` and the entries of B `first` … `last`. */
function addRow(level: SurfaceLevel, from: number, to: number, first: number, last: number): void {
  const { neighbours, blocks, columns, values, x } = level;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let s = first; s < last; s++) {
    const k = columns[s] >> 2;
    const w = values[s];
    sx += w * x[k];
    sy += w * x[k + 1];
    sz += w * x[k + 2];
  }
  for (let s = from, o = 12 * from; s < to; s++, o += 12) {
    const k = neighbours[s] >> 2;
    const u = x[k];
    const v = x[k + 1];
    const w = x[k + 2];
    sx += blocks[o] * u + blocks[o + 4] * v + blocks[o + 8] * w;
    sy += blocks[o + 1] * u + blocks[o + 5] * v + blocks[o + 9] * w;
    sz += blocks[o + 2] * u + blocks[o + 6] * v + blocks[o + 10] * w;
  }
  sum[0] = sx;
  sum[1] = sy;
  sum[2] = sz;
}

/** x_i := D⁻¹(b_i − sum). */
function relax({ inverted, b, x }: SurfaceLevel, i: number): void {
  const o = 12 * i;
  const u = b[4 * i] - sum[0];
  const v = b[4 * i + 1] - sum[1];
  const w = b[4 * i + 2] - sum[2];
  for (let axis = 0; axis < 3; axis++)
    x[4 * i + axis] = inverted[o + axis] * u + inverted[o + 4 + axis] * v + inverted[o + 8 + axis] * w;
}

/** Loops on arrays in any memory. */
export function createSurfaceLoops(): SurfaceLoops {
  return {
    ...frontLoops,
    arena: createArena('single'),
    firstSweep(level) {
      const { n, starts, middles, rows, rowMiddles, inverted, r } = level;
      for (let i = 0; i < n; i++) {
        addRow(level, starts[i], middles[i], rows[i], rowMiddles[i]);
        relax(level, i);
      }
      // What later nodes have added since.
      for (let i = 0; i < n; i++) {
        addRow(level, middles[i], starts[i + 1], rowMiddles[i], rows[i + 1]);
        const moves = inverted[12 * i] > 0 ? 1 : 0;
        for (let axis = 0; axis < 3; axis++) r[4 * i + axis] = -moves * sum[axis];
      }
    },
    sweep(level, isForwards) {
      const { n, starts, rows } = level;
      for (let k = 0; k < n; k++) {
        const i = isForwards ? k : n - 1 - k;
        addRow(level, starts[i], starts[i + 1], rows[i], rows[i + 1]);
        relax(level, i);
      }
    },
    restrict({ starts, columns, values }, { n, r }, { b }) {
      b.fill(0);
      for (let i = 0; i < n; i++) {
        for (let s = starts[i]; s < starts[i + 1]; s++) {
          const o = columns[s] >> 2;
          for (let axis = 0; axis < 3; axis++) b[o + axis] += values[s] * r[4 * i + axis];
        }
      }
    },
    prolong({ starts, columns, values }, { n, inverted, x }, { x: e }) {
      for (let i = 0; i < n; i++) {
        if (inverted[12 * i] === 0) continue;
        for (let s = starts[i]; s < starts[i + 1]; s++) {
          const o = columns[s] >> 2;
          for (let axis = 0; axis < 3; axis++) x[4 * i + axis] += values[s] * e[o + axis];
        }
      }
    },
  };
}
