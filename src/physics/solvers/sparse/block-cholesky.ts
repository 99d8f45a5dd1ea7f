import type { World } from '../../world/world';
import { invertBlocks } from '../diagonal-blocks';
import { createElimination } from './elimination';

/** A symmetric matrix of a 3×3 block for each particle and each spring, and its Cholesky factor. */
export interface BlockCholesky {
  /** 9n, row by row; the diagonal blocks, for the next `factor`, which inverts pivots in place of them. */
  readonly diagonal: Float64Array;
  /** 6m; xx, xy, xz, yy, yz, zz of the symmetric blocks B of the springs: their two ends have −B in common. */
  readonly springBlocks: Float64Array;
  factor(): void;
  /** z := A⁻¹r; 4n. */
  solve(z: Float64Array, r: Float64Array): void;
}

/**
 * P A Pᵀ = L D Lᵀ as in `spring-cholesky.ts`, with blocks for numbers. Particles without a finite mass do not move: they have no
 * block in common with others, and their z is their r. The factor is in memory of its own: it is large.
 */
export function createBlockCholesky(world: Pick<World, 'arena' | 'model' | 'kernel'>): BlockCholesky {
  const { particleCount: n, springCount, inverseMasses } = world.model;
  const elimination = createElimination(world);
  const { starts, springs, neighbours, order, places } = elimination;
  const created = world.kernel.createBlockFactor(n, elimination.nonzeros);
  const { columns, ends, pivots, row, path, x, eliminate, substitute } = created;
  columns.set(elimination.columns);
  const diagonal = new Float64Array(9 * n);
  const springBlocks = new Float64Array(6 * springCount);
  const pivot = new Float64Array(9);

  /** Sets the row in the making to the blocks of A. */
  function setRow(k: number): void {
    const particle = order[k];
    for (let t = 0; t < 9; t++) row[9 * k + t] = diagonal[9 * particle + t];
    if (inverseMasses[particle] === 0) return;
    for (let s = starts[particle]; s < starts[particle + 1]; s++) {
      const o = 9 * places[neighbours[s]];
      if (o >= 9 * k || inverseMasses[neighbours[s]] === 0) continue;
      const b = 6 * springs[s];
      row[o] -= springBlocks[b];
      row[o + 1] -= springBlocks[b + 1];
      row[o + 2] -= springBlocks[b + 2];
      row[o + 3] -= springBlocks[b + 1];
      row[o + 4] -= springBlocks[b + 3];
      row[o + 5] -= springBlocks[b + 4];
      row[o + 6] -= springBlocks[b + 2];
      row[o + 7] -= springBlocks[b + 4];
      row[o + 8] -= springBlocks[b + 5];
    }
  }

  return {
    diagonal,
    springBlocks,
    factor() {
      for (let k = 0; k < n; k++) ends[k] = columns[k];
      for (let k = 0; k < n; k++) {
        setRow(k);
        eliminate(k, elimination.rowOf(k, path));
        for (let t = 0; t < 9; t++) {
          pivot[t] = row[9 * k + t];
          row[9 * k + t] = 0;
        }
        invertBlocks(pivot, 1);
        pivots.set(pivot, 9 * k);
      }
    },
    solve(z, r) {
      for (let k = 0; k < n; k++) for (let axis = 0; axis < 3; axis++) x[4 * k + axis] = r[4 * order[k] + axis];
      substitute();
      for (let k = 0; k < n; k++) for (let axis = 0; axis < 3; axis++) z[4 * order[k] + axis] = x[4 * k + axis];
    },
  };
}
