import { exp } from '../../model/deterministic-math';
import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { arnoldi, product, ritzValues } from '../eigen/arnoldi';
import { combine, noise } from '../eigen/lanczos';
import { modesLimit, smallMotion } from './dense-limit';
import { createGrowth, createTestParticles, type Growth, isByEigenvalue, type TestForce } from './growth';
import { longestStep, resistsMotion, type StabilityLimit, stabilityLimitOf } from './longest-step';
import { createScaledDerivatives, limitedPart, limitOfParts, type ScaledDerivatives } from './scaled-derivatives';

/** Largest number of particles: a space of twice as many takes 60 MB. */
const MAX_PARTICLES = 4096;
/** Dimension of a Krylov space. */
const DIMENSION = 80;
/** Least and largest number of spaces, one after another. */
const [MIN_SPACES, MAX_SPACES] = [6, 60];
/** Radians of the fastest motion between two spaces, at most: a space of this dimension can follow it so far. */
const REACH = 1.2 * DIMENSION;
/** In this time, in units of 1/|Re λ|, motion that is a little less stable than the limiting one shows. */
const WAIT = 12;
/** Times the largest |λ|: a smaller one is rounding error of 0. */
const ZERO = 1e-6;
/** Residuals, times |Re λ|: of a value that says nothing, and of one that is accurate. */
const [ROUGH, ACCURATE] = [3, 0.1];
/** Number of values with the shortest limits whose residuals are computed. */
const CANDIDATES = 12;
/** Times the shortest limit found: the true one may be shorter by so much. */
const SAFETY = 0.96;
/** Times an accurate one: limits of inaccurate values count no further. */
const MIN_RATIO = 0.93;
/** A bound is no mere bound if a step that is longer by this factor grows. */
const SHORT = 0.9;
/** Largest number of spaces in which growth is sought, and steps between two of them, as a power of 2. */
const [MAX_GROWTH_SPACES, DOUBLINGS] = [6, 5];
/** Up to this many free components all modes are computed. */
const MAX_MODES = 300;
/** Degree of the polynomial R of a method, and distance of the points at which it is sampled. */
const [DEGREE, SPACING] = [4, 0.25];

/** The computation of a limit that can be paused while the simulation runs. */
export type Refinement = ReturnType<typeof createRefinement>;

/**
 * A limit at most 10 % short where only a bound of it is known, for nets too large for dense matrices; or the bound again. For a method
 * that is stable by damping alone, and nets too large for MAX_MODES, it may be too long for motion of little damping.
 * @param state a copy that does not change
 */
export function createRefinement(whole: World, state: State, integrator: IntegratorDefinition, bound: StabilityLimit) {
  const [world, method, parts] = limitedPart(whole, integrator);
  // The energy, which measures lengths, must not be negative.
  const matrices = createScaledDerivatives(world, true);
  const running = refine(method, matrices, world.params.decay, limitOfParts(bound, 1 / parts));
  return {
    /** Continues until `shouldPause`, called after each matrix product, returns true. @returns the limit; null if unfinished */
    advance(shouldPause: () => boolean): StabilityLimit | null {
      // Implicit steps may have linearized the world about another state.
      matrices.linearize(state);
      for (;;) {
        const { done, value } = running.next();
        if (done) return limitOfParts(value, parts);
        if (shouldPause()) return null;
      }
    },
  };
}

function* refine(method: IntegratorDefinition, matrices: ScaledDerivatives, decay: number, bound: StabilityLimit) {
  if (!bound.isBound || !resistsMotion(bound) || matrices.size > 4 * MAX_PARTICLES) return bound;
  const growth = createGrowth(method);
  if (decay === 0 && isByEigenvalue(growth)) {
    const dt = yield* krylovLimit(growth, matrices);
    if (dt === null) return bound;
    // Motion of little damping hides among others of its frequency. It matters for a method that is stable by damping alone.
    const motion = stabilityLimitOf(method, 0) === 0 ? smallMotion(matrices, MAX_MODES) : null;
    const least = motion ? Math.min(dt, modesLimit(growth, motion)) : dt;
    return { ...bound, dt: Math.max(bound.dt, least), isBound: false };
  }
  const isBound = !(bound.dt > 0 && (yield* growsAt(method, matrices, decay, bound.dt / SHORT)));
  return { ...bound, isBound };
}

/**
 * The longest stable step of a Runge–Kutta method for ẍ = −K̂x − D̂ẋ, s; null if it is not found. It yields after each product.
 *
 * A step multiplies an eigenvector of the first-order system y' = A y, y = (x, v), by R(hλ). Arnoldi's method finds approximate
 * eigenvalues. Hardest to find are those that are damped little and lie among others of about the same frequency. So each Krylov
 * space starts from R(hA)ᵖ y, with h the shortest limit in the space before: p steps of the method, in which all motion decays
 * except the limiting one. Within a space such a power costs almost nothing.
 *
 * Lengths are measured by the energy ½(xᵀK̂x + vᵀv), in which A is a rotation and damping. So approximate eigenvalues lie about in
 * the convex hull of the true ones, and even the limits of inaccurate ones are seldom much too short.
 * Sources: Tisseur and Meerbergen, The Quadratic Eigenvalue Problem, 2001; Saad, Numerical Methods for Large Eigenvalue Problems,
 * 2011, chapter 7 (starts from a filtered vector).
 */
function* krylovLimit(growth: Growth, matrices: ScaledDerivatives): Generator<void, number | null> {
  const system = createSystem(matrices);
  const R = polynomialOf(growth);
  let start = system.start();
  let shortest = Number.POSITIVE_INFINITY;
  let waited = 0;
  for (let spaces = 1; spaces <= MAX_SPACES; spaces++) {
    const space = yield* arnoldi(start, DIMENSION, system.multiply, system.dual);
    const values = ritzValues(space).map((value) => ({ ...value, size: Math.hypot(value.re, value.im) }));
    const fastest = Math.max(...values.map(({ size }) => size));
    const limits = values
      .filter(({ size }) => size > ZERO * fastest)
      .map((value) => {
        return { ...value, h: longestStep(growth, { omega: value.size, damping: Math.max(0, -2 * value.re) }) };
      })
      .sort((a, b) => a.h - b.h);
    const within = (tolerance: number, { residual, re }: (typeof limits)[0]) => residual() <= tolerance * Math.abs(re);
    const [first] = limits;
    if (!(first?.h > 0 && first.h < Number.POSITIVE_INFINITY)) return null;
    const known = limits.slice(0, CANDIDATES).find((one) => within(ROUGH, one)) ?? first;
    if (known !== first || within(ROUGH, first)) shortest = Math.min(shortest, known.h);
    let A = stepMatrix(R, space.H, first.h);
    let steps = 1;
    for (; 2 * steps * first.h * fastest <= REACH; steps *= 2) A = product(A, A);
    start = combine(space.basis, firstColumn(A));
    waited += steps * first.h * Math.min(Math.abs(first.re), Math.abs(known.re));
    const isComplete = spaces >= MIN_SPACES && waited >= WAIT && first.h >= SAFETY * shortest;
    if (isComplete && within(ACCURATE, first)) return Math.max(SAFETY * shortest, MIN_RATIO * first.h);
  }
  return null;
}

/** True if motion is found that a step of h enlarges. Without it, there may be some. */
function* growsAt(method: IntegratorDefinition, matrices: ScaledDerivatives, decay: number, h: number) {
  const { size, multiply } = matrices;
  const system = createSystem(matrices);
  const scratch = new Float64Array(size);
  const subtract = (y: ArrayLike<number> & Float64Array, x: ArrayLike<number>, a: number, b: number) => {
    multiply(scratch, Float64Array.from(x), a, b);
    for (let i = 0; i < size; i++) y[i] -= scratch[i];
  };
  const force: TestForce = {
    addForce(f, { positions, velocities }) {
      subtract(f as Float64Array, positions, 1, 0);
      subtract(f as Float64Array, velocities, 0, 1);
    },
    addDerivative: (y, p, a, b) => subtract(y as Float64Array, p, a, b),
    // Only implicit methods ask for it, and they have no bounds.
    addDiagonal() {},
  };
  const particles = createTestParticles(method, force, size / 4);
  const { x, v } = particles;
  const step = (y: Float64Array) => {
    x.set(y.subarray(0, size));
    v.set(y.subarray(size, 2 * size).map((value) => exp(-h * decay) * value));
    particles.step(h);
    const result = new Float64Array(3 * size);
    result.set(x);
    result.set(v, size);
    system.complete(result);
    return result;
  };
  let start = system.start();
  for (let spaces = 0; spaces < MAX_GROWTH_SPACES; spaces++) {
    const space = yield* arnoldi(start, DIMENSION, step, system.dual);
    for (const { re, im, residual } of ritzValues(space)) {
      const excess = Math.hypot(re, im) - 1;
      if (excess > ZERO && residual() < excess / 2) return true;
    }
    let A: Float64Array[] = space.H;
    for (let i = 0; i < DOUBLINGS; i++) A = product(A, A);
    start = combine(space.basis, firstColumn(A));
  }
  return false;
}

/** The first-order system in the layout x, v, K̂x; 3 × 4n. */
function createSystem({ size, multiply, filter }: ScaledDerivatives) {
  const scratch = new Float64Array(size);
  const dual = new Float64Array(2 * size);
  const velocities = (y: Float64Array) => y.subarray(size, 2 * size);
  const system = {
    start() {
      const y = new Float64Array(3 * size);
      y.set(noise(size), size);
      filter(velocities(y));
      return y;
    },
    /** Writes K̂x. */
    complete: (y: Float64Array) => multiply(y.subarray(2 * size), y.subarray(0, size), 1, 0),
    /** (v, −K̂x − D̂v, K̂v). */
    multiply(y: Float64Array): Float64Array {
      const result = new Float64Array(3 * size);
      result.set(velocities(y));
      system.complete(result);
      multiply(scratch, velocities(y), 0, 1);
      for (let i = 0; i < size; i++) result[size + i] = -y[2 * size + i] - scratch[i];
      return result;
    },
    /** (K̂x, v), of the inner product xᵀK̂x + vᵀv. */
    dual(y: Float64Array): Float64Array {
      dual.set(y.subarray(2 * size));
      dual.set(velocities(y), size);
      return dual;
    },
  };
  return system;
}

/** R of a Runge–Kutta method by Newton's interpolation at −SPACING i: entry i multiplies Π_{j<i} (z + SPACING j). */
function polynomialOf(growth: Growth): number[] {
  const R = Array.from({ length: DEGREE + 1 }, (_, i) => growth(SPACING * i, 2 * SPACING * i, 0));
  for (let k = 1; k <= DEGREE; k++) {
    for (let i = DEGREE; i >= k; i--) R[i] = (R[i - 1] - R[i]) / (SPACING * k);
  }
  return R;
}

/** R(hH), by Horner's rule. */
function stepMatrix(R: readonly number[], H: readonly Float64Array[], h: number): Float64Array[] {
  const onDiagonal = (i: number, j: number, value: number) => (i === j ? value : 0);
  let A = H.map((row, i) => row.map((_, j) => onDiagonal(i, j, R[DEGREE])));
  for (let k = DEGREE - 1; k >= 0; k--) {
    const factor = H.map((row, i) => row.map((entry, j) => h * entry + onDiagonal(i, j, SPACING * k)));
    A = product(factor, A).map((row, i) => row.map((entry, j) => entry + onDiagonal(i, j, R[k])));
  }
  return A;
}

function firstColumn(A: readonly Float64Array[]): Float64Array {
  return Float64Array.from(A, (row) => row[0]);
}
