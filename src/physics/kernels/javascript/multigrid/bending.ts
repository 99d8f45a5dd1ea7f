/** The bending B of a net and of ever coarser ones: differences as in `kernels/curvature-rows.ts`, with weights X, Y and Z of each node. */
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

/** The particles of a node's differences: rows below it, columns beside it, and their shares of X, Y and Z. */
const STENCIL = [
  { down: 0, right: 0, X: 2, Y: 2, Z: 2 },
  { down: 0, right: 1, X: 4, Y: 0, Z: 2 },
  { down: 0, right: 2, X: 2, Y: 0, Z: 0 },
  { down: 1, right: 0, X: 0, Y: 4, Z: 2 },
  { down: 2, right: 0, X: 0, Y: 2, Z: 0 },
  { down: 1, right: 1, X: 0, Y: 0, Z: 2 },
] as const;

/** Adds half of the sums of |B| over each row to the diagonal blocks D: then B ≤ 2 D. */
export function addBendingDiagonal({ rows, columns }: Grid, weights: Float64Array, blocks: Float64Array): void {
  for (let member = 0; member < STENCIL.length; member++) {
    const { down, right, X, Y, Z } = STENCIL[member];
    const ahead = down * columns + right;
    for (let i = 0, o = BLOCK * ahead; i < WEIGHTS * (rows * columns - ahead); i += WEIGHTS, o += BLOCK) {
      const sum = X * weights[i] + Y * weights[i + 1] + Z * weights[i + 2];
      blocks[o] += sum;
      blocks[o + 3] += sum;
      blocks[o + 5] += sum;
    }
  }
}

/** Weights of the fine nodes at −1, 0, 1 and 2 along one direction, for a difference between 0 and 2, about 0, and over one edge. */
const BETWEEN = [0, 0.5, 1, 0.5];
const ABOUT = [0.5, 1, 0.5, 0];
const EDGE = [0, 1, 1, 0];

/** The weights of a coarser net: each difference spans two fine ones, and has the energy of those around it. */
export function coarsenBending(to: Grid, weights: Float64Array, from: Grid, fine: Float64Array, scale: number): void {
  const s = scale / 16;
  for (let j = 0, o = 0; j < 2 * to.rows; j += 2) {
    for (let i = 0; i < 2 * to.columns; i += 2, o += WEIGHTS) {
      let X = 0;
      let Y = 0;
      let Z = 0;
      for (let down = 0; down < 4; down++) {
        const row = j + down - 1;
        if (row < 0 || row >= from.rows) continue;
        for (let right = 0; right < 4; right++) {
          const column = i + right - 1;
          if (column < 0 || column >= from.columns) continue;
          const f = WEIGHTS * (row * from.columns + column);
          X += ABOUT[down] * BETWEEN[right] * fine[f];
          Y += BETWEEN[down] * ABOUT[right] * fine[f + 1];
          Z += EDGE[down] * EDGE[right] * fine[f + 2];
        }
      }
      weights[o] = i + 4 < 2 * to.columns ? s * X : 0;
      weights[o + 1] = j + 4 < 2 * to.rows ? s * Y : 0;
      weights[o + 2] = s * Z;
    }
  }
}
