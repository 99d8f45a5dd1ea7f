import { dot } from './dot';

/** A symmetric linear map, with an approximation of its inverse. Vectors are 4n, stride 4. */
export interface LinearSystem {
  /** y := A p. */
  multiply(y: Float64Array, p: Float64Array): void;
  /** z := P⁻¹ r. */
  precondition(z: Float64Array, r: Float64Array): void;
}

/** How a solve ended. */
export interface Solve {
  converged: boolean;
  iterations: number;
  /** ‖b − A x‖ / ‖b‖. */
  residual: number;
}

export interface ConjugateGradients {
  /**
   * Improves `x`, which holds the first guess, until ‖b − A x‖ ≤ tolerance · ‖b‖; the report goes into `report`.
   * A must be positive definite: at a direction without positive curvature (pᵀA p ≤ 0) the iteration has broken down,
   * keeps what it has and is reported as not converged.
   */
  solve(system: LinearSystem, x: Float64Array, b: Float64Array, tolerance: number, most: number, report: Solve): void;
}

/** Preconditioned conjugate gradients.
 *
 *    r = b − A x,  z = P⁻¹r,  p = z
 *    α = rᵀz / pᵀA p;  x += α p;  r −= α A p
 *    z = P⁻¹r;  β = rᵀz / (rᵀz)_before;  p = z + β p
 *
 *  Source: Shewchuk, An Introduction to the Conjugate Gradient Method Without the Agonizing Pain, B3.
 *  @param floats cuts the scratch vectors (double precision, whatever the state's)
 *  @param size components of a vector */
export function createConjugateGradients(floats: (count: number) => Float64Array, size: number): ConjugateGradients {
  const r = floats(size);
  const z = floats(size);
  const p = floats(size);
  const Ap = floats(size);

  return {
    solve(system, x, b, tolerance, most, report) {
      const bb = dot(b, b);
      report.converged = true;
      report.iterations = 0;
      report.residual = 0;
      if (bb === 0) {
        x.fill(0);
        return;
      }
      const enough = tolerance * tolerance * bb;

      system.multiply(Ap, x);
      for (let i = 0; i < size; i++) r[i] = b[i] - Ap[i];
      let rr = dot(r, r);
      let rz = 0;
      while (rr > enough && report.iterations < most) {
        system.precondition(z, r);
        const before = rz;
        rz = dot(r, z);
        const beta = report.iterations === 0 ? 0 : rz / before;
        for (let i = 0; i < size; i++) p[i] = z[i] + beta * p[i];
        system.multiply(Ap, p);
        const curvature = dot(p, Ap);
        if (!(curvature > 0)) break;
        const alpha = rz / curvature;
        for (let i = 0; i < size; i++) {
          x[i] += alpha * p[i];
          r[i] -= alpha * Ap[i];
        }
        rr = dot(r, r);
        report.iterations++;
      }
      report.residual = Math.sqrt(rr / bb);
      report.converged = rr <= enough;
    },
  };
}
