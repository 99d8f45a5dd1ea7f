import type { State } from '../../model/model';
import { layoutThatFits } from '../../statics/null-space';
import type { Layout } from '../../statics/stiffness-matrix';
import type { World } from '../../world/world';
import { largestEigenvalue } from '../eigen/lanczos';
import { symmetricEigen } from '../eigen/symmetric-eigen';
import { gershgorinBounds } from '../stability/gershgorin';
import { topVectors } from './block-krylov';
import { lowestByFilter } from './filtered-subspace';
import { createMassWeighted, type MassWeighted } from './mass-weighted';
import { dense, shiftedInverse, weightedStiffness } from './shifted-inverse';

/** A way in which a network swings about a state, all particles in step. */
export interface Mode {
  /** rad/s. */
  omega: number;
  /** c = φᵀ(−D)φ = 2ζω, 1/s. */
  damping: number;
  /** ζ = c / 2ω; Infinity where ω is 0 and there is damping, 0 where there is none. */
  zeta: number;
  /** φ, 3n, in 1/√kg: φᵀMφ = 1; zero at pins. */
  shape: Float64Array;
}

export interface ModesWanted {
  count: number;
  /** Whether the slowest (ascending) or the fastest (descending) are wanted. */
  from: 'low' | 'high';
}

/** Components up to which all modes are found at once; and the part of all from which on. */
const FEW = 300;
const MANY = 1 / 6;
/** Of the largest eigenvalue: one below this is 0 but for rounding. */
const VANISHES = 1e-13;
/** σ against the largest entry of K̂. */
const SHIFT = 1e-11;
/** How near the largest eigenvalue is known that the fastest modes are sought from. */
const NEARLY = 1e-4;

/**
 * Eigenpairs of K̂ = M^(−½)(−∂f/∂x)M^(−½) over the particles that move freely, K clamped; φ = M^(−½)q. What rests on an
 * obstacle counts as free.
 *
 * Few components: all at once. More: by subspaces of the inverse of K̂ + σI for the slowest, of μI − K̂ for the fastest, as
 * both ends are crowded and the same ω may be there often. Too many to factor, or all feeling each other: by products alone,
 * filtered by polynomials, which takes its time.
 *
 * Where nothing resists (a flat net, out of its plane) any combination is a mode of ω = 0: then it is the smooth ones first.
 */
export function findModes(world: World, state: State, { count, from }: ModesWanted): Mode[] {
  world.linearize(state, true);
  const layout = layoutThatFits(world);
  const weighted = createMassWeighted(world, layout?.order ?? freeOf(world));
  const { size, largestDiagonal: scale } = weighted;
  const wanted = Math.min(count, size);
  if (wanted === 0) return [];
  const vectors = layout
    ? byFactors(world, layout, weighted, { count: wanted, from })
    : byProducts(weighted, { count: wanted, from });
  const still = VANISHES * gershgorinBounds(world).damping;
  const modes = vectors.map((q) => {
    const lambda = weighted.along(q, 1, 0);
    const omega = lambda > VANISHES * scale ? Math.sqrt(lambda) : 0;
    const along = weighted.along(q, 0, 1);
    const damping = Math.abs(along) <= still ? 0 : along;
    return { omega, damping, zeta: damping === 0 ? 0 : damping / (2 * omega), shape: weighted.shapeOf(q) };
  });
  return modes.sort((a, b) => (from === 'low' ? a.omega - b.omega : b.omega - a.omega));
}

function byFactors(world: World, layout: Layout, weighted: MassWeighted, { count, from }: ModesWanted): Float64Array[] {
  const { size, largestDiagonal } = weighted;
  const scale = largestDiagonal > 0 ? largestDiagonal : 1;
  const A = weightedStiffness(world, layout, scale);
  if (size <= FEW || count > MANY * size) {
    const { vectors } = symmetricEigen(dense(A), size);
    return from === 'low' ? vectors.slice(0, count) : vectors.toReversed().slice(0, count);
  }
  const inverse =
    from === 'low'
      ? shiftedInverse(A, 1, SHIFT * scale, SHIFT * scale)
      : shiftedInverse(A, -1, topOf(weighted), NEARLY * scale);
  return topVectors(inverse, size, count);
}

function byProducts(weighted: MassWeighted, { count, from }: ModesWanted): Float64Array[] {
  const { size, multiply } = weighted;
  const top = topOf(weighted);
  return from === 'low'
    ? lowestByFilter((y, x) => multiply(y, x, 1, 0), size, count, top)
    : lowestByFilter((y, x) => multiply(y, x, -1, 0), size, count, 0);
}

/** A little above the largest eigenvalue. */
function topOf({ multiply, size }: MassWeighted): number {
  const { value, residual } = largestEigenvalue((y, x) => multiply(y, x, 1, 0), size, undefined, NEARLY);
  return (1 + NEARLY) * value + residual;
}

function freeOf({ model }: World): Uint32Array {
  return Uint32Array.from(Array.from(model.inverseMasses.keys()).filter((i) => model.inverseMasses[i] !== 0));
}
