/** A Cholesky factor of nearly the matrix of a surface. */
import { BLOCK } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Fronts } from '../../kernels/surface-fronts';
import type { SurfaceLoops } from '../../kernels/surface-level';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { Preconditioner } from '../../world/preconditioner';
import type { SparseRows } from './coarse-nodes';
import { createFronts, type FrontPlan, frontBytes, planFronts } from './fronts';
import { bendingMatrix, createSurfaceMatrix, type SurfaceMatrix } from './surface-matrix';

/** The least pivot, as a share of the number on the diagonal: a few times what single precision rounds. */
const LEAST = 1e-6;

/** The factor of one pattern. */
interface Factor {
  readonly loops: SurfaceLoops;
  readonly plan: FrontPlan;
  readonly fronts: Fronts;
}

/**
 * Springs and masses as they are. Of bending what couples the ends of springs; of what couples other particles, the size is on the
 * diagonal instead: |b|(x_i ∓ x_k)² more than there is, so that the matrix is positive definite and no less than A. Where a surface
 * hardly stretches and is curved, it bends as no coarser surface can: only an exact solution for the springs finds how.
 */
export function createSparseCholesky(world: EquationsOfMotion): Preconditioner {
  const n = world.model.particleCount;
  const matrix = createSurfaceMatrix(world);
  let factor: Factor | null = null;
  /** 6(n + m); and the multiple of bending, n + m. */
  let blocks = new Float64Array(0);
  let bending = new Float64Array(0);

  function presentFactor(): Factor {
    if (factor && !matrix.isNew) return factor;
    const { ends, rows } = matrix;
    if (!factor || matrix.hasNewSprings) {
      const plan = planFronts(n, ends, restPositions(world));
      const loops = world.kernel.createSurfaceLoops(frontBytes(plan));
      factor = { loops, plan, fronts: createFronts(plan, loops.arena) };
      blocks = new Float64Array(BLOCK * (n + ends.length / 2));
    }
    bending = onEdges(bendingMatrix(n, rows), matrix);
    return factor;
  }

  return {
    assemble(a, b) {
      matrix.set(a, b);
      const { loops, plan, fronts } = presentFactor();
      matrix.setBlocks(blocks);
      setValues(fronts, plan, blocks, bending, matrix.rows?.factor ?? 0);
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

/** B on its diagonal and on the edges, with the sizes of its other entries on the diagonal; n + m, of particles that can move. */
function onEdges(B: SparseRows, { ends, isFree }: SurfaceMatrix): Float64Array<ArrayBuffer> {
  const n = isFree.length;
  const values = new Float64Array(n + ends.length / 2);
  const edges = new Map<number, number>();
  for (let e = 0; e < ends.length; e += 2) {
    const [i, k] = [Math.min(ends[e], ends[e + 1]), Math.max(ends[e], ends[e + 1])];
    edges.set(i * n + k, n + e / 2);
  }
  for (let i = 0; i < n; i++) {
    for (let s = B.starts[i]; s < B.starts[i + 1]; s++) {
      const k = B.columns[s];
      if (k < i || !isFree[i] || !isFree[k]) continue;
      const edge = k === i ? i : edges.get(i * n + k);
      if (edge !== undefined) {
        values[edge] += B.values[s];
        continue;
      }
      values[i] += Math.abs(B.values[s]);
      values[k] += Math.abs(B.values[s]);
    }
  }
  return values;
}

/** A in the columns of the fronts. */
function setValues(
  { values, least }: Fronts,
  { places, blocks: at }: FrontPlan,
  blocks: Float64Array,
  bending: Float64Array,
  factor: number,
): void {
  values.fill(0);
  for (let k = 0, f = 0; k < at.length; k++, f += BLOCK) {
    const t = at[k];
    const more = factor * bending[k];
    // Of two springs with the same ends both count. A particle that cannot move has x = b.
    const own = k < places.length && blocks[f] === 0 ? 1 : 0;
    values[t] += blocks[f] + more + own;
    values[t + 1] += blocks[f + 1];
    values[t + 2] += blocks[f + 2];
    values[t + 4] += blocks[f + 1];
    values[t + 5] += blocks[f + 3] + more + own;
    values[t + 6] += blocks[f + 4];
    values[t + 8] += blocks[f + 2];
    values[t + 9] += blocks[f + 4];
    values[t + 10] += blocks[f + 5] + more + own;
  }
  for (let i = 0; i < places.length; i++)
    for (let axis = 0; axis < 3; axis++) least[4 * places[i] + axis] = LEAST * values[at[i] + 5 * axis];
}
