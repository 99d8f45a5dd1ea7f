import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { largestEigenvalue, noise } from '../eigen/lanczos';
import { gershgorinBounds } from './gershgorin';
import { createGrowth, isLinear } from './growth';
import { longestStep } from './longest-step';
import { createScaledDerivatives } from './scaled-derivatives';
import { box, clip, longestStepOf, type Resistance, steepest } from './stable-polygon';

/** The longest step at which an integrator is stable for small motion about a state. */
export interface StabilityLimit {
  /** s; stable for every mode; Infinity if there is no limit, 0 if no stable step is known. */
  dt: number;
  /** rad/s; √λ_max(M^(−½)(−K)M^(−½)), K clamped. */
  omegaMax: number;
  /** 1/s; λ_max(M^(−½)(−D)M^(−½)). */
  decayMax: number;
}

/** ‖A q − θ q‖ / θ of an eigenvalue; its own relative error is about the square of this. */
const TOLERANCE = 1e-6;
/** Relative tolerance of dt. */
const DT_TOLERANCE = 1e-6;
/** Largest number of cuts of the polygon. */
const MAX_CUTS = 25;
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
export function findStabilityLimit(world: World, state: State, method: IntegratorDefinition): StabilityLimit {
  const { decay } = world.params;
  const growth = createGrowth(method);
  const range = numericalRange(world, state);
  const maxStiffness = range.extent(1, 0);
  const maxDamping = range.extent(0, 1);
  const scale = { kappa: maxStiffness.value, delta: maxDamping.value };
  let polygon = box(maxStiffness.value, [
    Math.min(gershgorinBounds(world).leastDamping, maxDamping.value),
    maxDamping.value,
  ]);
  const boundaryPoints = [maxStiffness.at, maxDamping.at];
  const stepOf = ({ kappa, delta }: Resistance) =>
    longestStep(
      growth,
      { omega: Math.sqrt(Math.max(0, kappa)), damping: Math.max(0, delta), decay },
      Number.POSITIVE_INFINITY,
    );

  let limit = longestStepOf(growth, polygon, decay);
  let longest = Math.min(...boundaryPoints.map(stepOf));
  const canCut = decay === 0 || isLinear(method);
  for (
    let cut = 0;
    canCut && cut < MAX_CUTS && limit.dt < (1 - DT_TOLERANCE) * longest && Number.isFinite(longest);
    cut++
  ) {
    const [a, b] = steepest(growth, limit.at, longest, decay, scale);
    const { value, at } = range.extent(a, b);
    const excess = a * limit.at.kappa + b * limit.at.delta - value;
    if (!(excess > ROUNDING * (Math.abs(a) * scale.kappa + Math.abs(b) * scale.delta))) break;
    polygon = clip(polygon, a, b, value);
    limit = longestStepOf(growth, polygon, decay);
    longest = Math.min(longest, stepOf(at));
  }
  return { dt: limit.dt, omegaMax: Math.sqrt(maxStiffness.at.kappa), decayMax: maxDamping.at.delta };
}

interface Extent {
  /** Upper bound of a κ + b δ. */
  value: number;
  /** Where a κ + b δ is largest. */
  at: Resistance;
}

function numericalRange(world: World, state: State): { extent(a: number, b: number): Extent } {
  const matrices = createScaledDerivatives(world);
  const { size } = matrices;
  matrices.linearize(state);
  const start = noise(size);
  matrices.filter(start);
  let last = start;
  const largest: Resistance = { kappa: 0, delta: 0 };

  return {
    extent(a, b) {
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
      const at = { kappa: matrices.along(top.vector, 1, 0), delta: matrices.along(top.vector, 0, 1) };
      largest.kappa = Math.max(largest.kappa, at.kappa);
      largest.delta = Math.max(largest.delta, at.delta);
      // A zero matrix: θ is rounding error.
      const isZero = shift === 0 && a * at.kappa + b * at.delta === 0;
      return { value: isZero ? 0 : top.value - shift, at };
    },
  };
}
