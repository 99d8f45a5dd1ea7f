import type { KrylovSpace } from './arnoldi';
import { type Eigenvalue, eigenvaluesOf } from './eigenvalues';

/** An approximate eigenvalue λ = re ± i im of A, from a Krylov space. */
export interface RitzValue extends Eigenvalue {
  /** ‖A q − λ q‖ for a unit vector q of the space: how far an eigenvalue of a normal matrix is at most. */
  residual(): number;
}

/** Relative size of a pivot in place of 0. */
const SMALL = 1e-15;
/** Steps of inverse iteration. */
const INVERSE_STEPS = 2;

/** One of each conjugate pair. */
export function ritzValues({ H, beta }: KrylovSpace): RitzValue[] {
  return eigenvaluesOf(H.map((row) => row.slice()))
    .filter(({ im }) => im >= 0)
    .map(({ re, im }) => ({ re, im, residual: () => residualOf(H, beta, re, im) }));
}

/** A B, for small matrices. */
export function product(A: readonly Float64Array[], B: readonly Float64Array[]): Float64Array[] {
  return A.map((row) => {
    const sum = new Float64Array(B[0].length);
    for (let k = 0; k < row.length; k++) {
      const a = row[k];
      if (a === 0) continue;
      const other = B[k];
      for (let j = 0; j < sum.length; j++) sum[j] += a * other[j];
    }
    return sum;
  });
}

/**
 * β ‖(s, H s / |λ|)_m‖ for a vector s of the real space of an eigenvalue pair, where (H − λ)(H − λ̄) s = 0, by inverse iteration
 * in real numbers.
 */
function residualOf(H: readonly Float64Array[], beta: number, re: number, im: number): number {
  const m = H.length;
  const squared = re * re + im * im;
  const A = product(H, H).map((row, i) => row.map((entry, j) => entry - 2 * re * H[i][j] + (i === j ? squared : 0)));
  let s = new Float64Array(m).fill(1);
  const solve = eliminate(A);
  for (let i = 0; i < INVERSE_STEPS; i++) {
    s = solve(s);
    const length = Math.hypot(...s);
    s = s.map((value) => value / length);
  }
  const last = H[m - 1].reduce((sum, entry, j) => sum + entry * s[j], 0);
  return beta * Math.hypot(s[m - 1], last / Math.sqrt(squared));
}

/** A⁻¹ by elimination with pivots. @param A overwritten */
function eliminate(A: Float64Array[]): (b: Float64Array) => Float64Array<ArrayBuffer> {
  const m = A.length;
  const order = Array.from(A.keys());
  const least = SMALL * Math.max(...A.map((row) => row.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)));
  for (let k = 0; k < m; k++) {
    let pivot = k;
    for (let i = k; i < m; i++) if (Math.abs(A[i][k]) > Math.abs(A[pivot][k])) pivot = i;
    [A[k], A[pivot]] = [A[pivot], A[k]];
    [order[k], order[pivot]] = [order[pivot], order[k]];
    if (!(Math.abs(A[k][k]) > least)) A[k][k] = least;
    for (let i = k + 1; i < m; i++) {
      const factor = A[i][k] / A[k][k];
      A[i][k] = factor;
      if (factor !== 0) for (let j = k + 1; j < m; j++) A[i][j] -= factor * A[k][j];
    }
  }
  return (b) => {
    const x = Float64Array.from(order, (i) => b[i]);
    for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) x[i] -= A[i][j] * x[j];
    for (let i = m - 1; i >= 0; i--) {
      for (let j = i + 1; j < m; j++) x[i] -= A[i][j] * x[j];
      x[i] /= A[i][i];
    }
    return x;
  };
}
