import { axpy, dot } from '../../kernels/javascript/solver-loops';
import { eigenvaluesOf, eliminate } from './eigenvalues';

/** Fraction of a vector's length; if less is left, rounding has spoilt its direction. */
const REORTHOGONALIZE_BELOW = 0.1;
/** Fraction of a vector's length that is rounding error. */
const ROUNDING = 1e-12;
/** Vectors of the basis that are subtracted together: the loops then read w a quarter as often. */
const GROUP = 4;

/**
 * Arnoldi's method: an orthonormal basis of start, A start, A² start, …, in any inner product. It yields after each product.
 *
 *    A Q = Q H + β q eᵀ,  with the last unit vector e: Q orthonormal, H of zeros below its first subdiagonal
 *
 * Source: Golub and Van Loan, Matrix Computations, 10.5; "twice is enough" after Parlett, The Symmetric Eigenvalue Problem, 6.9.
 * @param start overwritten
 * @param steps largest dimension
 * @param dual of x: the inner product of x and y is the sum of its entries times the first ones of y; its array may be the same at
 *   every call
 * @returns the columns of Q; H, row by row; and β, 0 if the space is invariant
 */
export function* arnoldi(
  start: Float64Array,
  steps: number,
  multiply: (x: Float64Array) => Float64Array,
  dual: (x: Float64Array) => Float64Array,
) {
  const lengthOf = (x: Float64Array) => Math.sqrt(dot(dual(x), x));
  /** Scales x to length 1. @returns its former length */
  const normalize = (x: Float64Array) => {
    const length = lengthOf(x);
    for (let i = 0; i < x.length; i++) x[i] /= length;
    return length;
  };
  normalize(start);
  const basis = [start];
  const H: Float64Array[] = Array.from({ length: steps }, () => new Float64Array(steps));
  for (let j = 0; ; j++) {
    const w = multiply(basis[j]);
    yield;
    const before = lengthOf(w);
    let length = 0;
    for (let passes = 0; passes < 2 && length < REORTHOGONALIZE_BELOW * before; passes++) {
      for (let i = 0; i <= j; i += GROUP) {
        const along = removeAlong(w, dual(w), basis.slice(i, i + GROUP));
        for (let k = 0; k < along.length; k++) H[i + k][j] += along[k];
      }
      length = lengthOf(w);
    }
    const isInvariant = !(length > ROUNDING * before);
    if (isInvariant || j + 1 === steps) {
      const used = j + 1;
      return { basis, H: H.slice(0, used).map((row) => row.slice(0, used)), beta: isInvariant ? 0 : length };
    }
    H[j + 1][j] = normalize(w);
    basis.push(w);
  }
}

/** w −= Σ (w, q) q over a group of vectors. @param d the dual of w @returns the inner products */
function removeAlong(w: Float64Array, d: Float64Array, group: readonly Float64Array[]): Float64Array {
  const along = new Float64Array(group.length);
  if (group.length < GROUP) {
    group.forEach((q, k) => {
      for (let i = 0; i < d.length; i++) along[k] += d[i] * q[i];
    });
    group.forEach((q, k) => {
      axpy(w, -along[k], q);
    });
    return along;
  }
  const [p, q, r, s] = group;
  let [a, b, c, e] = [0, 0, 0, 0];
  for (let i = 0; i < d.length; i++) {
    const x = d[i];
    a += x * p[i];
    b += x * q[i];
    c += x * r[i];
    e += x * s[i];
  }
  for (let i = 0; i < w.length; i++) w[i] -= a * p[i] + b * q[i] + c * r[i] + e * s[i];
  along.set([a, b, c, e]);
  return along;
}

/** Steps of inverse iteration. */
const INVERSE_STEPS = 2;

/**
 * Approximate eigenvalues λ = re ± i im of A, from a Krylov space, one of each conjugate pair. `residual` is ‖A q − λ q‖ for a unit vector
 * q of the space: how far an eigenvalue of a normal matrix is at most.
 */
export function ritzValues({ H, beta }: { H: Float64Array[]; beta: number }) {
  return eigenvaluesOf(H.map((row) => row.slice()))
    .filter(({ im }) => im >= 0)
    .map(({ re, im }) => ({ re, im, residual: () => residualOf(H, beta, re, im) }));
}

/** A B, for small matrices. */
export function product(A: readonly Float64Array[], B: readonly Float64Array[]): Float64Array[] {
  return A.map((row) => {
    const sum = new Float64Array(B[0].length);
    for (let k = 0; k < row.length; k++) {
      const a = row[k];
      if (a === 0) continue;
      const other = B[k];
      for (let j = 0; j < sum.length; j++) sum[j] += a * other[j];
    }
    return sum;
  });
}

/**
 * β ‖(s, H s / |λ|)_m‖ for a vector s of the real space of an eigenvalue pair, where (H − λ)(H − λ̄) s = 0, by inverse iteration
 * in real numbers.
 */
function residualOf(H: readonly Float64Array[], beta: number, re: number, im: number): number {
  const m = H.length;
  const squared = re * re + im * im;
  const A = product(H, H).map((row, i) => row.map((entry, j) => entry - 2 * re * H[i][j] + (i === j ? squared : 0)));
  let s = new Float64Array(m).fill(1);
  const solve = eliminate(A);
  for (let i = 0; i < INVERSE_STEPS; i++) {
    s = solve(s);
    const length = Math.hypot(...s);
    s = s.map((value) => value / length);
  }
  const last = H[m - 1].reduce((sum, entry, j) => sum + entry * s[j], 0);
  return beta * Math.hypot(s[m - 1], last / Math.sqrt(squared));
}
