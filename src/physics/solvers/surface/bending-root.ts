/** Of bending, which is of fourth order, a matrix of second order for preconditioners. */
import { BLOCK } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { SquaredRows } from '../../world/force';
import type { SurfaceMatrix } from './surface-matrix';

/** A share of the mean square of the lengths of springs, for ends in the same place. */
const NEAR = 1e-6;
/** The largest α. */
const STIFFEST = 3;

/**
 * Bending is about the square of a Laplacian. For equal masses m, and with m²s² for m times its matrix, masses and bending are m(1 + s²).
 * The matrix m(1 + αs) couples the ends of springs alone. The quotient of both is 1 for s = 0, least near s = 1, and s/α for short folds.
 * Where s is at most 1, α = 1 makes it nearly constant. Up to a large S the largest quotient over the least is about S for α = 1, and about
 * S/2 for each α from 3 to S.
 * The entries of m s, for the ends of a spring, are −w √factor (m_i m_k)^¼ with
 *
 *   w = ℓ_ik √(t_i t_k),   ℓ = 1/length²,   t_i = √B_ii / Σ_k ℓ_ik,
 *
 * so that the diagonal of its square is about m B_ii; its rows sum up to 0.
 * @param at 3n; at rest @returns w of each spring
 */
export function bendingRoot(at: Float64Array, { ends, rows }: SurfaceMatrix): Float64Array<ArrayBuffer> {
  const n = at.length / 3;
  const weights = inverseSquares(at, ends);
  const sums = new Float64Array(n);
  for (let end = 0; end < ends.length; end++) sums[ends[end]] += weights[end >> 1];
  const diagonal = diagonalOf(n, rows);
  for (let e = 0; e < weights.length; e++) {
    const [i, k] = [ends[2 * e], ends[2 * e + 1]];
    weights[e] *= Math.sqrt(Math.sqrt(diagonal[i] * diagonal[k]) / (sums[i] * sums[k]));
  }
  return weights;
}

/** Adds α times it, with the mean of s for α, to the blocks of particles that can move, and of the springs between them. @param root of `bendingRoot` */
export function addBendingRoot(
  blocks: Float64Array,
  root: Float64Array,
  { ends, isFree, rows }: SurfaceMatrix,
  masses: ArrayLike<number>,
): void {
  const n = isFree.length;
  const sqrt = Math.sqrt(rows?.factor ?? 0);
  const entryOf = (e: number) => sqrt * root[e] * Math.sqrt(Math.sqrt(masses[ends[2 * e]] * masses[ends[2 * e + 1]]));
  let trace = 0;
  let mass = 0;
  for (let e = 0; e < root.length; e++) trace += 2 * entryOf(e);
  for (let i = 0; i < n; i++) mass += masses[i];
  const alpha = Math.min(STIFFEST, Math.max(1, trace / mass));
  for (let e = 0; e < root.length; e++) {
    const i = ends[2 * e];
    const k = ends[2 * e + 1];
    const value = alpha * entryOf(e);
    if (isFree[i]) addToDiagonal(blocks, BLOCK * i, value);
    if (isFree[k]) addToDiagonal(blocks, BLOCK * k, value);
    if (isFree[i] && isFree[k]) addToDiagonal(blocks, BLOCK * (n + e), -value);
  }
}

function addToDiagonal(blocks: Float64Array, o: number, value: number): void {
  blocks[o] += value;
  blocks[o + 3] += value;
  blocks[o + 5] += value;
}

/** 1/length² of each spring. */
function inverseSquares(at: Float64Array, ends: Uint32Array): Float64Array<ArrayBuffer> {
  const squares = Float64Array.from({ length: ends.length / 2 }, (_, e) => {
    const [i, k] = [3 * ends[2 * e], 3 * ends[2 * e + 1]];
    const [x, y, z] = [0, 1, 2].map((axis) => at[k + axis] - at[i + axis]);
    return x * x + y * y + z * z;
  });
  const near = NEAR * (squares.reduce((sum, value) => sum + value, 0) / squares.length || 1);
  return squares.map((value) => 1 / (value + near));
}

/** Σ w² of each particle; without rows 0. */
function diagonalOf(n: number, rows: SquaredRows | null): Float64Array {
  const diagonal = new Float64Array(n);
  rows?.weights.forEach((weight, entry) => {
    diagonal[rows.places[entry] >> 2] += weight * weight;
  });
  return diagonal;
}
