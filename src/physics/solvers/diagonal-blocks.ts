import { setBlock } from '../kernels/javascript/multigrid/symmetric-blocks';
import type { Floats } from '../model/arena';
import type { Model } from '../model/model';
import type { EquationsOfMotion } from '../world/world';

// The 3×3 diagonal blocks of a symmetric matrix: 9n numbers, block after block, row by row.

/** blocks := the masses, m_i I. */
export function setMasses({ masses }: Model, blocks: Float64Array): void {
  blocks.fill(0);
  for (let i = 0; i < masses.length; i++) blocks[9 * i] = blocks[9 * i + 4] = blocks[9 * i + 8] = masses[i];
}

/** Replaces blocks that are not positive definite by m_i I. @returns true if there were none */
export function replaceIndefinite({ masses }: Model, blocks: Float64Array): boolean {
  let allDefinite = true;
  for (let i = 0; i < masses.length; i++) {
    if (isDefinite(blocks, 9 * i)) continue;
    for (let k = 0; k < 9; k++) blocks[9 * i + k] = k % 4 === 0 ? masses[i] : 0;
    allDefinite = false;
  }
  return allDefinite;
}

function isDefinite(blocks: Float64Array, o: number): boolean {
  const a = blocks[o];
  const b = blocks[o + 1];
  const c = blocks[o + 2];
  const d = blocks[o + 4];
  const e = blocks[o + 5];
  const f = blocks[o + 8];
  return a > 0 && a * d - b * b > 0 && a * (d * f - e * e) + b * (c * e - b * f) + c * (b * e - c * d) > 0;
}

/** Inverts n blocks in place. A block that is not positive definite, possible in an unclamped matrix, becomes 3/Σ|diagonal| · I:
 *  a preconditioner must be positive whatever the matrix is. */
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

/** block := xx, xy, xz, yy, yz, zz of B = (a k(1 − c) + b k_d) n nᵀ + a k c I of spring j, with c < 0 set to 0. */
export function springBlock(
  block: Float64Array,
  { model: { stiffness, damping }, tangents }: Pick<EquationsOfMotion, 'model' | 'tangents'>,
  j: number,
  a: number,
  b: number,
): void {
  const across = a * stiffness[j] * Math.max(0, tangents[4 * j + 3]);
  const along = a * stiffness[j] - across + b * damping[j];
  setBlock(block, along, tangents[4 * j], tangents[4 * j + 1], tangents[4 * j + 2], across);
}
