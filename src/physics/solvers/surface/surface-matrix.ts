/** The matrix of an implicit step on a surface, as its preconditioners see it: springs and masses, and bending as a sum of squares. */
import { addBlock, BLOCK, packBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { SquaredRows } from '../../world/force';
import type { EquationsOfMotion } from '../../world/world';
import { replaceIndefinite, setMasses, springBlock } from '../diagonal-blocks';
import type { SparseRows } from './coarse-nodes';
import { sumOfSquares } from './galerkin';

export type SurfaceMatrix = ReturnType<typeof createSurfaceMatrix>;

export function createSurfaceMatrix(world: EquationsOfMotion) {
  const { model } = world;
  const { particleCount: n, springs, springCount, inverseMasses, stiffness, damping } = model;
  /** Null: not known yet. */
  let active: Uint32Array | null = null;
  const isActive = new Uint8Array(springCount);
  let ends = new Uint32Array(0);
  let rows: SquaredRows | null = null;
  let weights: SquaredRows['weights'] | null = null;
  let hasNewSprings = false;
  let isNew = true;
  const isFree = new Uint8Array(n);
  const diagonal = new Float64Array(9 * n);
  const block = new Float64Array(BLOCK);
  const factors = new Float64Array(2);

  /** @returns true if other particles than before can move */
  function findFree(): boolean {
    let changed = false;
    for (let i = 0; i < n; i++) {
      const free = inverseMasses[i] > 0 ? 1 : 0;
      changed ||= isFree[i] !== free;
      isFree[i] = free;
    }
    return changed;
  }

  /** @returns true at first, and if a spring acts that had no stiffness before */
  function findActive(): boolean {
    let j = 0;
    while (j < springCount && (isActive[j] || (stiffness[j] === 0 && damping[j] === 0))) j++;
    if (j === springCount && active) return false;
    for (j = 0; j < springCount; j++) isActive[j] = stiffness[j] > 0 || damping[j] > 0 ? 1 : 0;
    const some = Uint32Array.from(isActive.keys()).filter((spring) => isActive[spring]);
    active = some;
    ends = Uint32Array.from({ length: 2 * some.length }, (_, end) => springs[2 * some[end >> 1] + (end & 1)]);
    return true;
  }

  return {
    /** 2m; the ends of the springs that act. */
    get ends() {
      return ends;
    },
    /** n; 1: the particle can move. */
    isFree,
    /** Of bending, with its damping as if it were bending; null: none. */
    get rows() {
      return rows;
    },
    /** True if other springs act than before the last `set`, and if those, the pins or the rows of bending are others. */
    get hasNewSprings() {
      return hasNewSprings;
    },
    get isNew() {
      return isNew;
    },
    /** Sets a and b, s² and s: all of the above. */
    set(a: number, b: number) {
      const { forces } = world;
      factors[0] = a;
      factors[1] = b;
      rows = null;
      setMasses(model, diagonal);
      for (let i = 0; i < forces.length; i++) {
        const { derivatives } = forces[i];
        if (derivatives?.of === 'springs') continue;
        if (derivatives?.of === 'curvatures') rows = derivatives.likeSquares(a, b);
        else forces[i].addDiagonal?.(diagonal, -a, -b);
      }
      replaceIndefinite(model, diagonal);
      hasNewSprings = findActive();
      isNew = findFree() || hasNewSprings || weights !== (rows?.weights ?? null);
      weights = rows?.weights ?? null;
    },
    /**
     * Sets the diagonal blocks of springs, masses and the other forces, and then those that the ends of each spring have in common;
     * 6(n + m).
     */
    setBlocks(blocks: Float64Array) {
      blocks.fill(0);
      for (let i = 0; i < n; i++) if (isFree[i]) packBlock(blocks, BLOCK * i, diagonal, 9 * i);
      for (let j = 0; active && j < active.length; j++) {
        const one = ends[2 * j];
        const other = ends[2 * j + 1];
        springBlock(block, world, active[j], factors[0], factors[1]);
        if (isFree[one]) addBlock(blocks, BLOCK * one, 1, block, 0);
        if (isFree[other]) addBlock(blocks, BLOCK * other, 1, block, 0);
        if (isFree[one] && isFree[other]) addBlock(blocks, BLOCK * (n + j), -1, block, 0);
      }
    },
  };
}

/** B of Σ wᵀw; without rows it has no entries. */
export function bendingMatrix(n: number, rows: SquaredRows | null): SparseRows {
  if (rows) return sumOfSquares(n, rows);
  return { starts: new Uint32Array(n + 1), columns: new Uint32Array(0), values: new Float64Array(0) };
}
