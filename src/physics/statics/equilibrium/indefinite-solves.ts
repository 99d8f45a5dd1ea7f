import { dot, norm } from '../../kernels/javascript/solver-loops';
import type { LinearSystem } from '../../solvers/conjugate-gradients';
import { largest } from './net-force';

/** Largest number of products: each keeps a vector. */
const MAX_PRODUCTS = 60;

/** Solves A x = b for a matrix that need not be symmetric, from x = 0: GMRES, preconditioned from the right.
 *    w = A P⁻¹ v_j is made orthogonal to v_0 … v_j and gives v_j+1; Givens rotations keep the least-squares problem triangular.
 *  Source: Saad and Schultz 1986; Saad, Iterative Methods for Sparse Linear Systems, 6.5 and 9.3.
 *  @returns ‖b − A x‖ / ‖b‖ */
export function minimizeResidual(
  { multiply, precondition }: LinearSystem,
  x: Float64Array,
  b: Float64Array,
  tolerance: number,
): number {
  const length = norm(b);
  const basis = [b.map((value) => value / length)];
  const columns: Float64Array[] = [];
  const [cosines, sines, side] = [
    new Float64Array(MAX_PRODUCTS),
    new Float64Array(MAX_PRODUCTS),
    new Float64Array(MAX_PRODUCTS + 1),
  ];
  const [z, w] = [new Float64Array(b.length), new Float64Array(b.length)];
  side[0] = 1;
  let j = 0;
  for (; j < MAX_PRODUCTS && Math.abs(side[j]) > tolerance; j++) {
    precondition(z, basis[j]);
    multiply(w, z);
    const column = new Float64Array(j + 2);
    for (let i = 0; i <= j; i++) {
      column[i] = dot(w, basis[i]);
      for (let k = 0; k < w.length; k++) w[k] -= column[i] * basis[i][k];
    }
    const rest = norm(w);
    basis.push(w.map((value) => value / (rest || 1)));
    for (let i = 0; i < j; i++) {
      const [upper, lower] = [column[i], column[i + 1]];
      column[i] = cosines[i] * upper + sines[i] * lower;
      column[i + 1] = cosines[i] * lower - sines[i] * upper;
    }
    const radius = Math.sqrt(column[j] * column[j] + rest * rest);
    if (!(radius > 0)) break;
    cosines[j] = column[j] / radius;
    sines[j] = rest / radius;
    column[j] = radius;
    side[j + 1] = -sines[j] * side[j];
    side[j] *= cosines[j];
    columns.push(column);
  }
  const sum = new Float64Array(b.length);
  for (let row = j - 1; row >= 0; row--) {
    side[row] /= columns[row][row];
    for (let above = 0; above < row; above++) side[above] -= columns[row][above] * side[row];
    for (let k = 0; k < sum.length; k++) sum[k] += length * side[row] * basis[row][k];
  }
  precondition(x, sum);
  return Math.abs(side[j]);
}

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
