import { dot, norm } from '../../kernels/javascript/solver-loops';
import {
  type ConjugateGradients,
  createConjugateGradients,
  type LinearSystem,
} from '../../solvers/conjugate-gradients';
import { topOfTridiagonal } from '../eigen/lanczos';

/** A solve by the engine's own conjugate gradients, as it went. */
export interface TracedSolve {
  /** ‖b − A x‖ / ‖b‖ ahead of the first iteration and after each. */
  readonly residuals: number[];
  /** Of each iteration: how far it went along p. */
  readonly alphas: number[];
  /** Of each iteration: how much of the last direction it kept; 0 at first. */
  readonly betas: number[];
  readonly converged: boolean;
  /** Whether it ended at a direction with pᵀA p ≤ 0: then A is not positive definite. */
  readonly brokeDown: boolean;
}

/**
 * Solves A x = b and watches it at work: the iteration asks for z = P⁻¹r once a turn, right after x and r have changed, and
 * for A p next. So the solver that a step uses is seen as it is, and pays nothing for it.
 * @param x the first guess, which becomes the solution; 4n
 * @param look called with x ahead of the first iteration and after each
 */
export function traceSolve(
  system: LinearSystem,
  x: Float64Array,
  b: Float64Array,
  { tolerance, most }: { tolerance: number; most: number },
  look: (x: Float64Array) => void = () => {},
): TracedSolve {
  const gradients: ConjugateGradients = createConjugateGradients((count) => new Float64Array(count), b.length);
  const report = { converged: false, iterations: 0, residual: 0 };
  const residuals: number[] = [];
  const alphas: number[] = [];
  const betas: number[] = [];
  const size = norm(b);
  let rz = 0;
  let before = 0;
  let brokeDown = false;
  const watched: LinearSystem = {
    scalesGuess: system.scalesGuess,
    precondition(z, r) {
      system.precondition(z, r);
      residuals.push(norm(r) / size);
      look(x);
      before = rz;
      rz = dot(r, z);
    },
    multiply(y, p) {
      system.multiply(y, p);
      // The first product is with x, for the residual at the start.
      if (residuals.length === 0) return;
      const curvature = dot(p, y);
      if (!(curvature > 0)) {
        brokeDown = true;
        return;
      }
      alphas.push(rz / curvature);
      betas.push(alphas.length === 1 ? 0 : rz / before);
    },
  };
  gradients.solve(watched, x, b, tolerance, most, report);
  if (!brokeDown) {
    residuals.push(report.residual);
    look(x);
  }
  return { residuals, alphas, betas, converged: report.converged, brokeDown };
}

export interface SpectrumEnds {
  /** Smallest and largest eigenvalue. */
  low: number;
  high: number;
}

/**
 * What a solve tells about the eigenvalues of P⁻¹A: those of its Lanczos matrix, which lie within the spectrum and fill it
 * to its ends as the iteration converges.
 *
 *    T_jj = 1/α_j + β_j/α_{j−1},  T_{j,j+1} = √β_{j+1}/α_j
 *
 * Source: Golub and Van Loan, Matrix Computations, 10.2 and 11.3; Saad, Iterative Methods for Sparse Linear Systems, 6.7.
 */
export function spectrumEndsOf({ alphas, betas }: TracedSolve): SpectrumEnds | null {
  if (alphas.length === 0) return null;
  const diagonal = alphas.map((alpha, j) => 1 / alpha + (j === 0 ? 0 : betas[j] / alphas[j - 1]));
  const beside = alphas.slice(1).map((_, j) => Math.sqrt(betas[j + 1]) / alphas[j]);
  const negated = diagonal.map((value) => -value);
  return { low: -topOfTridiagonal(negated, beside).value, high: topOfTridiagonal(diagonal, beside).value };
}
