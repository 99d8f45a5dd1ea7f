import { dot } from '../../kernels/javascript/solver-loops';
import { noise, topOfTridiagonal } from '../eigen/lanczos';
import { add, normalize } from '../eigen/vectors';

/** An estimate of the largest eigenvalue of a symmetric matrix. */
export interface TopEstimate {
  /** θ: a Rayleigh quotient, never above the largest eigenvalue. */
  value: number;
  /** ‖A q − θ q‖. */
  residual: number;
  /** Of length 1; the follower's own, and good until it looks again. */
  vector: Float64Array;
}

/** Lanczos steps of a round, and rounds of a look at most: most looks take one. */
const STEPS = 10;
const ROUNDS = 6;
/** Of θ: a residual that is small enough. */
const ENOUGH = 0.02;
/** Of θ: a change of the old vector's quotient after which one round is not trusted. */
const JUMP = 0.02;
/** Of the old vector's length: how much of everything is mixed in. */
const NOISE = 0.2;
/** Of an eigenvalue: what rounding makes of 0. */
const NOTHING = 1e-10;

/** Looks at the matrix, y := A x, and may be left off at each of its products: it yields there. */
export type EigenvalueTracker = (
  multiply: (y: Float64Array, x: Float64Array) => void,
) => Generator<void, Readonly<TopEstimate>>;

/**
 * Makes followers that share their working space: one looks at a time, and a look that is left off for good does no harm.
 * Each follows the largest eigenvalue of a matrix without negative ones from look to look, as the matrix changes. A round of
 * Lanczos steps starts from the last top vector with a little noise: an exact old eigenvector would have residual 0 and
 * hide a new top mode. So few steps need no more than their recurrence. Allocates here, and nothing worth a word later.
 * Source: Golub and Van Loan, Matrix Computations, 10.1.
 * @param filter makes 0 in a vector what the matrix makes 0
 */
export function createEigenvalueTrackers(size: number, filter: (x: Float64Array) => void): () => EigenvalueTracker {
  const everything = noise(size);
  const basis = Array.from({ length: STEPS }, () => new Float64Array(size));
  const w = new Float64Array(size);
  const alpha: number[] = [];
  const beta: number[] = [];

  function* round(estimate: TopEstimate, multiply: (y: Float64Array, x: Float64Array) => void): Generator<void, void> {
    alpha.length = beta.length = 0;
    basis[0].set(estimate.vector);
    let left = normalize(basis[0]);
    for (let m = 0; m < STEPS && left > 0; m++) {
      const q = basis[m];
      multiply(w, q);
      yield;
      alpha.push(dot(w, q));
      add(w, q, -alpha[m]);
      if (m > 0) add(w, basis[m - 1], -beta[m - 1]);
      left = normalize(w);
      // Nothing but rounding: the vectors span all that the start reaches.
      if (!(left > NOTHING * Math.abs(alpha[0]))) left = 0;
      if (m + 1 === STEPS) break;
      beta.push(left);
      basis[m + 1].set(w);
    }
    if (alpha.length === 0) return;
    const { value, vector: s } = topOfTridiagonal(alpha, beta);
    estimate.value = left === 0 && alpha[0] === 0 ? 0 : value;
    estimate.residual = left * Math.abs(s[s.length - 1]);
    estimate.vector.fill(0);
    for (let j = 0; j < s.length; j++) add(estimate.vector, basis[j], s[j]);
  }

  return () => {
    const estimate: TopEstimate = { value: 0, residual: 0, vector: everything.slice() };
    return function* look(multiply) {
      const { vector } = estimate;
      const before = estimate.value;
      filter(vector);
      if (normalize(vector) === 0) vector.fill(0);
      for (let i = 0; i < size; i++) vector[i] += (NOISE * everything[i]) / Math.sqrt(size);
      filter(vector);
      estimate.value = estimate.residual = 0;
      for (let rounds = 0; rounds < ROUNDS; rounds++) {
        yield* round(estimate, multiply);
        const jumped = rounds === 0 && Math.abs(alpha[0] - before) > JUMP * before;
        if (estimate.residual <= ENOUGH * estimate.value && !jumped) break;
      }
      return estimate;
    };
  };
}
