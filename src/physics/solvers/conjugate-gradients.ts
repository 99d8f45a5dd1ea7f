import { solverLoops } from '../kernels/javascript/solver-loops';
import type { Scalar, VectorLoops } from '../kernels/kernel';
import type { Floats } from '../model/arena';
import type { SolveReport } from '../world/preconditioner';

/** A symmetric linear map A and an approximate inverse. By default vectors are 4n, stride 4. */
export interface LinearSystem<Vector = Float64Array> {
  /** y := A p. */
  multiply(y: Vector, p: Vector): void;
  /** True scales the first guess to minimize the error in the norm of A, which must be positive definite. */
  readonly scalesGuess?: boolean;
  /** z := P⁻¹ r. */
  precondition(z: Vector, r: Vector): void;
}

export interface ConjugateGradients<Vector = Float64Array> {
  /**
   * Improves `x`, which holds the first guess, until ‖b − A x‖ ≤ tolerance · ‖b‖; writes the result to `report`.
   * A must be positive definite: at a direction without positive curvature (pᵀA p ≤ 0) the iteration stops with the x that it
   * has, and the report says that it did not converge.
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
 *  θ = 1 unless the system sets `scalesGuess`: then, in the norm of A, θx is at least as good as 0 and as x.
 *  Source: Shewchuk, An Introduction to the Conjugate Gradient Method Without the Agonizing Pain, B3.
 *  @param floats allocates a scratch vector
 *  @param size length of a vector
 *  @param loops of the kernel whose memory holds the vectors */
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
  const scalar = (): Scalar => new Float64Array(1);
  const [bb, bx, xAx, rr, rz, pAp, factor] = [scalar(), scalar(), scalar(), scalar(), scalar(), scalar(), scalar()];

  return {
    solve(system, x, b, tolerance, maxIterations, report) {
      loops.dot(b, b, bb);
      report.converged = true;
      report.iterations = 0;
      report.residual = 0;
      if (bb[0] === 0) {
        x.fill(0);
        return;
      }
      const target = tolerance * tolerance * bb[0];

      system.multiply(Ap, x);
      let theta = 1;
      loops.dot(x, Ap, xAx);
      if (system.scalesGuess && xAx[0] > 0) {
        loops.dot(b, x, bx);
        theta = bx[0] / xAx[0];
      }
      factor[0] = theta - 1;
      loops.axpy(x, factor, x);
      r.set(b);
      factor[0] = -theta;
      loops.axpy(r, factor, Ap);
      loops.dot(r, r, rr);
      let before = 0;
      while (rr[0] > target && report.iterations < maxIterations) {
        system.precondition(z, r);
        loops.dot(r, z, rz);
        factor[0] = report.iterations === 0 ? 0 : rz[0] / before;
        before = rz[0];
        loops.aypx(p, factor, z);
        system.multiply(Ap, p);
        loops.dot(p, Ap, pAp);
        if (!(pAp[0] > 0)) break;
        factor[0] = rz[0] / pAp[0];
        loops.axpy(x, factor, p);
        factor[0] = -factor[0];
        loops.axpy(r, factor, Ap);
        loops.dot(r, r, rr);
        report.iterations++;
      }
      report.residual = Math.sqrt(rr[0] / bb[0]);
      report.converged = rr[0] <= target;
    },
  };
}
