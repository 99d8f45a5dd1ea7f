import { dot } from '../../kernels/javascript/solver-loops';
import type { LinearSystem } from '../../solvers/conjugate-gradients';
import { largest } from './net-force';

/** Conjugate gradients for a symmetric matrix that need not be positive definite, from x = 0 to ‖b − A x‖ ≤ tolerance · ‖b‖.
 *  They end at a direction p without positive curvature, pᵀA p ≤ 0, and then add it to x, scaled to the length `trial`. As p is
 *  conjugate to all directions before it, bᵀp = rᵀp > 0: along p the potential whose gradient is −b falls, and ever more steeply.
 *  Source: Steihaug 1983; Nocedal and Wright, Numerical Optimization, 7.1.
 *  @returns true if x solves the system, or is the best after `most` iterations */
export function truncatedGradients(
  { multiply, precondition }: LinearSystem,
  x: Float64Array,
  b: Float64Array,
  tolerance: number,
  most: number,
  trial: number,
): boolean {
  const r = b.slice();
  const [z, p, Ap] = [new Float64Array(b.length), new Float64Array(b.length), new Float64Array(b.length)];
  const target = tolerance * tolerance * dot(b, b);
  let before = 1;
  x.fill(0);
  for (let k = 0; k < most && dot(r, r) > target; k++) {
    precondition(z, r);
    const rz = dot(r, z);
    for (let i = 0; i < p.length; i++) p[i] = z[i] + (k === 0 ? 0 : rz / before) * p[i];
    before = rz;
    multiply(Ap, p);
    const curvature = dot(p, Ap);
    if (!(curvature > 0)) {
      const scale = trial / largest(p);
      for (let i = 0; i < p.length; i++) x[i] += scale * p[i];
      return false;
    }
    for (let i = 0; i < p.length; i++) {
      x[i] += (rz / curvature) * p[i];
      r[i] -= (rz / curvature) * Ap[i];
    }
  }
  return true;
}
