/** A Cholesky factor of nearly the matrix of a surface. */
import { BLOCK } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Fronts, SurfaceLoops } from '../../kernels/surface';
import { dot } from '../../model/deterministic-math';
import { between } from '../../model/vectors';
import type { SquaredRows } from '../../world/force';
import type { EquationsOfMotion, Preconditioner } from '../../world/world';
import { createFronts, type FrontPlan, frontBytes, planFronts } from './fronts';
import { createSurfaceMatrix, type SurfaceMatrix } from './surface-matrix';

/** The least pivot, as a share of the number on the diagonal: a few times what single precision rounds. */
const LEAST = 1e-6;

/** The factor of one pattern. */
interface Factor {
  readonly loops: SurfaceLoops;
  readonly plan: FrontPlan;
  readonly fronts: Fronts;
}

/**
 * Springs and masses as they are, and in place of bending a matrix that couples the ends of springs alone: see `bendingRoot`. Where
 * a surface hardly stretches and is curved, it bends as no coarser surface can: only an exact solution for the springs finds how.
 */
export function createSparseCholesky(world: EquationsOfMotion): Preconditioner {
  const n = world.model.particleCount;
  const matrix = createSurfaceMatrix(world);
  let factor: Factor | null = null;
  /** 6(n + m). */
  let blocks = new Float64Array(0);
  /** In place of bending, a number a spring. */
  let root = new Float64Array(0);

  function presentFactor(): Factor {
    if (factor && !matrix.isNew) return factor;
    const { ends } = matrix;
    const at = restPositions(world);
    if (!factor || matrix.hasNewSprings) {
      const plan = planFronts(n, ends, at);
      const loops = world.kernel.createSurfaceLoops(frontBytes(plan));
      factor = { loops, plan, fronts: createFronts(plan, loops.arena) };
      blocks = new Float64Array(BLOCK * (n + ends.length / 2));
    }
    root = bendingRoot(at, matrix);
    return factor;
  }

  return {
    assemble(a, b) {
      matrix.set(a, b);
      const { loops, plan, fronts } = presentFactor();
      matrix.setBlocks(blocks);
      addBendingRoot(blocks, root, matrix, world.model.masses);
      setValues(fronts, plan, blocks);
      loops.factor(fronts);
    },
    apply(z, r) {
      if (!factor) return;
      const { loops, plan, fronts } = factor;
      const { x } = fronts;
      for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) x[4 * plan.places[i] + k] = r[4 * i + k];
      loops.solve(fronts);
      for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) z[4 * i + k] = x[4 * plan.places[i] + k];
    },
  };
}

/** Particles at rest, 3n; 0 where there is no surface. */
function restPositions({ model: { membrane, particleCount } }: EquationsOfMotion): Float64Array {
  return membrane?.rest ?? new Float64Array(3 * particleCount);
}

/** A in the columns of the fronts. */
function setValues({ values, least }: Fronts, { places, blocks: at }: FrontPlan, blocks: Float64Array): void {
  values.fill(0);
  for (let k = 0, f = 0; k < at.length; k++, f += BLOCK) {
    const t = at[k];
    // Of two springs with the same ends both count. A particle that cannot move has x = b.
    const own = k < places.length && blocks[f] === 0 ? 1 : 0;
    values[t] += blocks[f] + own;
    values[t + 1] += blocks[f + 1];
    values[t + 2] += blocks[f + 2];
    values[t + 12] += blocks[f + 1];
    values[t + 13] += blocks[f + 3] + own;
    values[t + 14] += blocks[f + 4];
    values[t + 24] += blocks[f + 2];
    values[t + 25] += blocks[f + 4];
    values[t + 26] += blocks[f + 5] + own;
  }
  for (let i = 0; i < places.length; i++)
    for (let axis = 0; axis < 3; axis++) least[4 * places[i] + axis] = LEAST * values[at[i] + 13 * axis];
}

// Of bending, which is of fourth order, a matrix of second order.

/** A share of the mean square of the lengths of springs, for ends in the same place. */
const NEAR = 1e-6;
/** The largest α. */
const STIFFEST = 3;

/**
 * Bending is about the square of a Laplacian. For equal masses m, and with m²s² for m times its matrix, masses and bending are m(1 + s²).
 * The matrix m(1 + αs) couples the ends of springs alone. The quotient of both is 1 for s = 0, least near s = 1, and s/α for short folds.
 * Where s is at most 1, α = 1 makes it nearly constant. Up to a large S the largest quotient over the least is about S for α = 1, and about
 * S/2 for each α from 3 to S.
 * The entries of m s, for the ends of a spring, are −w √factor (m_i m_k)^¼ with
 *
 *   w = ℓ_ik √(t_i t_k),   ℓ = 1/length²,   t_i = √B_ii / Σ_k ℓ_ik,
 *
 * so that the diagonal of its square is about m B_ii; its rows sum up to 0.
 * @param at 3n; at rest @returns w of each spring
 */
export function bendingRoot(at: Float64Array, { ends, rows }: SurfaceMatrix): Float64Array<ArrayBuffer> {
  const n = at.length / 3;
  const weights = inverseSquares(at, ends);
  const sums = new Float64Array(n);
  for (let end = 0; end < ends.length; end++) sums[ends[end]] += weights[end >> 1];
  const diagonal = diagonalOf(n, rows);
  for (let e = 0; e < weights.length; e++) {
    const [i, k] = [ends[2 * e], ends[2 * e + 1]];
    weights[e] *= Math.sqrt(Math.sqrt(diagonal[i] * diagonal[k]) / (sums[i] * sums[k]));
  }
  return weights;
}

/**
 * Adds α times it, with the mean of s for α, to the blocks of particles that can move, and of the springs between them.
 * @param root of `bendingRoot`
 */
export function addBendingRoot(
  blocks: Float64Array,
  root: Float64Array,
  { ends, isFree, rows }: SurfaceMatrix,
  masses: ArrayLike<number>,
): void {
  const n = isFree.length;
  const sqrt = Math.sqrt(rows?.factor ?? 0);
  const entryOf = (e: number) => sqrt * root[e] * Math.sqrt(Math.sqrt(masses[ends[2 * e]] * masses[ends[2 * e + 1]]));
  let trace = 0;
  let mass = 0;
  for (let e = 0; e < root.length; e++) trace += 2 * entryOf(e);
  for (let i = 0; i < n; i++) mass += masses[i];
  const alpha = Math.min(STIFFEST, Math.max(1, trace / mass));
  for (let e = 0; e < root.length; e++) {
    const i = ends[2 * e];
    const k = ends[2 * e + 1];
    const value = alpha * entryOf(e);
    if (isFree[i]) addToDiagonal(blocks, BLOCK * i, value);
    if (isFree[k]) addToDiagonal(blocks, BLOCK * k, value);
    if (isFree[i] && isFree[k]) addToDiagonal(blocks, BLOCK * (n + e), -value);
  }
}

function addToDiagonal(blocks: Float64Array, o: number, value: number): void {
  blocks[o] += value;
  blocks[o + 3] += value;
  blocks[o + 5] += value;
}

/** 1/length² of each spring. */
function inverseSquares(at: Float64Array, ends: Uint32Array): Float64Array<ArrayBuffer> {
  const squares = Float64Array.from({ length: ends.length / 2 }, (_, e) => {
    const side = between(at, ends[2 * e], ends[2 * e + 1]);
    return dot(side, side);
  });
  const near = NEAR * (squares.reduce((sum, value) => sum + value, 0) / squares.length || 1);
  return squares.map((value) => 1 / (value + near));
}

/** Σ w² of each particle; without rows 0. */
function diagonalOf(n: number, rows: SquaredRows | null): Float64Array {
  const diagonal = new Float64Array(n);
  rows?.weights.forEach((weight, entry) => {
    diagonal[rows.places[entry] >> 2] += weight * weight;
  });
  return diagonal;
}
