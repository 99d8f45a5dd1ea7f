import { axpy, dot } from '../../kernels/javascript/solver-loops';
import { noise, normalize, topOfTridiagonal } from '../eigen/lanczos';

/** An estimate of the largest eigenvalue of a symmetric matrix. */
interface TopEstimate {
  /** θ: a Rayleigh quotient, at most the largest eigenvalue. */
  value: number;
  /** ‖A q − θ q‖. */
  residual: number;
  /** Unit vector; the tracker's own array, valid until its next update. */
  vector: Float64Array;
}

/** Lanczos steps per round. */
const STEPS = 10;
/** Largest number of rounds per update; one or two are usual. */
const MAX_ROUNDS = 6;
/** Times θ: a smaller residual is accurate enough. */
const TOLERANCE = 0.005;
/** Relative change of the old vector's Rayleigh quotient after which one round is not enough. */
const JUMP = 0.02;
/** Length of the added noise, in units of the old vector's length. */
const NOISE = 0.2;
/** Times an eigenvalue: a smaller value is rounding error of 0. */
const ZERO = 1e-10;

/** Updates the estimate for the matrix, y := A x. It yields after each product, where the update may be paused or abandoned. */
type EigenvalueTracker = (
  multiply: (y: Float64Array, x: Float64Array) => void,
) => Generator<void, Readonly<TopEstimate>>;

/**
 * Creates trackers that share their memory: only one may update at a time. Each tracks the largest eigenvalue of a positive
 * semidefinite matrix while the matrix changes. A round of Lanczos steps starts from the last eigenvector with added noise: an
 * exact old eigenvector would have residual 0 and hide a new largest mode. So few steps need no reorthogonalization. Updates
 * allocate almost nothing.
 * Source: Golub and Van Loan, Matrix Computations, 10.1.
 * @param filter sets to 0 the entries of a vector that are 0 in every product
 */
export function createEigenvalueTrackers(size: number, filter: (x: Float64Array) => void): () => EigenvalueTracker {
  const fixedNoise = noise(size);
  const basis = Array.from({ length: STEPS }, () => new Float64Array(size));
  const w = new Float64Array(size);
  const alpha: number[] = [];
  const beta: number[] = [];

  function* round(estimate: TopEstimate, multiply: (y: Float64Array, x: Float64Array) => void): Generator<void, void> {
    alpha.length = beta.length = 0;
    basis[0].set(estimate.vector);
    let length = normalize(basis[0]);
    for (let m = 0; m < STEPS && length > 0; m++) {
      const q = basis[m];
      multiply(w, q);
      yield;
      alpha.push(dot(w, q));
      axpy(w, -alpha[m], q);
      if (m > 0) axpy(w, -beta[m - 1], basis[m - 1]);
      length = normalize(w);
      // Only rounding error is left: the vectors span an invariant subspace.
      if (!(length > ZERO * Math.abs(alpha[0]))) length = 0;
      if (m + 1 === STEPS) break;
      beta.push(length);
      basis[m + 1].set(w);
    }
    if (alpha.length === 0) return;
    const { value, vector: s } = topOfTridiagonal(alpha, beta);
    estimate.value = length === 0 && alpha[0] === 0 ? 0 : value;
    estimate.residual = length * Math.abs(s[s.length - 1]);
    estimate.vector.fill(0);
    for (let j = 0; j < s.length; j++) axpy(estimate.vector, s[j], basis[j]);
  }

  return () => {
    const estimate: TopEstimate = { value: 0, residual: 0, vector: fixedNoise.slice() };
    return function* track(multiply) {
      const { vector } = estimate;
      const before = estimate.value;
      filter(vector);
      if (normalize(vector) === 0) vector.fill(0);
      for (let i = 0; i < size; i++) vector[i] += (NOISE * fixedNoise[i]) / Math.sqrt(size);
      filter(vector);
      estimate.value = estimate.residual = 0;
      for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
        yield* round(estimate, multiply);
        const jumped = rounds === 0 && Math.abs(alpha[0] - before) > JUMP * before;
        if (estimate.residual <= TOLERANCE * estimate.value && !jumped) break;
      }
      return estimate;
    };
  };
}
