import type { World } from '../world/world';
import { springsOfParticles } from './springs-of-particles';

/**
 * Where a Cholesky factor L of a matrix of springs has its nonzeros, row by row. Row k is that of the particle `order[k]`.
 * The nonzeros of row k are on the ways from the neighbours of k up the elimination tree. Allocates from the world's arena.
 * Source: Davis, Algorithm 849: A Concise Sparse Cholesky Factorization Package, 2005.
 */
export function createElimination(world: Pick<World, 'arena' | 'model'>) {
  const { arena, model } = world;
  const n = model.particleCount;
  const graph = springsOfParticles(world);
  const { starts, neighbours } = graph;
  const order = arena.indices(n);
  order.set(nestedDissection(graph));
  const places = arena.indices(n);
  for (let k = 0; k < n; k++) places[order[k]] = k;
  /** The next row with a nonzero in the column of each row: the elimination tree; n for the root of a part. */
  const parents = arena.indices(n).fill(n);
  /** The last row that a column was visited for, plus 1. */
  const visits = arena.indices(n);
  const columns = arena.indices(n + 1);

  for (let k = 0; k < n; k++) {
    visits[k] = k + 1;
    for (let s = starts[order[k]]; s < starts[order[k] + 1]; s++) {
      for (let i = places[neighbours[s]]; i < k && visits[i] !== k + 1; i = parents[i]) {
        if (parents[i] === n) parents[i] = k;
        columns[i + 1]++;
        visits[i] = k + 1;
      }
    }
  }
  for (let k = 0; k < n; k++) columns[k + 1] += columns[k];

  return {
    ...graph,
    /** n; leaves few nonzeros. */
    order,
    /** n; the row of each particle. */
    places,
    /** n + 1; where each column of L begins. */
    columns,
    /** Number of nonzeros below the diagonal of L. */
    nonzeros: columns[n],
    /** Writes the columns of row k, each before those that depend on it, to the end of `path`, n. Call it row by row. @returns where they begin */
    rowOf(k: number, path: Uint32Array): number {
      if (k === 0) visits.fill(0);
      let top = n;
      visits[k] = k + 1;
      for (let s = starts[order[k]]; s < starts[order[k] + 1]; s++) {
        let i = places[neighbours[s]];
        if (i >= k) continue;
        // The way from i, put before the earlier ones: each column comes before those above it in the tree.
        let length = 0;
        for (; visits[i] !== k + 1; i = parents[i]) {
          path[length++] = i;
          visits[i] = k + 1;
        }
        while (length > 0) path[--top] = path[--length];
      }
      return top;
    },
  };
}

/** Neighbours of each particle i: `neighbours[starts[i]]` … `neighbours[starts[i + 1] − 1]`. */
export interface Graph {
  /** n + 1. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
}

/**
 * An order of elimination that leaves few nonzeros in a Cholesky factor: parts of the graph first, then the particles that separate them.
 * A separator is the middle level of a breadth-first search from an end of the part; the two halves are then divided in turn.
 * Source: George and Liu, Computer Solution of Large Sparse Positive Definite Systems, 1981, 8.2 (automatic nested dissection).
 * @returns n; the particles in that order
 */
export function nestedDissection({ starts, neighbours }: Graph): Uint32Array {
  const n = starts.length - 1;
  const order = new Uint32Array(n);
  const numbered = new Uint8Array(n);
  const level = new Int32Array(n).fill(-1);
  /** The particles of a part, level by level. */
  const queue = new Uint32Array(n);
  let left = n;

  const number = (i: number) => {
    order[--left] = i;
    numbered[i] = 1;
  };

  /** Fills `queue` and `level` from a particle through all that can be reached; returns how many that is. */
  function search(root: number, before: number): number {
    for (let at = 0; at < before; at++) level[queue[at]] = -1;
    level[root] = 0;
    queue[0] = root;
    let count = 1;
    for (let at = 0; at < count; at++) {
      const i = queue[at];
      for (let s = starts[i]; s < starts[i + 1]; s++) {
        const k = neighbours[s];
        if (numbered[k] || level[k] >= 0) continue;
        level[k] = level[i] + 1;
        queue[count++] = k;
      }
    }
    return count;
  }

  /** Numbers a separator of the part that contains this particle, or all of a small part. */
  function separate(root: number): void {
    let count = search(root, 0);
    let depth = level[queue[count - 1]];
    // From one far end to the other, until the search gets no deeper.
    for (;;) {
      count = search(queue[count - 1], count);
      const next = level[queue[count - 1]];
      if (next <= depth) break;
      depth = next;
    }
    const deepest = level[queue[count - 1]];
    const isSmall = deepest < 2;
    const middle = Math.min(level[queue[count >> 1]], deepest - 1);
    for (let at = 0; at < count; at++) {
      const i = queue[at];
      if (isSmall || (level[i] === middle && reaches(i, middle + 1))) number(i);
    }
    for (let at = 0; at < count; at++) level[queue[at]] = -1;
  }

  function reaches(i: number, next: number): boolean {
    for (let s = starts[i]; s < starts[i + 1]; s++) {
      if (!numbered[neighbours[s]] && level[neighbours[s]] === next) return true;
    }
    return false;
  }

  for (let i = 0; i < n; i++) while (!numbered[i]) separate(i);
  return order;
}
