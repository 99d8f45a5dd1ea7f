/** The bending B of a net and of ever coarser ones: differences as in `kernels/net-bending.ts`, with weights X, Y and Z of each node. */
import type { Grid } from '../../../model/model';
import { BLOCK } from './symmetric-blocks';

/** Numbers of a node in its weights. */
export const WEIGHTS = 3;

/**
 * The bending of a coarser net relative to that of the same surface: the factor s of a correction from it, in a W-cycle (see
 * `solvers/multigrid/cycle.ts`). Bilinear interpolation of a coarse net bends in every other node alone, at most twice as much in
 * all: Pᵀ B P ≤ 2 B_c. So s P B_c⁻¹ Pᵀ B stays ≤ 2, and a smooth error is corrected by 1.
 */
export const BENDING_SCALE = { ofFirst: 1.2, ofOthers: 1.5 };

/** r −= B x; vectors end with a tail, where differences of weight 0 lead. */
export function subtractBending(
  { rows, columns }: Grid,
  weights: Float64Array,
  r: Float64Array,
  x: Float64Array,
): void {
  const down = 4 * columns;
  for (let i = 0, o = 0; o < 4 * rows * columns; i += WEIGHTS, o += 4) {
    const X = weights[i];
    const Y = weights[i + 1];
    const Z = weights[i + 2];
    for (let k = o; k < o + 3; k++) {
      const across = x[k] - x[k + down];
      const p = X * (x[k] - x[k + 4] - (x[k + 4] - x[k + 8]));
      const q = Y * (across - (x[k + down] - x[k + 2 * down]));
      const s = Z * (across - (x[k + 4] - x[k + down + 4]));
      r[k] -= p + q + s;
      r[k + 4] += 2 * p + s;
      r[k + 8] -= p;
      r[k + down] += 2 * q + s;
      r[k + 2 * down] -= q;
      r[k + down + 4] -= s;
    }
  }
}

/** Adds half of the sums of |B| over each row to the diagonal blocks D: then B ≤ 2 D. */
export function addBendingDiagonal({ rows, columns }: Grid, weights: Float64Array, blocks: Float64Array): void {
  const n = rows * columns;
  const add = (node: number, value: number) => {
    if (node >= n) return;
    for (let diagonal = 0; diagonal < BLOCK; diagonal += diagonal === 0 ? 3 : 2)
      blocks[BLOCK * node + diagonal] += value;
  };
  for (let i = 0; i < n; i++) {
    const X = 2 * weights[WEIGHTS * i];
    const Y = 2 * weights[WEIGHTS * i + 1];
    const Z = 2 * weights[WEIGHTS * i + 2];
    add(i, X + Y + Z);
    add(i + 1, 2 * X + Z);
    add(i + 2, X);
    add(i + columns, 2 * Y + Z);
    add(i + 2 * columns, Y);
    add(i + columns + 1, Z);
  }
}

/** The weights of a coarser net: each difference spans two fine ones, and has the energy of those around it. */
export function coarsenBending(to: Grid, weights: Float64Array, from: Grid, fine: Float64Array, scale: number): void {
  const s = scale / 16;
  const at = (row: number, column: number, k: number) =>
    row < 0 || column < 0 || row >= from.rows || column >= from.columns
      ? 0
      : fine[WEIGHTS * (row * from.columns + column) + k];
  /** With weights ½, 1, ½ in both directions. */
  const around = (row: number, column: number, k: number) => {
    let sum = 0;
    for (let j = -1; j <= 1; j++)
      for (let i = -1; i <= 1; i++) sum += at(row + j, column + i, k) / ((1 + j * j) * (1 + i * i));
    return sum;
  };
  for (let j = 0, o = 0; j < 2 * to.rows; j += 2) {
    for (let i = 0; i < 2 * to.columns; i += 2, o += WEIGHTS) {
      weights[o] = i + 4 < 2 * to.columns ? s * around(j, i + 1, 0) : 0;
      weights[o + 1] = j + 4 < 2 * to.rows ? s * around(j + 1, i, 1) : 0;
      weights[o + 2] = s * (at(j, i, 2) + at(j, i + 1, 2) + at(j + 1, i, 2) + at(j + 1, i + 1, 2));
    }
  }
}
