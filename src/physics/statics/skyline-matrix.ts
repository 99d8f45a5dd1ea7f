import { runToEnd } from '../slices';

/**
 * A symmetric matrix in skyline storage: each row of the lower triangle from its first nonzero entry to the diagonal. A factorization
 * without pivoting fills no other entries.
 */
export interface SkylineMatrix {
  readonly size: number;
  /** size; column of the first stored entry of each row. */
  readonly first: Uint32Array;
  /** size + 1; start of each row in `values`; entry (i, j) is at starts[i] + j − first[i]. As doubles they would make each access slow. */
  readonly starts: Int32Array;
  readonly values: Float64Array;
}

export function createSkylineMatrix(first: Uint32Array): SkylineMatrix {
  const size = first.length;
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < size; i++) starts[i + 1] = starts[i] + i - first[i] + 1;
  return { size, first, starts, values: new Float64Array(starts[size]) };
}

/** Multiplications of a factorization, and the entries of the matrix. */
export function factorCost(first: Uint32Array): { work: number; entries: number } {
  let [work, entries] = [0, 0];
  for (let i = 0; i < first.length; i++) {
    const width = i - first[i] + 1;
    work += 0.5 * width * width;
    entries += width;
  }
  return { work, entries };
}

export function largestDiagonal({ size, starts, values }: SkylineMatrix): number {
  let most = 0;
  for (let i = 0; i < size; i++) most = Math.max(most, values[starts[i + 1] - 1]);
  return most;
}

/** A = L D Lᵀ of a positive semi-definite matrix, stored in place of it. */
export interface Factors extends SkylineMatrix {
  /** size; the entries of D; Infinity for a vanished pivot. */
  readonly pivots: Float64Array;
  /** Rows with a vanished pivot, ascending: their number is the dimension of the null space. */
  readonly vanished: number[];
}

/** Factors in place, row by row:
 *    u_ij = a_ij − Σ_{k<j} u_ik l_jk,  l_ij = u_ij / d_j,  d_i = a_ii − Σ_k u_ik l_ik
 *
 *  The sums over k < j are most of the work. They run over 3×3 blocks, since the three rows of a particle start in the same column.
 *  If A is only semi-definite, the column of a vanished d_i is zero and is skipped, as if that coordinate were pinned. With
 *  z = L⁻ᵀ e_i, d_i = zᵀA z, so d_i / zᵀz decides whether it has vanished.
 *  Source: Golub and Van Loan, Matrix Computations, 4.2.8 and 4.3; Jennings 1966 for skyline storage.
 *  @param matrix groups of three rows start in the same column, 0, 3, 6 …
 *  @param tolerance d_i has vanished where d_i / zᵀz is below this part of a_ii. Null: A may be indefinite, and only an exact 0
 *    counts, so that the number of negative pivots is that of negative eigenvalues (Sylvester's law of inertia) */
export function factor(matrix: SkylineMatrix, tolerance: number | null): Factors {
  return runToEnd(factorInSlices(matrix, tolerance));
}

/** Multiplications in a slice: some milliseconds. */
const SLICE = 1e7;

/** `factor` in slices; yields the part of the rows that is done. */
export function* factorInSlices(matrix: SkylineMatrix, tolerance: number | null): Generator<number, Factors> {
  const { size, first } = matrix;
  const factors: Factors = { ...matrix, pivots: new Float64Array(size), vanished: [] };
  let work = 0;
  for (let block = 0; block < size; block += 3) {
    const width = block - first[block] + 3;
    work += 1.5 * width * width + factorRows(factors, block, tolerance);
    if (work < SLICE) continue;
    work = 0;
    yield block / size;
  }
  return factors;
}

/**
 * Factors the three rows from `block`.
 * @returns multiplications beside those for the factors themselves
 */
function factorRows(factors: Factors, block: number, tolerance: number | null): number {
  const { size, first, starts, values, pivots, vanished } = factors;
  let more = 0;
  for (let other = first[block]; other < block; other += 3) {
    subtractProducts(factors, block, other);
    for (let row = block; row < block + 3; row++) finishRow(factors, row, other, other + 3);
  }
  for (let i = block; i < block + 3; i++) {
    const row = starts[i] - first[i];
    const diagonal = values[row + i];
    // With the rows of the same particle.
    for (let j = block; j < i; j++) {
      const from = starts[j] - first[j];
      let sum = values[row + j];
      for (let k = first[i]; k < j; k++) sum -= values[row + k] * values[from + k];
      values[row + j] = sum;
    }
    let d = diagonal;
    for (let k = first[i]; k < i; k++) {
      const u = values[row + k];
      const l = u / pivots[k];
      values[row + k] = l;
      d -= u * l;
    }
    const threshold = (tolerance ?? 0) * diagonal;
    let hasVanished = tolerance === null ? !(Math.abs(d) > 0) : !(d > threshold);
    if (tolerance !== null && !hasVanished && d < threshold * MAX_REACH * size) {
      hasVanished = d < threshold * squaredReach(factors, i);
      more += starts[i];
    }
    if (hasVanished) vanished.push(i);
    pivots[i] = hasVanished ? Number.POSITIVE_INFINITY : d;
  }
  return more;
}

/** Bound on zᵀz / size: z displaces every row about as much as row i. */
const MAX_REACH = 10;

/** a_ij −= Σ_k u_ik l_jk over k left of the three columns from `other`, for the three rows from `block`. */
function subtractProducts({ first, starts, values }: SkylineMatrix, block: number, other: number): void {
  const from = Math.max(first[block], first[other]);
  const a = starts[block] - first[block];
  const b = starts[block + 1] - first[block];
  const c = starts[block + 2] - first[block];
  const p = starts[other] - first[other];
  const q = starts[other + 1] - first[other];
  const r = starts[other + 2] - first[other];
  let ap = 0;
  let aq = 0;
  let ar = 0;
  let bp = 0;
  let bq = 0;
  let br = 0;
  let cp = 0;
  let cq = 0;
  let cr = 0;
  for (let k = from; k < other; k++) {
    const ua = values[a + k];
    const ub = values[b + k];
    const uc = values[c + k];
    const lp = values[p + k];
    const lq = values[q + k];
    const lr = values[r + k];
    ap += ua * lp;
    aq += ua * lq;
    ar += ua * lr;
    bp += ub * lp;
    bq += ub * lq;
    br += ub * lr;
    cp += uc * lp;
    cq += uc * lq;
    cr += uc * lr;
  }
  values[a + other] -= ap;
  values[a + other + 1] -= aq;
  values[a + other + 2] -= ar;
  values[b + other] -= bp;
  values[b + other + 1] -= bq;
  values[b + other + 2] -= br;
  values[c + other] -= cp;
  values[c + other + 1] -= cq;
  values[c + other + 2] -= cr;
}

/** The sums over k that stand within the same three columns. */
function finishRow({ first, starts, values }: SkylineMatrix, i: number, from: number, to: number): void {
  const row = starts[i] - first[i];
  for (let j = from + 1; j < to; j++) {
    const other = starts[j] - first[j];
    for (let k = from; k < j; k++) values[row + j] -= values[row + k] * values[other + k];
  }
}

/** zᵀz of z = L⁻ᵀ e_i. */
function squaredReach(factors: Factors, i: number): number {
  const z = pivotVector(factors, i);
  let sum = 0;
  for (let k = 0; k <= i; k++) sum += z[k] * z[k];
  return sum;
}

/** x := A⁻¹ x in place; what has no pivot becomes 0. */
export function solveFactored(factors: Factors, x: Float64Array): void {
  const { size, first, starts, values, pivots } = factors;
  for (let i = 0; i < size; i++) {
    const row = starts[i] - first[i];
    let sum = x[i];
    for (let k = first[i]; k < i; k++) sum -= values[row + k] * x[k];
    x[i] = sum;
  }
  for (let i = 0; i < size; i++) x[i] /= pivots[i];
  backSubstitute(factors, x);
}

/** z = L⁻ᵀ e_i, with zᵀA z = d_i; where this pivot has vanished, A z = 0. */
export function pivotVector(factors: Factors, i: number): Float64Array {
  const z = new Float64Array(factors.size);
  z[i] = 1;
  backSubstitute(factors, z);
  return z;
}

/** x := L⁻ᵀ x in place. */
function backSubstitute({ size, first, starts, values }: Factors, x: Float64Array): void {
  for (let i = size - 1; i > 0; i--) {
    const xi = x[i];
    if (xi === 0) continue;
    const row = starts[i] - first[i];
    for (let k = first[i]; k < i; k++) x[k] -= values[row + k] * xi;
  }
}
