/** Conjugate gradients on a small dense matrix, with every iterate, and the solution by elimination. */
import type { LinearSystem } from '../../solvers/conjugate-gradients';
import { traceSolve } from './traced-solve';

/** The state after one iteration of conjugate gradients. */
export interface CgIterate {
  /** α = rᵀz / pᵀA p: the step along p. */
  alpha: number;
  /** β = rᵀz / (rᵀz)_before: the part of the last direction that p keeps; 0 at first. */
  beta: number;
  /** ‖b − A x‖ / ‖b‖ after it. */
  residual: number;
  /** The iterate x. */
  x: number[];
}

/**
 * The engine's own conjugate gradients, from x = 0.
 * @param A symmetric
 */
export function cgIterates(
  A: number[][],
  b: number[],
  precondition: LinearSystem['precondition'],
  limits: { tolerance: number; iterations: number },
): CgIterate[] {
  const size = b.length;
  const system: LinearSystem = {
    multiply(y, p) {
      for (let i = 0; i < size; i++) y[i] = A[i].reduce((sum, value, j) => sum + value * p[j], 0);
    },
    precondition,
  };
  const iterates: number[][] = [];
  const { alphas, betas, residuals } = traceSolve(system, new Float64Array(size), Float64Array.from(b), limits, (x) => {
    iterates.push([...x]);
  });
  return alphas.map((alpha, i) => ({ alpha, beta: betas[i], residual: residuals[i + 1], x: iterates[i + 1] }));
}

/** x with A x = b, by elimination with row pivoting; zeros if A is singular.
 *  Source: Golub and Van Loan, Matrix Computations, 3.4. */
export function eliminate(A: number[][], b: number[]): number[] {
  const rows = A.map((row, i) => [...row, b[i]]);
  const size = b.length;
  for (let k = 0; k < size; k++) {
    let best = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    if (rows[k][k] === 0) return b.map(() => 0);
    for (let i = k + 1; i < size; i++) {
      const l = rows[i][k] / rows[k][k];
      for (let j = k; j <= size; j++) rows[i][j] -= l * rows[k][j];
    }
  }
  const x = b.map(() => 0);
  for (let k = size - 1; k >= 0; k--) {
    let sum = rows[k][size];
    for (let j = k + 1; j < size; j++) sum -= rows[k][j] * x[j];
    x[k] = sum / rows[k][k];
  }
  return x;
}
