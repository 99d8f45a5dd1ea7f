import type { State } from '../../model/model';
import type { IntegratorDefinition } from '../../world/integrator';
import type { World } from '../../world/world';
import { largestEigenvalue, noise } from '../eigen/lanczos';
import { gershgorinBounds } from './gershgorin';
import { createGrowth, isLinear } from './growth';
import { longestStep } from './longest-step';
import { createScaledDerivatives } from './scaled-derivatives';
import { box, clip, longestStepOf, type Resistance, steepest } from './stable-polygon';

/** The longest step that a method holds for small motion about a state. */
export interface StabilityLimit {
  /** s; safe for every mode; Infinity where there is no limit, 0 where no step is known to hold. */
  dt: number;
  /** rad/s; √λ_max(M^(−½)(−K)M^(−½)), K clamped. */
  omegaMax: number;
  /** 1/s; λ_max(M^(−½)(−D)M^(−½)). */
  decayMax: number;
}

/** Of an eigenvalue: ‖A q − θ q‖ against θ. The value itself is right to about the square of it. */
const TOLERANCE = 1e-6;
/** Of dt; and cuts, at most, that it may take. */
const SETTLED = 1e-6;
const CUTS = 25;
/** Of an eigenvalue as it is found. */
const ROUNDING = 1e-9;

/**
 * A mode of shape q meets κ = q*K̂q and δ = q*D̂q. All that can be met make up a convex region, the joint numerical range
 * of K̂ and D̂, whose extent in any direction is an eigenvalue,
 *
 *    a κ + b δ ≤ λ_max(a K̂ + b D̂).
 *
 * So polygons about the region come from a few of those, and the longest step that a polygon holds is safe for every mode,
 * whether K̂ and D̂ share their modes or not. The polygon is cut where it decides, across the direction in which motion
 * grows the fastest there, until a point of the region itself decides. For symplectic Euler that is Newton's method for
 * λ_max(h²K̂ + 2hD̂) = 4, and exact.
 * Runge–Kutta methods see modes by κ and δ alone, and methods whose step is linear in K̂ and D̂; that velocity Verlet keeps
 * to it too is tried on random matrices. Under decay only the linear ones do: for others the region is then taken as large
 * as the box of all κ and all δ, which has held for random matrices as well.
 * Sources: Hausdorff 1919 (convexity); Tisseur and Meerbergen, The Quadratic Eigenvalue Problem, 2001; Kelley 1960
 * (cutting planes).
 */
export function findStabilityLimit(world: World, state: State, method: IntegratorDefinition): StabilityLimit {
  const { decay } = world.params;
  const growth = createGrowth(method);
  const range = numericalRange(world, state);
  const stiffest = range.extent(1, 0);
  const dampest = range.extent(0, 1);
  const scale = { kappa: stiffest.value, delta: dampest.value };
  let polygon = box(stiffest.value, [Math.min(gershgorinBounds(world).leastDamping, dampest.value), dampest.value]);
  const touched = [stiffest.at, dampest.at];
  const stepOf = ({ kappa, delta }: Resistance) =>
    longestStep(
      growth,
      { omega: Math.sqrt(Math.max(0, kappa)), damping: Math.max(0, delta), decay },
      Number.POSITIVE_INFINITY,
    );

  let limit = longestStepOf(growth, polygon, decay);
  let longest = Math.min(...touched.map(stepOf));
  const sees = decay === 0 || isLinear(method);
  for (let cut = 0; sees && cut < CUTS && limit.dt < (1 - SETTLED) * longest && Number.isFinite(longest); cut++) {
    const [a, b] = steepest(growth, limit.at, longest, decay, scale);
    const { value, at } = range.extent(a, b);
    const excess = a * limit.at.kappa + b * limit.at.delta - value;
    if (!(excess > ROUNDING * (Math.abs(a) * scale.kappa + Math.abs(b) * scale.delta))) break;
    polygon = clip(polygon, a, b, value);
    limit = longestStepOf(growth, polygon, decay);
    longest = Math.min(longest, stepOf(at));
  }
  return { dt: limit.dt, omegaMax: Math.sqrt(stiffest.at.kappa), decayMax: dampest.at.delta };
}

interface Extent {
  /** No a κ + b δ is larger. */
  value: number;
  /** The oscillator with the largest. */
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
      // Where a or b is negative the matrix is moved up by what keeps it positive, or no residual would be small against θ.
      const up = Math.max(0, -a) * largest.kappa + Math.max(0, -b) * largest.delta;
      const top = largestEigenvalue(
        (y, x) => {
          matrices.multiply(y, x, a, b);
          for (let i = 0; i < size; i++) y[i] += up * x[i];
        },
        size,
        up === 0 ? start : last,
        up === 0 ? TOLERANCE : 10 * TOLERANCE,
      );
      if (up > 0) last = start.map((value, i) => top.vector[i] + (0.1 * value) / Math.sqrt(size));
      const at = { kappa: matrices.along(top.vector, 1, 0), delta: matrices.along(top.vector, 0, 1) };
      largest.kappa = Math.max(largest.kappa, at.kappa);
      largest.delta = Math.max(largest.delta, at.delta);
      // Of no matrix at all rounding would make something.
      const nothing = up === 0 && a * at.kappa + b * at.delta === 0;
      return { value: nothing ? 0 : top.value - up, at };
    },
  };
}
