import type { VectorLoops } from '../kernels/kernel';
import type { Floats } from '../model/arena';
import type { SolveReport } from '../world/world';

/** A symmetric linear map A and an approximate inverse. By default vectors are 4n, stride 4. */
export interface LinearSystem<Vector = Float64Array> {
  /** y := A p. */
  multiply(y: Vector, p: Vector): void;
  /** True scales the first guess to minimize the error in the norm of A, which must be positive definite. */
  readonly scalesGuess?: boolean;
  /** z := P⁻¹ r. */
  precondition(z: Vector, r: Vector): void;
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
export function createConjugateGradients<Vector extends Floats>(
  floats: (count: number) => Vector,
  size: number,
  loops: VectorLoops<Vector>,
) {
  const r = floats(size);
  const z = floats(size);
  const p = floats(size);
  const Ap = floats(size);

  return {
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
    ): void {
      const bb = loops.dot(b, b);
      report.converged = true;
      report.iterations = 0;
      report.residual = 0;
      if (bb === 0) {
        x.fill(0);
        return;
      }
      const target = tolerance * tolerance * bb;

      system.multiply(Ap, x);
      const xAx = loops.dot(x, Ap);
      const theta = system.scalesGuess && xAx > 0 ? loops.dot(b, x) / xAx : 1;
      loops.axpy(x, theta - 1, x);
      r.set(b);
      loops.axpy(r, -theta, Ap);
      let rr = loops.dot(r, r);
      let before = 0;
      while (rr > target && report.iterations < maxIterations) {
        system.precondition(z, r);
        const rz = loops.dot(r, z);
        // 0 times what an earlier solve has left may be NaN.
        if (report.iterations === 0) p.set(z);
        else loops.aypx(p, rz / before, z);
        before = rz;
        system.multiply(Ap, p);
        const pAp = loops.dot(p, Ap);
        if (!(pAp > 0)) break;
        const alpha = rz / pAp;
        loops.axpy(x, alpha, p);
        loops.axpy(r, -alpha, Ap);
        rr = loops.dot(r, r);
        report.iterations++;
      }
      report.residual = Math.sqrt(rr / bb);
      report.converged = rr <= target;
    },
  };
}
