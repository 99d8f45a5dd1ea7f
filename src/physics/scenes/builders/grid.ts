/** Springs and triangles of a rectangular grid of particles. */
import { NEIGHBOURS, placeInNet } from '../../kernels/grid-net';
import { type Grid, SPRING_KINDS, type SpringKind } from '../../model/model';

/**
 * Springs that start at each particle, with index row · columns + column and row 0 at the top: to the neighbours along rows
 * and columns (structural), along the diagonals of the cells (shear) and to the second neighbours (bend).
 */
const DIRECTIONS: readonly { kind: SpringKind; down: number; right: number }[] = NEIGHBOURS.map((place, k) => ({
  kind: SPRING_KINDS[k >> 1],
  ...place,
}));

/**
 * Row by row, and in each row direction by direction. Successive springs then access neighbouring memory, but rarely the
 * same particle, whose first update a loop over the springs would have to wait for.
 * @param width of the grid at rest, m
 * @param height of the grid at rest, m
 * @returns of m springs the ends, 2m, at 2j and 2j + 1, the index into SPRING_KINDS, and the rest length, m
 */
export function gridSprings({ rows, columns }: Grid, width: number, height: number, kinds: readonly SpringKind[]) {
  const dx = width / (columns - 1);
  const dy = height / (rows - 1);
  const directions = DIRECTIONS.filter(({ kind }) => kinds.includes(kind)).map(({ kind, down, right }) => ({
    kind: SPRING_KINDS.indexOf(kind),
    down,
    first: Math.max(0, -right),
    last: Math.min(columns, columns - right),
    step: down * columns + right,
    length: length(right * dx, down * dy),
  }));
  const count = directions.reduce((sum, d) => sum + Math.max(0, rows - d.down) * Math.max(0, d.last - d.first), 0);
  const result = { pairs: new Uint32Array(2 * count), kinds: new Uint8Array(count), lengths: new Float64Array(count) };
  let j = 0;
  for (let row = 0; row < rows; row++) {
    for (const { kind, down, first, last, step, length } of directions) {
      if (row + down >= rows) continue;
      for (let column = first; column < last; column++, j++) {
        const a = row * columns + column;
        result.pairs[2 * j] = a;
        result.pairs[2 * j + 1] = a + step;
        result.kinds[j] = kind;
        result.lengths[j] = length;
      }
    }
  }
  return result;
}

/** Two triangles for each cell, 3 corners each, counter-clockwise with row 0 at the top and column 0 on the left. */
export function gridTriangles({ rows, columns }: Grid): Uint32Array {
  const triangles = new Uint32Array(6 * (rows - 1) * (columns - 1));
  let at = 0;
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const a = row * columns + column;
      const c = a + columns;
      triangles[at] = a;
      triangles[at + 1] = triangles[at + 4] = c;
      triangles[at + 2] = triangles[at + 3] = a + 1;
      triangles[at + 5] = c + 1;
      at += 6;
    }
  }
  return triangles;
}

/** The particles of a row, from left to right. */
export function particlesOfRow({ columns }: Grid, row = 0): number[] {
  return Array.from({ length: columns }, (_, column) => row * columns + column);
}

/** The particles of the left edge, from top to bottom. */
export function particlesOfLeftEdge({ rows, columns }: Grid): number[] {
  return Array.from({ length: rows }, (_, row) => row * columns);
}

/** The upper corners of a grid, then the lower ones. */
export function cornersOfGrid({ rows, columns }: Grid): number[] {
  return [0, columns - 1, (rows - 1) * columns, rows * columns - 1];
}

/** Positions of a grid at rest in the plane z = 0, 3 for each particle, m. */
export function flatGrid({ rows, columns }: Grid, width: number, height: number): Float64Array {
  const rest = new Float64Array(3 * rows * columns);
  for (let i = 0; i < rows * columns; i++) {
    rest[3 * i] = ((i % columns) * width) / (columns - 1);
    rest[3 * i + 1] = 0 - (Math.floor(i / columns) * height) / (rows - 1);
  }
  return rest;
}

/**
 * True if every spring is one that `gridSprings` makes for this grid, in any order and none twice. Springs may be missing
 * (cut ones), but not all along the rows or all along the columns: the size of the cloth follows from those.
 * @param origins of the particles that follow the grid, as in `SceneData`; springs along a slit may be there twice
 */
export function isGrid(
  grid: Grid,
  pairs: Uint32Array,
  kinds: Uint8Array,
  origins: ArrayLike<number> = NO_ORIGINS,
): boolean {
  const n = grid.rows * grid.columns;
  const seen = new Uint8Array(DIRECTIONS.length * n);
  const counts = DIRECTIONS.map(() => 0);
  for (let j = 0; j < kinds.length; j++) {
    const [a, b] = [wholeParticle(grid, pairs[2 * j], origins), wholeParticle(grid, pairs[2 * j + 1], origins)];
    const direction = placeInNet(grid, a, b);
    if (a >= n || b >= n || direction < 0 || SPRING_KINDS[kinds[j]] !== DIRECTIONS[direction].kind) return false;
    const index = DIRECTIONS.length * Math.min(a, b) + direction;
    if (seen[index] === 1 && origins.length === 0) return false;
    seen[index] = 1;
    counts[direction]++;
  }
  return counts[0] > 0 && counts[1] > 0;
}

const NO_ORIGINS: readonly number[] = [];

/** The particle of the grid that a particle is, or was split from. @param origins as in `SceneData` */
export function wholeParticle(
  { rows, columns }: Grid,
  particle: number,
  origins: ArrayLike<number> = NO_ORIGINS,
): number {
  return particle < rows * columns ? particle : origins[particle - rows * columns];
}

/** Exact if x or y is zero. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
