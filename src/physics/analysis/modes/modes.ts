import type { State } from '../../model/model';
import { isFiniteState } from '../../model/state';
import { choice, type FieldsOf, number } from '../../model/validate';
import { layoutThatFits, linearizeAtRest } from '../../statics/null-space';
import type { Layout } from '../../statics/stiffness-matrix';
import type { World } from '../../world/world';
import { largestEigenvalue } from '../eigen/lanczos';
import { symmetricEigen } from '../eigen/symmetric-eigen';
import { gershgorinBounds, isAcross, movingAxes } from '../stability/scaled-derivatives';
import { createMassWeighted, type MassWeighted, rowsOf, shiftedInverse, weightedStiffness } from './mass-weighted';
import { lowestByFilter, topVectors } from './subspaces';

/** An eigenmode of small motion about a state. */
export interface Mode {
  /** Angular frequency ω, rad/s; 0 for a mode without stiffness, and for an unstable one. */
  omega: number;
  /**
   * 1/s; an unstable mode, of negative stiffness, grows as e^(rate·t): the state is no stable equilibrium, whatever the method. 0 for all
   * others.
   */
  growthRate: number;
  /** c = φᵀ(−D)φ = 2ζω, 1/s. */
  damping: number;
  /** ζ = c / 2ω; Infinity if ω = 0 < c, and 0 if c = 0. */
  zeta: number;
  /** φ, 3n, in 1/√kg: φᵀMφ = 1; zero at pins. */
  shape: Float64Array;
}

export const MODES_WANTED = {
  /** Number of modes, at least 0; all if there are fewer. */
  count: number('whole'),
  /** 'low': the slowest modes, ascending; 'high': the fastest, descending. */
  from: choice('low', 'high'),
};

/** Which modes to compute. @interface */
export type ModesWanted = FieldsOf<typeof MODES_WANTED>;

/** Up to this many components all modes come from a dense matrix. */
const MAX_DENSE = 300;
/** The same if more than this part of all modes is requested. */
const MAX_PART = 1 / 6;
/** Times the largest entry of K̂: a smaller eigenvalue is rounding error of 0. */
const ZERO = 1e-13;
/** The same for a negative one, in double and in single precision. */
export const NEGATIVE = { double: 1e-9, single: 3e-8 };
/** σ, in units of the largest entry of K̂. */
const SHIFT = 1e-11;
/** Tolerance of the largest eigenvalue, from which the shift for the fastest modes follows. */
const TOP_TOLERANCE = 1e-4;

/**
 * Eigenpairs of K̂ = M^(−½)(−∂f/∂x)M^(−½) for the free particles; φ = M^(−½)q. K is the true one: compressed springs lower
 * frequencies, and can make a mode unstable. Particles in contact count as free.
 *
 * Few components: the dense matrix. More: block Lanczos with the inverse of K̂ + σI for the slowest modes and of μI − K̂ for the
 * fastest, because both ends of the spectrum can be dense and have multiple eigenvalues. If the matrix is too large or too dense to
 * factor: products only, with a polynomial filter, which is slow.
 *
 * For zero-stiffness motions (a flat net, out of its plane) any combination is a mode of ω = 0; the smooth ones come first.
 */
export function findModes(world: World, state: State, { count, from }: ModesWanted): Mode[] {
  linearizeAtRest(world, state, false);
  const layout = layoutThatFits(world);
  const { inverseMasses } = world.model;
  const free = layout?.order ?? Uint32Array.from(inverseMasses.keys()).filter((i) => inverseMasses[i] !== 0);
  const weighted = createMassWeighted(world, free);
  const { size, largestDiagonal: scale } = weighted;
  const wanted = Math.min(count, size);
  if (wanted === 0) return [];
  const vectors = layout
    ? byFactors(world, layout, weighted, { count: wanted, from })
    : byProducts(weighted, { count: wanted, from });
  const least = NEGATIVE[world.arena.precision] * scale;
  const minDamping = ZERO * gershgorinBounds(world).damping;
  const modes = vectors.map((q) => {
    const lambda = weighted.along(q, 1, 0);
    const omega = lambda > ZERO * scale ? Math.sqrt(lambda) : 0;
    const along = weighted.along(q, 0, 1);
    const damping = Math.abs(along) <= minDamping ? 0 : along;
    const growthRate = growthRateOf(lambda, damping, least);
    const zeta = damping === 0 ? 0 : damping / (2 * omega);
    return { lambda, mode: { omega, growthRate, damping, zeta, shape: weighted.shapeOf(q) } };
  });
  const sorted = modes.sort((a, b) => (from === 'low' ? a.lambda - b.lambda : b.lambda - a.lambda));
  return sorted.map(({ mode }) => mode);
}

/** The positive root of z² + c z + λ = 0, 1/s; 0 if λ is not negative by more than `least`. */
export function growthRateOf(lambda: number, damping: number, least: number): number {
  return lambda < -least ? Math.sqrt((damping * damping) / 4 - lambda) - damping / 2 : 0;
}

function byFactors(world: World, layout: Layout, weighted: MassWeighted, { count, from }: ModesWanted): Float64Array[] {
  const { size, largestDiagonal } = weighted;
  const scale = largestDiagonal > 0 ? largestDiagonal : 1;
  const A = weightedStiffness(world, layout, scale);
  if (size <= MAX_DENSE || count > MAX_PART * size) {
    const { vectors } = symmetricEigen(rowsOf(A));
    return from === 'low' ? vectors.slice(0, count) : vectors.toReversed().slice(0, count);
  }
  const inverse =
    from === 'low'
      ? shiftedInverse(A, 1, SHIFT * scale, SHIFT * scale)
      : shiftedInverse(A, -1, topOf(weighted), TOP_TOLERANCE * scale);
  return topVectors(inverse, size, count);
}

function byProducts(weighted: MassWeighted, { count, from }: ModesWanted): Float64Array[] {
  const { size, multiply } = weighted;
  const top = topOf(weighted);
  return from === 'low'
    ? lowestByFilter((y, x) => multiply(y, x, 1, 0), size, count, top)
    : lowestByFilter((y, x) => multiply(y, x, -1, 0), size, count, Math.max(0, topOf(weighted, -1)));
}

/** An upper estimate of the largest eigenvalue of ±K̂. */
function topOf({ multiply, size }: MassWeighted, sign: 1 | -1 = 1): number {
  const { value, residual } = largestEigenvalue((y, x) => multiply(y, x, sign, 0), size, undefined, TOP_TOLERANCE);
  return value + TOP_TOLERANCE * Math.abs(value) + residual;
}

/** Largest number of searched modes: the first ones may have ω = 0, such as those of a flat net out of its plane. */
const MAX_MODES = 20;

/**
 * The slowest mode with ω > 0 about a state, of those along which something moves; null if none of the first modes has ω > 0, if one is
 * unstable, as in most moving cloths, or if the state is not finite.
 */
export function findSlowestMode(world: World, state: State): Mode | null {
  if (!isFiniteState(state)) return null;
  const axes = movingAxes(world, state);
  for (const count of [1, MAX_MODES]) {
    const lowest = findModes(world, state, { count, from: 'low' });
    if (lowest.some(({ growthRate }) => growthRate > 0)) return null;
    const found = lowest.find(({ omega, shape }) => omega > 0 && !isAcross(shape, axes));
    if (found) return found;
  }
  return null;
}
