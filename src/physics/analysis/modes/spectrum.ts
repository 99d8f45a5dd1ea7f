import type { State } from '../../model/model';
import { runToEnd } from '../../slices';
import { linearizeAtRest } from '../../statics/null-space';
import type { World } from '../../world/world';
import { arnoldi } from '../eigen/arnoldi';
import { combine, noise } from '../eigen/lanczos';
import { symmetricEigen } from '../eigen/symmetric-eigen';
import { movingAxes } from '../stability/scaled-derivatives';
import { createMassWeighted, type MassWeighted } from './mass-weighted';
import { growthRateOf, NEGATIVE } from './modes';

/** Largest number of vector operations: 'quick' for a live display, 'fine' for a paused run. */
const MAX_WORK = { quick: 4e6, fine: 13e6 };
export type SpectrumQuality = keyof typeof MAX_WORK;
const MIN_STEPS = 8;
const MAX_STEPS = 64;

/** Affordable number of Lanczos steps. @throws RangeError for an unknown quality */
export function affordableSteps(particleCount: number, quality: SpectrumQuality): number {
  if (!Object.hasOwn(MAX_WORK, quality))
    throw new RangeError(`there is no quality "${quality}"; there are quick, fine`);
  const steps = Math.floor(Math.sqrt(MAX_WORK[quality] / (3 * particleCount)));
  return Math.max(MIN_STEPS, Math.min(MAX_STEPS, steps));
}

/** Up to this many modes all are computed. */
const MAX_DENSE = 100;
/** Times the largest eigenvalue: a smaller one is rounding error of 0. */
const ZERO = 1e-12;

/**
 * The spectrum of K̂ = M^(−½)(−K)M^(−½) with damping from D̂ = M^(−½)(−D)M^(−½). Modes along axes at rest have neither:
 * see `movingAxes`. Small scenes: all modes, from the dense matrix. Larger scenes: Ritz values of some Lanczos steps from a random start,
 *
 *    K̂ Q = Q T + β q eᵀ,  T s = θ s,  ω² = θ,  y = Q s,  c = yᵀD̂ y,  |θ − λ| ≤ β|s_m|,  share s₁²
 *
 * which find the ends of the spectrum first and sample the rest. The shares are the weights of Gauss quadrature for the spectral
 * density.
 * Sources: Golub and Van Loan, Matrix Computations, 10.1; Golub and Meurant, Matrices, Moments and Quadrature, ch. 6.
 * @param steps Lanczos steps; the cost grows with their square
 */
export function findSpectrum(world: World, state: State, steps: number) {
  const { particleCount, inverseMasses } = world.model;
  linearizeAtRest(world, state, false);
  const free = Uint32Array.from({ length: particleCount }, (_, i) => i).filter((i) => inverseMasses[i] !== 0);
  const weighted = createMassWeighted(world, free, movingAxes(world, state));
  const pairs = weighted.size <= MAX_DENSE ? wholeSpectrum(weighted) : sampledSpectrum(weighted, steps);
  return spectrumOf(pairs, weighted.size, NEGATIVE[world.arena.precision]);
}

function wholeSpectrum({ size, multiply, along }: MassWeighted): RitzPair[] {
  const K = Array.from({ length: size }, (_, j) => {
    const column = new Float64Array(size);
    multiply(column, new Float64Array(size).fill(1, j, j + 1), 1, 0);
    return column;
  });
  const { values, vectors } = symmetricEigen(K);
  return vectors.map((q, i) => ({ value: values[i], damping: along(q, 0, 1), share: 1 / size, residual: 0 }));
}

function sampledSpectrum({ size, multiply, along }: MassWeighted, steps: number): RitzPair[] {
  const product = (x: Float64Array) => {
    const y = new Float64Array(size);
    multiply(y, x, 1, 0);
    return y;
  };
  const { basis, H, beta } = runToEnd(arnoldi(noise(size), steps, product, (x) => x));
  const m = basis.length;
  const { values, vectors } = symmetricEigen(H);
  return vectors.map((s, i) => ({
    value: values[i],
    damping: along(combine(basis, s), 0, 1),
    share: s[0] * s[0],
    residual: beta * Math.abs(s[m - 1]),
  }));
}

interface RitzPair {
  /** θ, 1/s². */
  value: number;
  /** 1/s. */
  damping: number;
  share: number;
  /** Residual of θ, 1/s². */
  residual: number;
}

/** @param pairs by ascending value @param negative times the largest value: a negative one below it is rounding */
function spectrumOf(pairs: RitzPair[], count: number, negative: number) {
  const largest = Math.max(0, ...pairs.map(({ value }) => value));
  const largestDamping = Math.max(0, ...pairs.map(({ damping }) => damping));
  const omega = pairs.map(({ value }) => (value > ZERO * largest ? Math.sqrt(value) : 0));
  return {
    /** rad/s, ascending; of −K. 0 for a mode of negative stiffness. */
    omega,
    /** 1/s; c = φᵀ(−D)φ = 2ζω of each mode. */
    damping: pairs.map(({ damping }) => (damping > ZERO * largestDamping ? damping : 0)),
    /** Share of all modes that each one represents; the sum is 1. */
    share: pairs.map(({ share }) => share),
    /** rad/s; upper bound of the distance from ω to a true frequency. */
    error: pairs.map(({ residual }, i) => errorOf(omega[i], residual)),
    /** Number of all modes: three per free particle. */
    count,
    /** True if all modes are included. */
    whole: pairs.length === count,
    /** 1/s; `Mode.growthRate` of the mode of the most negative stiffness among them: 0 if none is unstable. */
    growthRate: pairs.length > 0 ? growthRateOf(pairs[0].value, pairs[0].damping, negative * largest) : 0,
  };
}

/** ω² ± r: the lower end is farther from ω, and is at least 0. */
function errorOf(omega: number, residual: number): number {
  const below = omega - Math.sqrt(Math.max(0, omega * omega - residual));
  return Math.max(below, Math.sqrt(omega * omega + residual) - omega);
}
