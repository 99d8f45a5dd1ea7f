import { couplingOf, reverseCuthillMcKee } from '../../statics/coupling';
import type { World } from '../../world/world';

/** Where the matrix of an implicit step may have entries that aren't 0, block by 3×3 block; of what moves freely. */
export interface MatrixPattern {
  /** Particles: rows and columns of blocks. */
  size: number;
  /** Blocks that may not be 0. */
  blocks: number;
  /** Numbers in them: nine each. */
  entries: number;
  /** Blocks from the diagonal to the outermost one, as the particles are numbered. */
  bandwidth: number;
  /** The same in the order in which a factorization takes them. */
  reordered: number;
  /** Rows and columns of `density`: one for each particle, or fewer where there are many. */
  cells: number;
  /** cells²; row by row; the part of a cell's blocks that may not be 0. */
  density: Float32Array;
}

/** Cells that a picture can show. */
const MOST_CELLS = 128;

export function matrixPattern(world: World): MatrixPattern {
  const { particleCount, inverseMasses } = world.model;
  const coupling = couplingOf(world);
  const isFree = (i: number) => inverseMasses[i] !== 0;
  const free = Array.from({ length: particleCount }, (_, i) => i).filter(isFree);
  const size = free.length;
  const cells = Math.min(size, MOST_CELLS);
  const density = new Float32Array(cells * cells);
  /** Blocks of the matrix in each cell. */
  const areas = new Float32Array(cells);
  const cellOf = (place: number) => Math.floor((place * cells) / size);
  for (let place = 0; place < size; place++) areas[cellOf(place)]++;
  let blocks = 0;

  const walk = (order: ArrayLike<number>, visit: (row: number, column: number) => void): number => {
    const places = new Int32Array(particleCount);
    for (let place = 0; place < size; place++) places[order[place]] = place;
    let width = 0;
    for (let row = 0; row < size; row++) {
      visit(row, row);
      for (let s = coupling.starts[order[row]]; s < coupling.starts[order[row] + 1]; s++) {
        const column = places[coupling.neighbours[s]];
        visit(row, column);
        width = Math.max(width, Math.abs(row - column));
      }
    }
    return width;
  };
  const bandwidth = walk(free, (row, column) => {
    blocks++;
    const [r, c] = [cellOf(row), cellOf(column)];
    density[r * cells + c] += 1 / (areas[r] * areas[c]);
  });
  const reordered = walk(reverseCuthillMcKee(coupling, isFree), () => {});
  return { size, blocks, entries: 9 * blocks, bandwidth, reordered, cells, density };
}
