/** Eigenvectors at one end of a spectrum, from products with the matrix alone. */
import { axpy, dot, norm } from '../../kernels/javascript/solver-loops';
import { combine, noise } from '../eigen/lanczos';
import { symmetricEigen } from '../eigen/symmetric-eigen';

/** Vectors computed in addition to the requested ones: a larger gap to the rest speeds up convergence. */
const EXTRA_VECTORS = 4;
/** Basis vectors, at least, before the iteration restarts from the best ones. */
const MIN_BASIS = 140;
/** Blocks in a basis, at least. */
const MIN_BLOCKS = 3;
const MAX_RESTARTS = 10;
/** ‖B x − θ x‖ / θ. */
const TOLERANCE = 1e-7;
/** Times its length: a smaller remainder, orthogonal to the vectors before, means linear dependence. */
const DEPENDENT = 1e-11;

/**
 * Eigenvectors of the largest eigenvalues of a symmetric matrix B, given by its products, largest first: block Lanczos. The block
 * has as many vectors as are requested, so that it finds eigenvalues of any multiplicity.
 *
 *    span{X, B X, B²X …},  all orthonormal;  VᵀB V s = θ s,  x = V s;  restart from the best x
 *
 * Source: Golub and Van Loan, Matrix Computations, 10.3.6; Stewart 2001 for the restart.
 * @param multiply B x
 */
export function topVectors(multiply: (x: Float64Array) => Float64Array, size: number, count: number): Float64Array[] {
  const width = Math.min(size, count + EXTRA_VECTORS);
  const maxBasis = Math.min(size, Math.max(MIN_BASIS, MIN_BLOCKS * width));
  const V: Float64Array[] = [];
  const W: Float64Array[] = [];
  /** VᵀW, row by row up to the diagonal. */
  const H: Float64Array[] = [];
  const start = noise(size * width);
  let block = orthonormal(
    Array.from({ length: width }, (_, j) => start.slice(j * size, (j + 1) * size)),
    V,
  );
  for (let restart = 0; ; ) {
    for (const x of block) {
      V.push(x);
      W.push(multiply(x));
      H.push(Float64Array.from(V, (_, j) => dot(x, W[j])));
    }
    const { values, vectors } = symmetricEigen(H);
    const best = Array.from({ length: Math.min(width, V.length) }, (_, j) => V.length - 1 - j);
    const wanted = best.slice(0, count);
    const isConverged = (j: number) => {
      const residual = combine(W, vectors[j]);
      axpy(residual, -values[j], combine(V, vectors[j]));
      return norm(residual) <= TOLERANCE * Math.abs(values[j]);
    };
    const full = V.length + width > maxBasis;
    // The last vector converges last.
    if ((full && restart === MAX_RESTARTS) || V.length === size || wanted.toReversed().every(isConverged)) {
      return wanted.map((j) => combine(V, vectors[j]));
    }
    let next = W.slice(W.length - block.length);
    if (full) {
      restart++;
      const kept = best.map((j) => combine(V, vectors[j]));
      next = best.map((j) => combine(W, vectors[j]));
      V.splice(0, V.length, ...kept);
      W.splice(0, W.length, ...next);
      H.splice(0, H.length, ...best.map((j, i) => new Float64Array(i + 1).fill(values[j], i)));
    }
    block = orthonormal(next, V);
  }
}

/** Orthonormalizes the vectors against a basis and each other; drops dependent ones. */
function orthonormal(vectors: readonly Float64Array[], basis: readonly Float64Array[]): Float64Array[] {
  const found: Float64Array[] = [];
  for (const vector of vectors) {
    const x = vector.slice();
    const length = norm(x);
    for (let pass = 0; pass < 2; pass++) for (const q of [...basis, ...found]) axpy(x, -dot(x, q), q);
    const rest = norm(x);
    if (!(rest > DEPENDENT * length)) continue;
    for (let i = 0; i < x.length; i++) x[i] /= rest;
    found.push(x);
  }
  return found;
}

type Multiply = (y: Float64Array, x: Float64Array) => void;

/** The same of a filtered subspace. */
const EXTRA_FILTERED = 12;
/** Degree of the polynomial. */
const DEGREE = 60;
/** ‖A x − λ x‖ / width of the spectrum. */
const TOLERANCE_FILTERED = 1e-8;
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
  const width = Math.min(size, count + EXTRA_FILTERED);
  const start = noise(size * width);
  let X: Float64Array[] = Array.from({ length: width }, (_, j) => start.slice(j * size, (j + 1) * size));
  for (let iteration = 0; ; iteration++) {
    X = orthonormal(X, []);
    const AX = X.map((x) => {
      const y = new Float64Array(size);
      multiply(y, x);
      return y;
    });
    const H = X.map((x, i) => Float64Array.from({ length: i + 1 }, (_, j) => dot(x, AX[j])));
    const { values, vectors } = symmetricEigen(H);
    X = vectors.map((s) => combine(X, s));
    const isConverged = (j: number) => {
      const residual = combine(AX, vectors[j]);
      axpy(residual, -values[j], X[j]);
      return norm(residual) <= TOLERANCE_FILTERED * Math.max(Math.abs(top), Math.abs(values[0]));
    };
    const wanted = X.slice(0, count);
    if (iteration === MAX_ITERATIONS || wanted.every((_, j) => isConverged(j))) return wanted;
    const bottom = values[values.length - 1];
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
