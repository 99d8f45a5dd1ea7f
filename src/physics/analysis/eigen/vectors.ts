import { norm } from '../../kernels/javascript/solver-loops';

/** y += a x. */
export function add(y: Float64Array, x: Float64Array, a: number): void {
  for (let i = 0; i < y.length; i++) y[i] += a * x[i];
}

/** Σ s_j v_j. */
export function combine(vectors: readonly Float64Array[], s: Float64Array): Float64Array<ArrayBuffer> {
  const sum = new Float64Array(vectors[0].length);
  vectors.forEach((v, j) => {
    add(sum, v, s[j]);
  });
  return sum;
}

/** Scales x to length 1, unless it is 0. @returns its former length */
export function normalize(x: Float64Array): number {
  const length = norm(x);
  if (length > 0) for (let i = 0; i < x.length; i++) x[i] /= length;
  return length;
}
