import { dot, norm } from '../../kernels/javascript/solver-loops';
import type { LinearSystem } from '../../solvers/conjugate-gradients';

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
