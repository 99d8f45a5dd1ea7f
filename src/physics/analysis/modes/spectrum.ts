import { dot } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import type { World } from '../../world/world';
import { noise } from '../eigen/lanczos';
import { symmetricEigen } from '../eigen/symmetric-eigen';
import { add, combine, normalize } from '../eigen/vectors';
import { createMassWeighted, type MassWeighted } from './mass-weighted';

/** How a network swings about a state: all its modes, or a sample of them that has the ends of the spectrum right. */
export interface Spectrum {
  /** rad/s, ascending; of −K, clamped. */
  omega: number[];
  /** 1/s; c = φᵀ(−D)φ = 2ζω of each. */
  damping: number[];
  /** Share of all modes that each stands for; the sum is 1. */
  share: number[];
  /** rad/s; a true frequency lies no farther from ω than this, with φ as its shape to the same measure. */
  error: number[];
  /** Modes that there are: three for each free particle. */
  count: number;
  /** True where they are all here. */
  whole: boolean;
}

/** Vector operations that the steps of Lanczos' method may take: for a live display, and for a stopped run. */
const WORK = { quick: 4e6, fine: 13e6 };
export type SpectrumQuality = keyof typeof WORK;
const MIN_STEPS = 8;
const MAX_STEPS = 64;

/** Steps of Lanczos' method for this work. @throws RangeError for an unknown quality */
export function affordableSteps(particleCount: number, quality: SpectrumQuality): number {
  if (!Object.hasOwn(WORK, quality)) throw new RangeError(`there is no quality "${quality}"; there are quick, fine`);
  const steps = Math.floor(Math.sqrt(WORK[quality] / (3 * particleCount)));
  return Math.max(MIN_STEPS, Math.min(MAX_STEPS, steps));
}

/** Modes up to which all are found. */
const ALL = 100;
/** Of the largest eigenvalue: what is less is rounding of a 0. */
const NOTHING = 1e-12;

/**
 * Of K̂ = M^(−½)(−K)M^(−½), clamped, and of D̂ likewise. Small scenes: every mode, from the matrix itself. Larger ones: the
 * Ritz values of some steps of Lanczos' method from a start that follows no pattern,
 *
 *    K̂ Q = Q T + β q eᵀ,  T s = θ s,  ω² = θ,  y = Q s,  c = yᵀD̂ y,  |θ − λ| ≤ β|s_m|,  share s₁²
 *
 * which find the ends first and sample what is between them: the shares are the weights of Gauss' quadrature for the
 * density of the spectrum.
 * Sources: Golub and Van Loan, Matrix Computations, 10.1; Golub and Meurant, Matrices, Moments and Quadrature, ch. 6.
 * @param steps of Lanczos' method; the cost grows with their square
 */
export function findSpectrum(world: World, state: State, steps: number): Spectrum {
  const { particleCount, inverseMasses } = world.model;
  world.linearize(state, true);
  const free = Uint32Array.from({ length: particleCount }, (_, i) => i).filter((i) => inverseMasses[i] !== 0);
  const { size, multiply } = createMassWeighted(world, free);
  if (size <= ALL) return wholeSpectrum(size, multiply);
  return sampledSpectrum(size, multiply, steps);
}

type Multiply = MassWeighted['multiply'];

function wholeSpectrum(size: number, multiply: Multiply): Spectrum {
  const K = new Float64Array(size * size);
  const D = new Float64Array(size * size);
  const unit = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    unit.fill(0);
    unit[j] = 1;
    multiply(K.subarray(j * size, (j + 1) * size), unit, 1, 0);
    multiply(D.subarray(j * size, (j + 1) * size), unit, 0, 1);
  }
  const { values, vectors } = symmetricEigen(K, size);
  const damping = vectors.map((q) => {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += q[j] * dot(D.subarray(j * size, (j + 1) * size), q);
    return sum;
  });
  const pairs = vectors.map((_, i) => ({ value: values[i], damping: damping[i], share: 1 / size, residual: 0 }));
  return spectrumOf(pairs, size, true);
}

function sampledSpectrum(size: number, multiply: Multiply, steps: number): Spectrum {
  const start = noise(size);
  normalize(start);
  const basis: Float64Array[] = [start];
  const alpha: number[] = [];
  const beta: number[] = [];
  for (let w = new Float64Array(size); ; w = new Float64Array(size)) {
    const q = basis[basis.length - 1];
    multiply(w, q, 1, 0);
    alpha.push(dot(w, q));
    // Once is enough for so few steps: twice would keep them orthogonal to the last digit.
    for (const before of basis) add(w, before, -dot(w, before));
    const left = normalize(w);
    beta.push(left);
    if (basis.length === steps || !(left > NOTHING * Math.abs(alpha[0]))) break;
    basis.push(w);
  }

  const m = basis.length;
  const T = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    T[i * m + i] = alpha[i];
    if (i + 1 < m) T[i * m + i + 1] = T[(i + 1) * m + i] = beta[i];
  }
  const { values, vectors } = symmetricEigen(T, m);
  const Dy = new Float64Array(size);
  const pairs = vectors.map((s, i) => {
    const y = combine(basis, s);
    multiply(Dy, y, 0, 1);
    const residual = beta[m - 1] * Math.abs(s[m - 1]);
    return { value: values[i], damping: dot(y, Dy), share: s[0] * s[0], residual };
  });
  return spectrumOf(pairs, size, false);
}

interface RitzPair {
  /** θ, 1/s². */
  value: number;
  /** 1/s. */
  damping: number;
  share: number;
  /** Of θ, 1/s². */
  residual: number;
}

/** @param pairs by ascending value */
function spectrumOf(pairs: RitzPair[], count: number, whole: boolean): Spectrum {
  const most = Math.max(0, ...pairs.map(({ value }) => value));
  const damped = Math.max(0, ...pairs.map(({ damping }) => damping));
  const omega = pairs.map(({ value }) => (value > NOTHING * most ? Math.sqrt(value) : 0));
  return {
    omega,
    damping: pairs.map(({ damping }) => (damping > NOTHING * damped ? damping : 0)),
    share: pairs.map(({ share }) => share),
    error: pairs.map(({ residual }, i) => errorOf(omega[i], residual)),
    count,
    whole,
  };
}

/** ω² ± r: the farther end is the lower one, and of a slow mode it is 0. */
function errorOf(omega: number, residual: number): number {
  const below = omega - Math.sqrt(Math.max(0, omega * omega - residual));
  return Math.max(below, Math.sqrt(omega * omega + residual) - omega);
}
