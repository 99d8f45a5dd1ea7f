import { add } from './vectors';

/** A Q = Q H + β q eᵀ, with the last unit vector e: Q orthonormal, H of zeros below its first subdiagonal. */
export interface KrylovSpace {
  /** The columns of Q. */
  basis: Float64Array[];
  /** Row by row. */
  H: Float64Array[];
  /** 0 if the space is invariant. */
  beta: number;
}

/** Part of a vector's length; if less is left, rounding has spoilt its direction. */
const HALF = 0.5;
/** Part of a vector's length that is rounding error. */
const ROUNDING = 1e-12;

/**
 * Arnoldi's method: an orthonormal basis of start, A start, A² start, …, in any inner product. It yields after each product.
 * Source: Golub and Van Loan, Matrix Computations, 10.5; "twice is enough" after Parlett, The Symmetric Eigenvalue Problem, 6.9.
 * @param start overwritten
 * @param steps largest dimension
 */
export function* arnoldi(
  start: Float64Array,
  steps: number,
  multiply: (x: Float64Array) => Float64Array,
  inner: (x: Float64Array, y: Float64Array) => number,
): Generator<void, KrylovSpace> {
  /** Scales x to length 1. @returns its former length */
  const normalize = (x: Float64Array) => {
    const length = Math.sqrt(inner(x, x));
    for (let i = 0; i < x.length; i++) x[i] /= length;
    return length;
  };
  normalize(start);
  const basis = [start];
  const H: Float64Array[] = Array.from({ length: steps }, () => new Float64Array(steps));
  for (let j = 0; ; j++) {
    const w = multiply(basis[j]);
    yield;
    const before = Math.sqrt(inner(w, w));
    let length = 0;
    for (let passes = 0; passes < 2 && length < HALF * before; passes++) {
      for (let i = 0; i <= j; i++) {
        const along = inner(w, basis[i]);
        H[i][j] += along;
        add(w, basis[i], -along);
      }
      length = Math.sqrt(inner(w, w));
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
