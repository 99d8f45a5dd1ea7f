import { dot, norm } from '../../kernels/javascript/solver-loops';
import { noise } from '../eigen/lanczos';
import { symmetricEigen } from '../eigen/symmetric-eigen';
import { add, combine } from '../eigen/vectors';

/** More vectors than are wanted, so that the last of those is well apart from what is left out. */
const SPARE = 4;
/** Vectors that are kept, at least, before it starts afresh from the best ones; and blocks of them. */
const BASIS = 140;
const BLOCKS = 3;
const RESTARTS = 10;
/** ‖B x − θ x‖ against θ. */
const TOLERANCE = 1e-7;
/** Of its length: what is left of a vector that is a combination of those before. */
const NOTHING_NEW = 1e-11;

/**
 * Vectors to the largest eigenvalues of a symmetric matrix B that is known by its products, largest first. The block is as
 * wide as what is wanted, so that an eigenvalue may be as often there as one likes.
 *
 *    span{X, B X, B²X …},  all orthonormal;  VᵀB V s = θ s,  x = V s;  afresh from the best x
 *
 * Source: Golub and Van Loan, Matrix Computations, 10.3.6; Stewart 2001 for starting afresh.
 * @param multiply B x
 */
export function topVectors(multiply: (x: Float64Array) => Float64Array, size: number, count: number): Float64Array[] {
  const width = Math.min(size, count + SPARE);
  const most = Math.min(size, Math.max(BASIS, BLOCKS * width));
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
    const { values, vectors } = symmetricEigen(square(H), H.length);
    const best = Array.from({ length: Math.min(width, V.length) }, (_, j) => V.length - 1 - j);
    const wanted = best.slice(0, count);
    const isSettled = (j: number) => {
      const residual = combine(W, vectors[j]);
      add(residual, combine(V, vectors[j]), -values[j]);
      return norm(residual) <= TOLERANCE * Math.abs(values[j]);
    };
    const full = V.length + width > most;
    // What comes last settles last.
    if ((full && restart === RESTARTS) || V.length === size || wanted.toReversed().every(isSettled)) {
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

function square(rows: readonly Float64Array[]): Float64Array {
  const m = rows.length;
  const all = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) all[i * m + j] = all[j * m + i] = rows[i][j];
  return all;
}

/** Of the vectors what is new against a basis and each other, orthonormal. */
function orthonormal(vectors: readonly Float64Array[], basis: readonly Float64Array[]): Float64Array[] {
  const found: Float64Array[] = [];
  for (const vector of vectors) {
    const x = vector.slice();
    const length = norm(x);
    for (let turn = 0; turn < 2; turn++) {
      for (const q of basis) add(x, q, -dot(x, q));
      for (const q of found) add(x, q, -dot(x, q));
    }
    const left = norm(x);
    if (!(left > NOTHING_NEW * length)) continue;
    for (let i = 0; i < x.length; i++) x[i] /= left;
    found.push(x);
  }
  return found;
}
