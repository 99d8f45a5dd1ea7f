import type { World } from '../world/world';
import { nestedDissection } from './nested-dissection';
import { type SpringsOfParticles, springsOfParticles } from './springs-of-particles';

/** Where a Cholesky factor L of a matrix of springs has its nonzeros, row by row. Row k is that of the particle `order[k]`. */
export interface Elimination extends SpringsOfParticles {
  /** n; leaves few nonzeros. */
  readonly order: Uint32Array;
  /** n; the row of each particle. */
  readonly places: Uint32Array;
  /** n + 1; where each column of L begins. */
  readonly columns: Uint32Array;
  /** Number of nonzeros below the diagonal of L. */
  readonly nonzeros: number;
  /** Writes the columns of row k, each before those that depend on it, to the end of `path`, n. Call it row by row. @returns where they begin */
  rowOf(k: number, path: Uint32Array): number;
}

/**
 * The nonzeros of row k are on the ways from the neighbours of k up the elimination tree. Allocates from the world's arena.
 * Source: Davis, Algorithm 849: A Concise Sparse Cholesky Factorization Package, 2005.
 */
export function createElimination(world: Pick<World, 'arena' | 'model'>): Elimination {
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
    order,
    places,
    columns,
    nonzeros: columns[n],
    rowOf(k, path) {
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
