import { invertBlocks } from '../../physics/solvers/block-jacobi';

/** One iteration of the conjugate gradients, as it stands after it. */
export interface CgStep {
  /** α = rᵀz / pᵀA p of this iteration; how far it went along p. */
  alpha: number;
  /** β = rᵀz / (rᵀz)_before, by which the last direction was kept in this one; 0 at first. */
  beta: number;
  /** ‖b − A x‖ / ‖b‖ after it. */
  residual: number;
  /** The iterate x. */
  x: number[];
}

export interface CgRun {
  steps: CgStep[];
  /** The solution itself, by elimination. */
  change: number[];
}

/**
 * Preconditioned conjugate gradients on a small dense matrix, with every iterate kept; from x = 0.
 * Source: Shewchuk, An Introduction to the Conjugate Gradient Method Without the Agonizing Pain, B3.
 * @param A symmetric, of 3×3 blocks
 */
export function stepByStep(
  A: number[][],
  b: number[],
  { tolerance, most }: { tolerance: number; most: number },
): CgRun {
  const size = b.length;
  const blocks = new Float64Array(3 * size);
  for (let i = 0; i < size; i++) for (let j = 0; j < 3; j++) blocks[3 * i + j] = A[i][3 * Math.floor(i / 3) + j];
  invertBlocks(blocks, size / 3);
  const times = (p: number[]) => A.map((row) => dot(row, p));
  const precondition = (r: number[]) =>
    r.map((_, i) => {
      const first = 3 * Math.floor(i / 3);
      return blocks[3 * i] * r[first] + blocks[3 * i + 1] * r[first + 1] + blocks[3 * i + 2] * r[first + 2];
    });

  const steps: CgStep[] = [];
  const start = Math.sqrt(dot(b, b));
  let x = b.map(() => 0);
  let r = b.slice();
  let p: number[] = b.map(() => 0);
  let rz = 0;
  while (start > 0 && steps.length < most && Math.sqrt(dot(r, r)) > tolerance * start) {
    const z = precondition(r);
    const before = rz;
    rz = dot(r, z);
    const beta = steps.length === 0 ? 0 : rz / before;
    p = z.map((value, i) => value + beta * p[i]);
    const Ap = times(p);
    const curvature = dot(p, Ap);
    if (!(curvature > 0)) break;
    const alpha = rz / curvature;
    x = x.map((value, i) => value + alpha * p[i]);
    r = r.map((value, i) => value - alpha * Ap[i]);
    steps.push({ alpha, beta, residual: Math.sqrt(dot(r, r)) / start, x });
  }
  return { steps, change: eliminate(A, b) };
}

/** x with A x = b, by elimination with row pivoting; zeros where A is singular.
 *  Source: Golub and Van Loan, Matrix Computations, 3.4. */
function eliminate(A: number[][], b: number[]): number[] {
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

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
