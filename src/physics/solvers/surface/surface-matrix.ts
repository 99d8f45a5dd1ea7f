/** The matrix of an implicit step on a surface, as its preconditioners see it: springs and masses, and bending as a sum of squares. */
import { addBlock, BLOCK, packBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import { placesOf } from '../../model/model';
import type { SquaredRows } from '../../world/force';
import type { EquationsOfMotion } from '../../world/world';
import { replaceIndefinite, setMasses, springBlock } from '../diagonal-blocks';
import type { SparseRows } from './coarse-nodes';

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

// Pᵀ A P of symmetric matrices: of numbers at once, of blocks as a list of what adds to what.

/** Σ wᵀw over rows of weights. @param n its size */
function sumOfSquares(n: number, { starts, places, weights }: SquaredRows): SparseRows {
  const rows: SparseRows = { starts, columns: places.map((place) => place >> 2), values: weights };
  const transposed = transpose(rows, n);
  return collect(n, n, (i, add) => {
    for (let e = transposed.starts[i]; e < transposed.starts[i + 1]; e++) {
      const r = transposed.columns[e];
      for (let k = starts[r]; k < starts[r + 1]; k++) add(rows.columns[k], transposed.values[e] * weights[k]);
    }
  });
}

/** Pᵀ B P. @param columns of P @param isFree finer nodes that count, absent: all */
export function coarsenRows(B: SparseRows, P: SparseRows, columns: number, isFree?: Uint8Array): SparseRows {
  const transposed = transpose(P, columns);
  return collect(columns, columns, (I, add) => {
    for (let e = transposed.starts[I]; e < transposed.starts[I + 1]; e++) {
      const i = transposed.columns[e];
      if (isFree?.[i] === 0) continue;
      for (let s = B.starts[i]; s < B.starts[i + 1]; s++) {
        const j = B.columns[s];
        if (isFree?.[j] === 0) continue;
        const value = transposed.values[e] * B.values[s];
        for (let t = P.starts[j]; t < P.starts[j + 1]; t++) add(P.columns[t], value * P.values[t]);
      }
    }
  });
}

function transpose({ starts, columns, values }: SparseRows, count: number): SparseRows {
  const { starts: from, places } = placesOf(columns, count);
  const rows = new Uint32Array(columns.length);
  for (let i = 0; i + 1 < starts.length; i++) rows.fill(i, starts[i], starts[i + 1]);
  return {
    starts: from,
    columns: places.map((entry) => rows[entry]),
    values: Float64Array.from(places, (entry) => values[entry]),
  };
}

/** A matrix from the entries of each row, in any order. */
function collect(
  rows: number,
  columns: number,
  addRow: (i: number, add: (column: number, value: number) => void) => void,
): SparseRows {
  const sums = new Float64Array(columns);
  const seen = new Int32Array(columns).fill(-1);
  const starts = new Uint32Array(rows + 1);
  let found: number[] = [];
  let row = 0;
  const add = (column: number, value: number) => {
    if (seen[column] !== row) {
      seen[column] = row;
      sums[column] = 0;
      found.push(column);
    }
    sums[column] += value;
  };
  const parts: [Uint32Array, Float64Array][] = [];
  let total = 0;
  for (row = 0; row < rows; row++) {
    found = [];
    addRow(row, add);
    const sorted = Uint32Array.from(found).sort();
    parts.push([sorted, Float64Array.from(sorted, (column) => sums[column])]);
    total += sorted.length;
    starts[row + 1] = total;
  }
  const all = { starts, columns: new Uint32Array(total), values: new Float64Array(total) };
  parts.forEach(([some, values], i) => {
    all.columns.set(some, starts[i]);
    all.values.set(values, starts[i]);
  });
  return all;
}

/** How the blocks of a finer matrix add up to those of a coarser one. Blocks: of the nodes, then of the edges. */
export type BlockProduct = ReturnType<typeof blockProduct>;

/** @param n finer nodes @param edges their edges @param coarse number of coarser nodes */
export function blockProduct(n: number, edges: ArrayLike<number>, P: SparseRows, coarse: number) {
  const found = new Map<number, number>();
  const ends: number[] = [];
  const starts = new Uint32Array(n + edges.length / 2 + 1);
  const targets: number[] = [];
  const weights: number[] = [];
  const add = (I: number, J: number, weight: number) => {
    const key = Math.min(I, J) * coarse + Math.max(I, J);
    let edge = I === J ? I : found.get(key);
    if (edge === undefined) {
      edge = coarse + ends.length / 2;
      found.set(key, edge);
      ends.push(Math.min(I, J), Math.max(I, J));
    }
    targets.push(edge);
    weights.push(weight);
  };
  const { columns, values } = P;
  for (let i = 0; i < n; i++) {
    for (let s = P.starts[i]; s < P.starts[i + 1]; s++)
      for (let t = P.starts[i]; t <= s; t++) add(columns[t], columns[s], values[s] * values[t]);
    starts[i + 1] = targets.length;
  }
  for (let e = 0; e < edges.length; e += 2) {
    const [i, j] = [edges[e], edges[e + 1]];
    for (let s = P.starts[i]; s < P.starts[i + 1]; s++) {
      for (let t = P.starts[j]; t < P.starts[j + 1]; t++) {
        const twice = columns[s] === columns[t] ? 2 : 1;
        add(columns[s], columns[t], twice * values[s] * values[t]);
      }
    }
    starts[n + e / 2 + 1] = targets.length;
  }
  return {
    /** 2 an edge; the ends of the coarser edges. */
    edges: Uint32Array.from(ends),
    /** For each finer block where what it adds to begins, and at the end where it ends. */
    starts,
    targets: Uint32Array.from(targets),
    weights: Float64Array.from(weights),
  };
}

/** coarse := Pᵀ fine P, blocks of nodes and then of edges. */
export function coarsenBlocks({ starts, targets, weights }: BlockProduct, fine: Float64Array, to: Float64Array): void {
  to.fill(0);
  for (let block = 0, f = 0; block + 1 < starts.length; block++, f += BLOCK)
    for (let s = starts[block]; s < starts[block + 1]; s++) addBlock(to, BLOCK * targets[s], weights[s], fine, f);
}
