import { dot, norm } from '../../kernels/javascript/solver-loops';
import { add, combine, noise, normalize } from '../eigen/lanczos';
import { symmetricEigen } from '../eigen/symmetric-eigen';

type Multiply = (y: Float64Array, x: Float64Array) => void;

/** Vectors computed in addition to the requested ones. */
const EXTRA_VECTORS = 12;
/** Degree of the polynomial. */
const DEGREE = 60;
/** ‖A x − λ x‖ / width of the spectrum. */
const TOLERANCE = 1e-8;
const MAX_ITERATIONS = 25;

/**
 * Eigenvectors of the smallest eigenvalues of a symmetric matrix, ascending, from its products only. A Chebyshev polynomial is
 * small on the rest of the spectrum [a, b], so it amplifies the eigenvectors below it.
 *
 *    X ← T_d((A − c)/e) X,  c = (a + b)/2,  e = (b − a)/2;   Rayleigh–Ritz;  a ← the largest Ritz value
 *
 * Source: Zhou, Saad, Tiago and Chelikowsky 2006.
 * @param top upper bound of the eigenvalues
 */
export function lowestByFilter(multiply: Multiply, size: number, count: number, top: number): Float64Array[] {
  const width = Math.min(size, count + EXTRA_VECTORS);
  const start = noise(size * width);
  let X = Array.from({ length: width }, (_, j) => start.slice(j * size, (j + 1) * size));
  for (let iteration = 0; ; iteration++) {
    orthonormalize(X);
    const AX = X.map((x) => {
      const y = new Float64Array(size);
      multiply(y, x);
      return y;
    });
    const H = new Float64Array(width * width);
    for (let i = 0; i < width; i++) for (let j = 0; j <= i; j++) H[i * width + j] = H[j * width + i] = dot(X[i], AX[j]);
    const { values, vectors } = symmetricEigen(H, width);
    X = vectors.map((s) => combine(X, s));
    const isConverged = (j: number) => {
      const residual = combine(AX, vectors[j]);
      add(residual, X[j], -values[j]);
      return norm(residual) <= TOLERANCE * Math.max(Math.abs(top), Math.abs(values[0]));
    };
    const wanted = X.slice(0, count);
    if (iteration === MAX_ITERATIONS || wanted.every((_, j) => isConverged(j))) return wanted;
    const bottom = values[width - 1];
    if (!(bottom < top)) return wanted;
    X = X.map((x) => filtered(multiply, x, bottom, top));
  }
}

function filtered(multiply: Multiply, x: Float64Array, bottom: number, top: number): Float64Array<ArrayBuffer> {
  const [center, half] = [(bottom + top) / 2, (top - bottom) / 2];
  let before = x.slice();
  let now = new Float64Array(x.length);
  let next = new Float64Array(x.length);
  multiply(now, x);
  for (let i = 0; i < x.length; i++) now[i] = (now[i] - center * x[i]) / half;
  for (let degree = 2; degree <= DEGREE; degree++) {
    multiply(next, now);
    for (let i = 0; i < x.length; i++) next[i] = (2 * (next[i] - center * now[i])) / half - before[i];
    [before, now, next] = [now, next, before];
  }
  return now;
}

/** Gram–Schmidt, twice. */
function orthonormalize(X: Float64Array[]): void {
  X.forEach((x, j) => {
    normalize(x);
    for (let pass = 0; pass < 2; pass++) for (let i = 0; i < j; i++) add(x, X[i], -dot(x, X[i]));
    normalize(x);
  });
}
