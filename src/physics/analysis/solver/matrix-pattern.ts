import { couplingOf, reverseCuthillMcKee } from '../../statics/coupling';
import type { World } from '../../world/world';

/** Sparsity pattern of the matrix of an implicit step, by 3×3 blocks, for the free particles. */
export interface MatrixPattern {
  /** Free particles: rows and columns of blocks. */
  size: number;
  /** Number of nonzero blocks. */
  blocks: number;
  /** Their entries: nine per block. */
  entries: number;
  /** Largest distance of a block from the diagonal, with the particles in their own order. */
  bandwidth: number;
  /** The same in the order of a factorization. */
  reordered: number;
  /** Rows and columns of `density`: one per particle, at most 128. */
  cells: number;
  /** cells², row by row; the part of nonzero blocks in each cell. */
  density: Float32Array;
}

/** Largest number of displayed rows. */
const MAX_CELLS = 128;

export function matrixPattern(world: World): MatrixPattern {
  const { particleCount, inverseMasses } = world.model;
  const coupling = couplingOf(world);
  const isFree = (i: number) => inverseMasses[i] !== 0;
  const free = Array.from({ length: particleCount }, (_, i) => i).filter(isFree);
  const size = free.length;
  const cells = Math.min(size, MAX_CELLS);
  const density = new Float32Array(cells * cells);
  /** Rows of blocks in each cell. */
  const areas = new Float32Array(cells);
  const cellOf = (index: number) => Math.floor((index * cells) / size);
  for (let index = 0; index < size; index++) areas[cellOf(index)]++;
  let blocks = 0;

  const visitBlocks = (order: ArrayLike<number>, visit: (row: number, column: number) => void): number => {
    const indices = new Int32Array(particleCount);
    for (let index = 0; index < size; index++) indices[order[index]] = index;
    let width = 0;
    for (let row = 0; row < size; row++) {
      visit(row, row);
      for (let s = coupling.starts[order[row]]; s < coupling.starts[order[row] + 1]; s++) {
        const column = indices[coupling.neighbours[s]];
        visit(row, column);
        width = Math.max(width, Math.abs(row - column));
      }
    }
    return width;
  };
  const bandwidth = visitBlocks(free, (row, column) => {
    blocks++;
    const [r, c] = [cellOf(row), cellOf(column)];
    density[r * cells + c] += 1 / (areas[r] * areas[c]);
  });
  const reordered = visitBlocks(reverseCuthillMcKee(coupling, isFree), () => {});
  return { size, blocks, entries: 9 * blocks, bandwidth, reordered, cells, density };
}
