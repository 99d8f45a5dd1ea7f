import { axpy, dot, norm } from '../../kernels/javascript/solver-loops';

/** Largest number of basis vectors; then the iteration restarts from the best vector. */
const MAX_BASIS = 240;
/** Steps between two convergence checks. */
const CHECK_EVERY = 10;
const MAX_RESTARTS = 12;
/** Tolerance that is reached before rounding spoils the orthogonality: it is lost as an eigenvalue converges to the root of ε. */
const COARSE = 1e-7;
/** Smaller spaces may be exhausted before that: then they need an orthogonal basis. */
const SMALL = 256;

/**
 * The largest eigenvalue of a symmetric matrix given by its products, to any tolerance, by Lanczos' method. For a cheap estimate
 * see `eigenvalue-tracker.ts`, for several eigenvalues `modes/subspaces.ts`. For a fine tolerance, or a small matrix, every new vector
 * is orthogonalized twice against all others, so that no spurious copies of an eigenvalue appear.
 *
 *    A q_j = β_{j−1} q_{j−1} + α_j q_j + β_j q_{j+1},  ‖A Q s − θ Q s‖ = β_m |s_m| where T s = θ s
 *
 * Sources: Golub and Van Loan, Matrix Computations, 10.1 and 10.3; Paige, Accuracy and Effectiveness of the Lanczos Algorithm (when
 * orthogonality is lost).
 * @param multiply y := A x
 * @param start any vector that is not orthogonal to the eigenvector, with 0 where A gives 0; absent: deterministic noise
 * @param tolerance of ‖A q − θ q‖ / |θ|; the relative error of the value is about its square, divided by the relative gap
 */
export function largestEigenvalue(
  multiply: (y: Float64Array, x: Float64Array) => void,
  size: number,
  start: Float64Array = noise(size),
  tolerance = 1e-8,
) {
  const best = {
    /** A Rayleigh quotient: at most the largest eigenvalue, up to rounding. */
    value: 0,
    /** Unit eigenvector. */
    vector: start.slice(),
    /** ‖A q − θ q‖: an upper bound of the distance from `value` to an eigenvalue. */
    residual: 0,
    /** Number of products with the matrix. */
    products: 0,
  };
  if (normalize(best.vector) === 0) return best;
  const w = new Float64Array(size);
  const orthogonalizes = tolerance < COARSE || size <= SMALL;
  for (let restart = 0; restart < MAX_RESTARTS; restart++) {
    const basis: Float64Array[] = [best.vector.slice()];
    const alpha: number[] = [];
    const beta: number[] = [];
    let done = false;
    while (!done) {
      const q = basis[basis.length - 1];
      multiply(w, q);
      best.products++;
      alpha.push(dot(w, q));
      const against = orthogonalizes ? basis : basis.slice(-2);
      orthogonalize(w, against);
      orthogonalize(w, against);
      const length = normalize(w);
      const m = alpha.length;
      const closed = m === size || !(length > 1e-14 * (Math.abs(alpha[0]) + (beta[0] ?? 0)));
      if (closed || m % CHECK_EVERY === 0 || m === MAX_BASIS) {
        const { value, vector: s } = topOfTridiagonal(alpha, beta);
        best.residual = closed ? 0 : length * Math.abs(s[m - 1]);
        best.value = value;
        done = closed || m === MAX_BASIS || best.residual <= tolerance * Math.abs(value);
        if (done) {
          best.vector = combine(basis, s);
          normalize(best.vector);
        }
      }
      beta.push(length);
      basis.push(w.slice());
    }
    if (best.residual <= tolerance * Math.abs(best.value)) return best;
  }
  return best;
}

/** The largest eigenvalue of a tridiagonal matrix by bisection, and its vector by inverse iteration. */
export function topOfTridiagonal(alpha: readonly number[], beta: readonly number[]) {
  const m = alpha.length;
  const off = (i: number) => (i >= 0 && i < m - 1 ? Math.abs(beta[i]) : 0);
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < m; i++) {
    low = Math.max(low, alpha[i]);
    high = Math.max(high, alpha[i] + off(i - 1) + off(i));
  }
  /** True if all pivots of T − x are negative: x is above the largest eigenvalue. */
  const isAbove = (x: number) => {
    let d = alpha[0] - x;
    for (let i = 1; i < m && d < 0; i++) d = alpha[i] - x - (beta[i - 1] * beta[i - 1]) / d;
    return d < 0;
  };
  const scale = Math.max(Math.abs(low), Math.abs(high)) || 1;
  high += 1e-15 * scale;
  for (let i = 0; i < 120 && high - low > 1e-16 * scale; i++) {
    const middle = (low + high) / 2;
    if (isAbove(middle)) high = middle;
    else low = middle;
  }
  // T − shift is negative definite: its factorization needs no pivoting.
  const shift = high + 1e-14 * scale;
  const vector = new Float64Array(m).fill(1);
  for (let pass = 0; pass < 4; pass++) {
    solveTridiagonal(alpha, beta, shift, vector);
    normalize(vector);
  }
  return { value: high, vector };
}

/** x := (T − shift)⁻¹ x. */
function solveTridiagonal(alpha: readonly number[], beta: readonly number[], shift: number, x: Float64Array): void {
  const m = alpha.length;
  const d = new Float64Array(m);
  d[0] = alpha[0] - shift;
  for (let i = 1; i < m; i++) {
    const l = beta[i - 1] / d[i - 1];
    d[i] = alpha[i] - shift - l * beta[i - 1];
    x[i] -= l * x[i - 1];
  }
  for (let i = m - 1; i >= 0; i--) x[i] = (x[i] - (i < m - 1 ? beta[i] * x[i + 1] : 0)) / d[i];
}

/** w −= Q Qᵀw. */
function orthogonalize(w: Float64Array, basis: readonly Float64Array[]): void {
  for (const q of basis) axpy(w, -dot(w, q), q);
}

/** Deterministic pseudo-random numbers from −1 to 1. */
export function noise(size: number, seed = 1): Float64Array {
  const values = new Float64Array(size);
  let last = seed;
  for (let i = 0; i < size; i++) {
    last = (Math.imul(last, 1664525) + 1013904223) >>> 0;
    values[i] = last / 2 ** 31 - 1;
  }
  return values;
}

/** Σ s_j v_j. */
export function combine(vectors: readonly Float64Array[], s: Float64Array): Float64Array<ArrayBuffer> {
  const sum = new Float64Array(vectors[0].length);
  vectors.forEach((v, j) => {
    axpy(sum, s[j], v);
  });
  return sum;
}

/** Scales x to length 1, unless it is 0. @returns its former length */
export function normalize(x: Float64Array): number {
  const length = norm(x);
  if (length > 0) for (let i = 0; i < x.length; i++) x[i] /= length;
  return length;
}
