import type { Floats } from '../model/arena';

/** Inverts n symmetric 3×3 blocks in place (9n, row by row). A block that is not positive definite, as an unclamped
 *  matrix may have, becomes the inverse of its trace: a preconditioner must be positive whatever the matrix is. */
export function invertBlocks(blocks: Floats, n: number): void {
  for (let o = 0; o < 9 * n; o += 9) {
    const a = blocks[o];
    const b = blocks[o + 1];
    const c = blocks[o + 2];
    const d = blocks[o + 4];
    const e = blocks[o + 5];
    const f = blocks[o + 8];
    const A = d * f - e * e;
    const B = c * e - b * f;
    const C = b * e - c * d;
    const determinant = a * A + b * B + c * C;
    const definite = a > 0 && a * d - b * b > 0 && determinant > 0;
    const scale = definite ? 1 / determinant : 0;
    const trace = Math.abs(a) + Math.abs(d) + Math.abs(f);
    const diagonal = definite || trace === 0 ? 0 : 3 / trace;
    blocks[o] = scale * A + diagonal;
    blocks[o + 1] = blocks[o + 3] = scale * B;
    blocks[o + 2] = blocks[o + 6] = scale * C;
    blocks[o + 4] = scale * (a * f - c * c) + diagonal;
    blocks[o + 5] = blocks[o + 7] = scale * (b * c - a * e);
    blocks[o + 8] = scale * (a * d - b * b) + diagonal;
  }
}
