import { createElimination } from '../../solvers/elimination';
import type { World } from '../../world/world';

/** Solves (diag(A) + Σ c_j (e_a − e_b)(e_a − e_b)ᵀ) x = b, where spring j joins a and b: one matrix A for all three axes.
 *  P A Pᵀ = L D Lᵀ, with an order P that leaves few nonzeros. Row k of L follows from the rows above it. Allocates from the world's
 *  arena; its methods allocate nothing. */
export function createSpringCholesky(world: World) {
  const { arena, model } = world;
  const { particleCount: n, springCount } = model;
  const elimination = createElimination(world);
  const { starts, springs: at, neighbours, order, places, columns, nonzeros } = elimination;
  /** How many nonzeros each column of L has so far. */
  const lengths = arena.indices(n);
  const rows = arena.indices(nonzeros);
  const factors = arena.doubles(nonzeros);
  const pivots = arena.doubles(n);
  /** The row in the making, and its columns. */
  const row = arena.doubles(n);
  const path = arena.indices(n);
  const right = arena.doubles(3 * n);
  /** Those of the present factors. */
  const lastWeights = arena.doubles(n).fill(-1);
  const lastLoads = arena.doubles(springCount);

  function factor(weights: Float64Array, loads: Float64Array): void {
    lengths.fill(0);
    for (let k = 0; k < n; k++) {
      const particle = order[k];
      const moves = weights[particle] > 0;
      let pivot = moves ? 1 / weights[particle] : 1;
      for (let s = starts[particle]; s < starts[particle + 1]; s++) {
        const load = loads[at[s]];
        if (moves) pivot += load;
        const i = places[neighbours[s]];
        if (i < k && moves && weights[neighbours[s]] > 0) row[i] -= load;
      }
      for (let top = elimination.rowOf(k, path); top < n; top++) {
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
    /** Number of nonzeros below the diagonal of L. */
    nonzeros,
    /**
     * Sets the matrix, and factors it if a number in it has changed. A particle of weight 0 does not move: its x is its b.
     * @param weights n; 1/A_i @param loads m; c_j
     */
    setMatrix(weights: Float64Array, loads: Float64Array) {
      let same = true;
      for (let i = 0; i < n; i++) same &&= weights[i] === lastWeights[i];
      for (let j = 0; j < springCount; j++) same &&= loads[j] === lastLoads[j];
      if (same) return;
      lastWeights.set(weights);
      lastLoads.set(loads);
      factor(weights, loads);
    },
    /** x := the solution for b = x; 4n. */
    solve(x: Float64Array) {
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
