import { dot, norm, solverLoops } from '../../kernels/javascript/solver-loops';
import { createConjugateGradients, type LinearSystem } from '../../solvers/conjugate-gradients';
import { topOfTridiagonal } from '../eigen/lanczos';

/** The course of a solve by the engine's conjugate gradients. */
type TracedSolve = ReturnType<typeof traceSolve>;

/**
 * Solves A x = b and records the iterations. In each iteration the solver first asks for z = P⁻¹r, right after it changed x and r,
 * and then for A p. So wrapping these two functions traces the solver of a step without changing it.
 * @param x initial guess, becomes the solution; 4n
 * @param visit called with x before the first iteration and after each one
 */
export function traceSolve(
  system: LinearSystem,
  x: Float64Array,
  b: Float64Array,
  { tolerance, iterations }: { tolerance: number; iterations: number },
  visit: (x: Float64Array) => void = () => {},
) {
  const gradients = createConjugateGradients((count) => new Float64Array(count), b.length, solverLoops);
  const report = { converged: false, iterations: 0, residual: 0 };
  const residuals: number[] = [];
  const alphas: number[] = [];
  const betas: number[] = [];
  const size = norm(b);
  let rz = 0;
  let lastRz = 0;
  let brokeDown = false;
  const traced: LinearSystem = {
    scalesGuess: system.scalesGuess,
    precondition(z, r) {
      system.precondition(z, r);
      residuals.push(norm(r) / size);
      visit(x);
      lastRz = rz;
      rz = dot(r, z);
    },
    multiply(y, p) {
      system.multiply(y, p);
      // The first product is with x, for the initial residual.
      if (residuals.length === 0) return;
      const curvature = dot(p, y);
      if (!(curvature > 0)) {
        brokeDown = true;
        return;
      }
      alphas.push(rz / curvature);
      betas.push(alphas.length === 1 ? 0 : rz / lastRz);
    },
  };
  gradients.solve(traced, x, b, tolerance, iterations, report);
  if (!brokeDown) {
    residuals.push(report.residual);
    visit(x);
  }
  return {
    /** ‖b − A x‖ / ‖b‖ before the first iteration and after each one. */
    residuals,
    /** α of each iteration: the step along p. */
    alphas,
    /** β of each iteration: the part of the last direction that p keeps; 0 at first. */
    betas,
    /** True if it ended at a direction with pᵀA p ≤ 0: then A is not positive definite. */
    brokeDown,
  };
}

export interface SpectrumEnds {
  /** Smallest eigenvalue. */
  low: number;
  /** Largest eigenvalue. */
  high: number;
}

/**
 * Estimates the extreme eigenvalues of P⁻¹A by those of the Lanczos matrix of a solve, which lie within the spectrum and approach
 * its ends as the iteration converges.
 *
 *    T_jj = 1/α_j + β_j/α_{j−1},  T_{j,j+1} = √β_{j+1}/α_j
 *
 * Source: Golub and Van Loan, Matrix Computations, 10.2 and 11.3; Saad, Iterative Methods for Sparse Linear Systems, 6.7.
 */
export function spectrumEndsOf({ alphas, betas }: TracedSolve): SpectrumEnds | null {
  if (alphas.length === 0) return null;
  const diagonal = alphas.map((alpha, j) => 1 / alpha + (j === 0 ? 0 : betas[j] / alphas[j - 1]));
  const offDiagonal = alphas.slice(1).map((_, j) => Math.sqrt(betas[j + 1]) / alphas[j]);
  const negated = diagonal.map((value) => -value);
  return { low: -topOfTridiagonal(negated, offDiagonal).value, high: topOfTridiagonal(diagonal, offDiagonal).value };
}

// Conjugate gradients on a small dense matrix, with every iterate, and the solution by elimination.

/**
 * The engine's own conjugate gradients, from x = 0.
 * @param A symmetric
 * @returns the state after each iteration: α and β as in `TracedSolve`, ‖b − A x‖ / ‖b‖ and the iterate x
 */
export function cgIterates(
  A: number[][],
  b: number[],
  precondition: LinearSystem['precondition'],
  limits: { tolerance: number; iterations: number },
) {
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
