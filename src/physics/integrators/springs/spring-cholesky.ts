import type { World } from '../../world/world';
import { nestedDissection } from './nested-dissection';
import { springsOfParticles } from './springs-of-particles';

/** Solves (diag(A) + Σ c_j (e_a − e_b)(e_a − e_b)ᵀ) x = b, where spring j joins a and b: one matrix for all three axes. */
export interface SpringCholesky {
  /**
   * Sets the matrix, and factors it if a number in it has changed. A particle of weight 0 does not move: its x is its b.
   * @param weights n; 1/A_i @param loads m; c_j
   */
  setMatrix(weights: Float64Array, loads: Float64Array): void;
  /** x := the solution for b = x; 4n. */
  solve(x: Float64Array): void;
  /** Number of nonzeros below the diagonal of L. */
  readonly nonzeros: number;
}

/** P A Pᵀ = L D Lᵀ, with an order P that leaves few nonzeros. Row k of L follows from the rows above it: its nonzeros are on the ways
 *  from the neighbours of k up the elimination tree. Allocates from the world's arena; its methods allocate nothing.
 *  Source: Davis, Algorithm 849: A Concise Sparse Cholesky Factorization Package, 2005. */
export function createSpringCholesky(world: World): SpringCholesky {
  const { arena, model } = world;
  const { particleCount: n, springCount } = model;
  const graph = springsOfParticles(world);
  const { starts, springs: at, neighbours } = graph;
  const order = arena.indices(n);
  order.set(nestedDissection(graph));
  /** The place of each particle in the order. */
  const places = arena.indices(n);
  for (let k = 0; k < n; k++) places[order[k]] = k;

  /** The next row with a nonzero in the column of each row: the elimination tree; n for the root of a part. */
  const parents = arena.indices(n).fill(n);
  /** The last row that a column was visited for, plus 1. */
  const visits = arena.indices(n);
  /** Where each column of L begins, n + 1, and how many nonzeros it has so far. */
  const columns = arena.indices(n + 1);
  const lengths = arena.indices(n);
  const nonzeros = analyze();
  const rows = arena.indices(nonzeros);
  const factors = arena.doubles(nonzeros);
  const pivots = arena.doubles(n);
  /** The row in the making, and its nonzeros. */
  const row = arena.doubles(n);
  const path = arena.indices(n);
  const right = arena.doubles(3 * n);
  /** Those of the present factors. */
  const lastWeights = arena.doubles(n).fill(-1);
  const lastLoads = arena.doubles(springCount);

  /** The tree and the lengths of all columns. */
  function analyze(): number {
    for (let k = 0; k < n; k++) {
      visits[k] = k + 1;
      for (let s = starts[order[k]]; s < starts[order[k] + 1]; s++) {
        for (let i = places[neighbours[s]]; i < k && visits[i] !== k + 1; i = parents[i]) {
          if (parents[i] === n) parents[i] = k;
          lengths[i]++;
          visits[i] = k + 1;
        }
      }
    }
    for (let k = 0; k < n; k++) columns[k + 1] = columns[k] + lengths[k];
    return columns[n];
  }

  function factor(weights: Float64Array, loads: Float64Array): void {
    lengths.fill(0);
    visits.fill(0);
    for (let k = 0; k < n; k++) {
      const particle = order[k];
      const moves = weights[particle] > 0;
      let pivot = moves ? 1 / weights[particle] : 1;
      let top = n;
      visits[k] = k + 1;
      for (let s = starts[particle]; s < starts[particle + 1]; s++) {
        const load = loads[at[s]];
        if (moves) pivot += load;
        let i = places[neighbours[s]];
        if (i >= k) continue;
        if (moves && weights[neighbours[s]] > 0) row[i] -= load;
        // The way from i, put before the earlier ones: each column comes before those above it in the tree.
        let length = 0;
        for (; visits[i] !== k + 1; i = parents[i]) {
          path[length++] = i;
          visits[i] = k + 1;
        }
        while (length > 0) path[--top] = path[--length];
      }
      for (; top < n; top++) {
        const i = path[top];
        const value = row[i];
        row[i] = 0;
        const end = columns[i] + lengths[i]++;
        for (let p = columns[i]; p < end; p++) row[rows[p]] -= factors[p] * value;
        rows[end] = k;
        factors[end] = value / pivots[i];
        pivot -= factors[end] * value;
      }
      pivots[k] = pivot;
    }
  }

  return {
    nonzeros,
    setMatrix(weights, loads) {
      let same = true;
      for (let i = 0; i < n; i++) same &&= weights[i] === lastWeights[i];
      for (let j = 0; j < springCount; j++) same &&= loads[j] === lastLoads[j];
      if (same) return;
      lastWeights.set(weights);
      lastLoads.set(loads);
      factor(weights, loads);
    },
    solve(x) {
      for (let k = 0, o = 0; k < n; k++, o += 3) {
        for (let axis = 0; axis < 3; axis++) right[o + axis] = x[4 * order[k] + axis];
      }
      for (let k = 0, o = 0; k < n; k++, o += 3) {
        const bx = right[o];
        const by = right[o + 1];
        const bz = right[o + 2];
        for (let p = columns[k]; p < columns[k + 1]; p++) {
          const q = 3 * rows[p];
          right[q] -= factors[p] * bx;
          right[q + 1] -= factors[p] * by;
          right[q + 2] -= factors[p] * bz;
        }
      }
      for (let k = n - 1, o = 3 * n - 3; k >= 0; k--, o -= 3) {
        let bx = right[o] / pivots[k];
        let by = right[o + 1] / pivots[k];
        let bz = right[o + 2] / pivots[k];
        for (let p = columns[k]; p < columns[k + 1]; p++) {
          const q = 3 * rows[p];
          bx -= factors[p] * right[q];
          by -= factors[p] * right[q + 1];
          bz -= factors[p] * right[q + 2];
        }
        right[o] = bx;
        right[o + 1] = by;
        right[o + 2] = bz;
      }
      for (let k = 0, o = 0; k < n; k++, o += 3) {
        for (let axis = 0; axis < 3; axis++) x[4 * order[k] + axis] = right[o + axis];
      }
    },
  };
}
