import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { largestEigenvalue, noise } from '../eigen/lanczos';
import { denseLimit, smallMotion } from './dense-limit';
import { createGrowth, createReversal, isLinear } from './growth';
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
import { createScaledDerivatives, gershgorinBounds, limitedPart, limitOfParts } from './scaled-derivatives';

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
  const include = ({ at: { kappa, delta }, isMode }: ReturnType<typeof range.extent>) => {
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
    /** The upper bound of a κ + b δ, and where it is largest; `isMode`: that vector is an eigenvector of both K̂ and D̂. */
    extent(a: number, b: number) {
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
