/** A Cholesky factor of nearly the matrix of a surface. */
import { BLOCK } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Fronts } from '../../kernels/surface-fronts';
import type { SurfaceLoops } from '../../kernels/surface-level';
import type { EquationsOfMotion } from '../../world/equations-of-motion';
import type { Preconditioner } from '../../world/preconditioner';
import { addBendingRoot, bendingRoot } from './bending-root';
import { createFronts, type FrontPlan, frontBytes, planFronts } from './fronts';
import { createSurfaceMatrix } from './surface-matrix';

/** The least pivot, as a share of the number on the diagonal: a few times what single precision rounds. */
const LEAST = 1e-6;

/** The factor of one pattern. */
interface Factor {
  readonly loops: SurfaceLoops;
  readonly plan: FrontPlan;
  readonly fronts: Fronts;
}

/**
 * Springs and masses as they are, and in place of bending a matrix that couples the ends of springs alone: see `bending-root.ts`. Where
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
