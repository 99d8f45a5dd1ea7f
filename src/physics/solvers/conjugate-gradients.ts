import { solverLoops } from '../kernels/javascript/vector-loops';
import type { VectorLoops } from '../kernels/kernel';
import type { Floats } from '../model/arena';
import type { SolveReport } from '../world/preconditioner';

/** A symmetric linear map, with an approximation of its inverse. Vectors are 4n, stride 4, unless they are of another kind. */
export interface LinearSystem<Vector = Float64Array> {
  /** y := A p. */
  multiply(y: Vector, p: Vector): void;
  /** Whether a first guess is taken as long as suits A, which must then be positive definite; absent: as it comes. */
  readonly scalesGuess?: boolean;
  /** z := P⁻¹ r. */
  precondition(z: Vector, r: Vector): void;
}

export interface ConjugateGradients<Vector = Float64Array> {
  /**
   * Improves `x`, which holds the first guess, until ‖b − A x‖ ≤ tolerance · ‖b‖; the report goes into `report`.
   * A must be positive definite: at a direction without positive curvature (pᵀA p ≤ 0) the iteration has broken down,
   * keeps what it has and is reported as not converged.
   */
  solve(
    system: LinearSystem<Vector>,
    x: Vector,
    b: Vector,
    tolerance: number,
    maxIterations: number,
    report: SolveReport,
  ): void;
}

/** Preconditioned conjugate gradients.
 *
 *    x ← θx,  θ = bᵀx / xᵀA x;  r = b − A x,  z = P⁻¹r,  p = z
 *    α = rᵀz / pᵀA p;  x += α p;  r −= α A p
 *    z = P⁻¹r;  β = rᵀz / (rᵀz)_before;  p = z + β p
 *
 *  θ = 1, unless the system asks to take its first guess as long as suits it best: in the norm of A it is then never worse
 *  than 0, nor than the guess as it came.
 *  Source: Shewchuk, An Introduction to the Conjugate Gradient Method Without the Agonizing Pain, B3.
 *  @param floats cuts the scratch vectors (double precision, whatever the state's, unless they are of another kind)
 *  @param size components of a vector
 *  @param loops of the kernel that holds the vectors */
export function createConjugateGradients(
  floats: (count: number) => Float64Array,
  size: number,
  loops?: VectorLoops<Float64Array>,
): ConjugateGradients;
export function createConjugateGradients<Vector extends Floats>(
  floats: (count: number) => Vector,
  size: number,
  loops: VectorLoops<Vector>,
): ConjugateGradients<Vector>;
export function createConjugateGradients(
  floats: (count: number) => Float64Array,
  size: number,
  loops: VectorLoops<Float64Array> = solverLoops,
): ConjugateGradients {
  const r = floats(size);
  const z = floats(size);
  const p = floats(size);
  const Ap = floats(size);

  return {
    solve(system, x, b, tolerance, maxIterations, report) {
      const bb = loops.dot(b, b);
      report.converged = true;
      report.iterations = 0;
      report.residual = 0;
      if (bb === 0) {
        x.fill(0);
        return;
      }
      const enough = tolerance * tolerance * bb;

      system.multiply(Ap, x);
      const length = loops.dot(x, Ap);
      const theta = system.scalesGuess && length > 0 ? loops.dot(b, x) / length : 1;
      loops.axpy(x, theta - 1, x);
      r.set(b);
      loops.axpy(r, -theta, Ap);
      let rr = loops.dot(r, r);
      let rz = 0;
      while (rr > enough && report.iterations < maxIterations) {
        system.precondition(z, r);
        const before = rz;
        rz = loops.dot(r, z);
        loops.aypx(p, report.iterations === 0 ? 0 : rz / before, z);
        system.multiply(Ap, p);
        const curvature = loops.dot(p, Ap);
        if (!(curvature > 0)) break;
        const alpha = rz / curvature;
        loops.axpy(x, alpha, p);
        loops.axpy(r, -alpha, Ap);
        rr = loops.dot(r, r);
        report.iterations++;
      }
      report.residual = Math.sqrt(rr / bb);
      report.converged = rr <= enough;
    },
  };
}
