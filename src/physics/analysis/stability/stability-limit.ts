import { dot } from '../../kernels/javascript/solver-loops';
import { exp } from '../../model/deterministic-math';
import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { eigenvaluesOf } from '../eigen/eigenvalues';
import { add, largestEigenvalue, noise } from '../eigen/lanczos';
import { type Eigenpairs, symmetricEigen } from '../eigen/symmetric-eigen';
import { createGrowth, createReversal, type Growth, isByEigenvalue, isLinear } from './growth';
import {
  box,
  clip,
  known,
  longestStep,
  longestStepOf,
  type Resistance,
  resistsMotion,
  type StabilityLimit,
  steepest,
  ZERO,
} from './longest-step';
import {
  createScaledDerivatives,
  gershgorinBounds,
  limitedPart,
  limitOfParts,
  type ScaledDerivatives,
} from './scaled-derivatives';
import { createTestParticles, type TestForce } from './test-particle';

/** ‖A q − θ q‖ / θ of an eigenvalue; its own relative error is about the square of this. */
const TOLERANCE = 1e-6;
/** Relative tolerance of dt. */
const DT_TOLERANCE = 1e-6;
/** Largest number of cuts of the polygon. */
const MAX_CUTS = 25;
/** Up to this many free components the limit comes from dense matrices if the polygon gives a bound only. */
const MAX_DENSE = 210;
/** Times a limit: just beyond it, where the motion grows. */
const BEYOND = 1.001;
/** ‖A q − θ q‖ / θ of a vector that counts as an eigenvector. */
const IS_MODE = 1e-3;
/** A limit that is shorter than the shortest of a mode by less than this part is no mere bound. */
const SHORT = 0.02;
/** Relative rounding error of a computed eigenvalue. */
const ROUNDING = 1e-9;

/**
 * A mode of shape q has κ = q*K̂q and δ = q*D̂q. All pairs (κ, δ) form a convex region, the joint numerical range of K̂ and D̂. Its
 * extent in any direction is an eigenvalue,
 *
 *    a κ + b δ ≤ λ_max(a K̂ + b D̂).
 *
 * A few eigenvalues give a polygon that contains the region. The longest step that is stable on the whole polygon is safe for every
 * mode, even if K̂ and D̂ have no common eigenvectors. The polygon is cut at its limiting point, perpendicular to the gradient of
 * growth there, until a point of the region itself is the limiting one. For symplectic Euler this is Newton's method for
 * λ_max(h²K̂ + 2hD̂) = 4, and exact.
 * The growth of a mode depends on κ and δ alone for Runge–Kutta methods and for methods whose step is linear in K̂ and D̂. For
 * velocity Verlet, tests with random matrices confirm it. With velocity decay it is proved for the linear methods only: for others
 * the polygon is the box of all κ and all δ, which tests with random matrices confirm too.
 * Sources: Hausdorff 1919 (convexity); Tisseur and Meerbergen, The Quadratic Eigenvalue Problem, 2001; Kelley 1960
 * (cutting planes).
 */
export function findStabilityLimit(whole: World, state: State, integrator: IntegratorDefinition): StabilityLimit {
  const [world, method, parts] = limitedPart(whole, integrator);
  return limitOfParts(limitIn(world, state, method), parts);
}

function limitIn(world: World, state: State, method: IntegratorDefinition): StabilityLimit {
  const { decay } = world.params;
  const growth = createGrowth(method);
  const range = numericalRange(world, state);
  const isLinearStep = isLinear(method);
  const reverses = createReversal(method);
  const maxStiffness = range.extent(1, 0);
  const maxDamping = range.extent(0, 1);
  const scale = { kappa: maxStiffness.value, delta: maxDamping.value };
  let polygon = box(maxStiffness.value, [
    Math.min(gershgorinBounds(world).leastDamping, maxDamping.value),
    maxDamping.value,
  ]);
  /** s; the longest step that is stable for all vectors found so far, and for those of them that prove that longer ones are not. */
  let longest = Number.POSITIVE_INFINITY;
  let longestProved = Number.POSITIVE_INFINITY;
  const include = ({ at: { kappa, delta }, isMode }: Extent) => {
    if (kappa <= ZERO * scale.kappa && delta <= ZERO * scale.delta) return;
    const oscillator = { omega: Math.sqrt(Math.max(0, kappa)), damping: Math.max(0, delta), decay };
    const dt = longestStep(growth, oscillator);
    longest = Math.min(longest, dt);
    const proves = () =>
      isLinearStep && reverses(BEYOND * dt * oscillator.omega, BEYOND * dt * oscillator.damping, dt * decay);
    if (dt < longestProved && (proves() || isMode())) longestProved = dt;
  };
  let limit = longestStepOf(growth, polygon, decay);
  include(maxStiffness);
  include(maxDamping);

  const canCut = decay === 0 || isLinearStep;
  for (
    let cut = 0;
    canCut && cut < MAX_CUTS && limit.dt < (1 - DT_TOLERANCE) * longest && Number.isFinite(longest);
    cut++
  ) {
    const [a, b] = steepest(growth, limit.at, longest, decay, scale);
    const extent = range.extent(a, b);
    const excess = a * limit.at.kappa + b * limit.at.delta - extent.value;
    if (!(excess > ROUNDING * (Math.abs(a) * scale.kappa + Math.abs(b) * scale.delta))) break;
    polygon = clip(polygon, a, b, extent.value);
    limit = longestStepOf(growth, polygon, decay);
    include(extent);
  }
  const omegaMax = Math.sqrt(maxStiffness.at.kappa);
  const isBound = limit.dt < (1 - SHORT) * longestProved;
  const found = known({ dt: limit.dt, isBound, omegaMax, decayMax: maxDamping.at.delta });
  const motion = found.isBound && resistsMotion(found) ? smallMotion(range.matrices, MAX_DENSE) : null;
  if (!motion) return found;
  const dt = denseLimit(method, motion, decay, limit.dt, omegaMax || 1);
  return { ...found, dt: Math.max(limit.dt, dt), isBound: false };
}

/** κ and δ of the fastest mode about a state. */
export const fastestMode = (world: World, state: State): Resistance => numericalRange(world, state).extent(1, 0).at;

interface Extent {
  /** Upper bound of a κ + b δ. */
  value: number;
  /** Where a κ + b δ is largest. */
  at: Resistance;
  /** True if that vector is an eigenvector of both K̂ and D̂. */
  isMode(): boolean;
}

function numericalRange(world: World, state: State) {
  const matrices = createScaledDerivatives(world);
  const { size } = matrices;
  matrices.linearize(state);
  const start = noise(size);
  matrices.filter(start);
  let last = start;
  const largest: Resistance = { kappa: 0, delta: 0 };
  const isSmall = ({ value, residual }: { value: number; residual: number }, most: number) =>
    residual <= IS_MODE * value + ROUNDING * most;
  return {
    matrices,
    extent(a: number, b: number): Extent {
      // If a or b is negative, a shift keeps the matrix positive semidefinite; otherwise θ could be too small for the tolerance.
      const shift = Math.max(0, -a) * largest.kappa + Math.max(0, -b) * largest.delta;
      const top = largestEigenvalue(
        (y, x) => {
          matrices.multiply(y, x, a, b);
          for (let i = 0; i < size; i++) y[i] += shift * x[i];
        },
        size,
        shift === 0 ? start : last,
        shift === 0 ? TOLERANCE : 10 * TOLERANCE,
      );
      if (shift > 0) last = start.map((value, i) => top.vector[i] + (0.1 * value) / Math.sqrt(size));
      const stiffness = { ...matrices.quotient(top.vector, 1, 0) };
      const damping = { ...matrices.quotient(top.vector, 0, 1) };
      const at = { kappa: stiffness.value, delta: damping.value };
      largest.kappa = Math.max(largest.kappa, at.kappa);
      largest.delta = Math.max(largest.delta, at.delta);
      // A zero matrix: θ is rounding error.
      const isZero = shift === 0 && a * at.kappa + b * at.delta === 0;
      const isMode = () => isSmall(stiffness, largest.kappa) && isSmall(damping, largest.delta);
      return { value: isZero ? 0 : top.value - shift, at, isMode };
    },
  };
}

/** K̂, without motion of negative stiffness, and D̂ over the free components, row by row. */
interface SmallMotion {
  K: Float64Array[];
  D: Float64Array[];
  /** Of K̂, those of negative stiffness too. */
  modes: Eigenpairs;
}

/** Times √λ_max(K̂): a smaller |λ| is rounding error of 0, which a double eigenvalue enlarges to its square root. */
const NEAR_ZERO = 1e-6;
/** Growth per step that may be such an error. */
const GROWS = 1 + 1e-6;
/** Relative accuracy of a limit that is found by trials. */
const ACCURACY = 0.018;
const MAX_TRIALS = 20;

/** K̂ and D̂ as dense matrices; null with more than `most` free components. */
export function smallMotion(matrices: ScaledDerivatives, most: number): SmallMotion | null {
  const ones = new Float64Array(matrices.size).fill(1);
  matrices.filter(ones);
  const places = Array.from(ones.keys()).filter((i) => ones[i] === 1);
  if (places.length > most) return null;
  const x = new Float64Array(matrices.size);
  const y = new Float64Array(matrices.size);
  const matrix = (a: number, b: number) =>
    places.map((place) => {
      x.fill(0);
      x[place] = 1;
      matrices.multiply(y, x, a, b);
      return Float64Array.from(places, (i) => y[i]);
    });
  const K = matrix(1, 0);
  const size = K.length;
  const modes = symmetricEigen(Float64Array.from(K.flatMap((row) => [...row])), size);
  modes.vectors.forEach((q, mode) => {
    const value = modes.values[mode];
    if (value < 0) for (let i = 0; i < size; i++) add(K[i], q, -value * q[i]);
  });
  return { K, D: matrix(0, 1), modes };
}

/**
 * The longest stable step for ẍ = −K̂x − D̂ẋ, s, even if K̂ and D̂ have no common eigenvectors.
 *
 * A Runge–Kutta method multiplies every eigenvector of the first-order system by R(hλ), so that the limit is the shortest over
 * its eigenvalues,
 *
 *    (λ² + λ D̂ + K̂) q = 0,  or  λ y = [0 s; −K̂/s −D̂] y,  y = (s q, λ q).
 *
 * For other methods, and with velocity decay, the step itself is the matrix: its eigenvalues at h are found by trying h.
 * Source: Tisseur and Meerbergen, The Quadratic Eigenvalue Problem, 2001.
 * @param stable s; a step that is known to be stable; @param decay r, 1/s
 * @param scale √λ_max(K̂), or 1 if that is 0; 1/s
 */
function denseLimit(
  method: IntegratorDefinition,
  motion: SmallMotion,
  decay: number,
  stable: number,
  scale: number,
): number {
  const growth = createGrowth(method);
  if (decay === 0 && isByEigenvalue(growth)) {
    const { K, D } = motion;
    const above = K.map((_, i) =>
      Float64Array.from({ length: 2 * K.length }, (_, j) => (j === K.length + i ? scale : 0)),
    );
    const below = K.map((row, i) => Float64Array.of(...row.map((k) => -k / scale), ...D[i].map((d) => -d)));
    return eigenvaluesOf([...above, ...below]).reduce((dt, { re, im }) => {
      const omega = Math.hypot(re, im);
      return omega < NEAR_ZERO * scale ? dt : longestStep(growth, { omega, damping: Math.max(0, -2 * re), decay }, dt);
    }, Number.POSITIVE_INFINITY);
  }
  if (stable === 0) return 0;
  const radius = stepRadius(method, motion, decay, scale);
  let [low, high] = [stable, Number.POSITIVE_INFINITY];
  for (let i = 0, factor = 1 + ACCURACY; i < MAX_TRIALS && high > (1 + ACCURACY) * low; i++, factor = factor ** 4) {
    const h = high === Number.POSITIVE_INFINITY ? factor * low : Math.sqrt(low * high);
    if (radius(h) <= GROWS) low = h;
    else high = h;
  }
  return low;
}

/** The longest step at which no mode q of K̂ grows, with the damping qᵀD̂q, s: that of motion of little damping, to first order in it. */
export function modesLimit(growth: Growth, { D, modes: { values, vectors } }: SmallMotion): number {
  return vectors.reduce((limit, q, i) => {
    if (values[i] <= NEAR_ZERO * values[values.length - 1]) return limit;
    const damping = q.reduce((sum, component, row) => sum + component * dot(D[row], q), 0);
    return longestStep(growth, { omega: Math.sqrt(values[i]), damping: Math.max(0, damping) }, limit);
  }, Number.POSITIVE_INFINITY);
}

/** The spectral radius of a step of h, from the integrator's own steps of unit vectors. */
function stepRadius(
  method: IntegratorDefinition,
  { K, D }: SmallMotion,
  decay: number,
  scale: number,
): (h: number) => number {
  const n = K.length;
  /** Component i is the x component of particle i. */
  const along = (row: Float64Array, x: ArrayLike<number>) => row.reduce((sum, value, j) => sum + value * x[4 * j], 0);
  const force: TestForce = {
    addForce(f, { positions, velocities }) {
      for (let i = 0; i < n; i++) f[4 * i] -= along(K[i], positions) + along(D[i], velocities);
    },
    addDerivative(y, p, a, b) {
      for (let i = 0; i < n; i++) y[4 * i] -= a * along(K[i], p) + b * along(D[i], p);
    },
    addDiagonal(blocks, a, b) {
      for (let i = 0; i < n; i++) blocks[9 * i] -= a * K[i][i] + b * D[i][i];
    },
  };
  const particles = createTestParticles(method, force, n);
  const { x, v } = particles;
  return (h) => {
    // The transposed matrix, which has the same eigenvalues.
    const step = Array.from({ length: 2 * n }, (_, column) => {
      particles.start(0, 0);
      if (column < n) x[4 * column] = 1 / scale;
      else v[4 * (column - n)] = exp(-h * decay);
      particles.step(h);
      return Float64Array.from({ length: 2 * n }, (_, i) => (i < n ? scale * x[4 * i] : v[4 * (i - n)]));
    });
    return Math.max(...eigenvaluesOf(step).map(({ re, im }) => Math.hypot(re, im)));
  };
}
