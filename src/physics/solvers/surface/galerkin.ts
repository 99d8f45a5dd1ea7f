/** Pᵀ A P of symmetric matrices: of numbers at once, of blocks as a list of what adds to what. */
import { addBlock, BLOCK } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { SquaredRows } from '../../world/force';
import type { SparseRows } from './coarse-nodes';

/** Σ wᵀw over rows of weights. @param n its size */
export function sumOfSquares(n: number, { starts, places, weights }: SquaredRows): SparseRows {
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
  const from = new Uint32Array(count + 1);
  for (const column of columns) from[column + 1]++;
  for (let i = 0; i < count; i++) from[i + 1] += from[i];
  const next = from.slice();
  const rows = { starts: from, columns: new Uint32Array(columns.length), values: new Float64Array(columns.length) };
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) {
      const to = next[columns[s]]++;
      rows.columns[to] = i;
      rows.values[to] = values[s];
    }
  }
  return rows;
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
export interface BlockProduct {
  /** 2 an edge; the ends of the coarser edges. */
  readonly edges: Uint32Array;
  /** For each finer block where what it adds to begins, and at the end where it ends. */
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float64Array;
}

/** @param n finer nodes @param edges their edges @param coarse number of coarser nodes */
export function blockProduct(n: number, edges: ArrayLike<number>, P: SparseRows, coarse: number): BlockProduct {
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
    edges: Uint32Array.from(ends),
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
