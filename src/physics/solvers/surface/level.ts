/** The matrix of one level: blocks between the ends of edges, and a multiple of a matrix of numbers. */
import { BLOCK, invertBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { SurfaceLevel } from '../../kernels/surface';
import type { Arena } from '../../model/arena';
import type { SparseRows } from './coarse-nodes';

/** 4 bytes each: numbers of a node and of a neighbour, and of all arrays together what each is rounded up to. */
const BYTES = { node: 4 * (12 + 12 + 8), neighbour: 4 * 13, entry: 8, more: 1 << 12 };

/** A level, and how its matrix is set. */
export type LevelMatrix = ReturnType<typeof createLevelMatrix>;

/** Bytes of a level. @param m edges @param entries of B */
export function levelBytes(n: number, m: number, entries: number): number {
  return BYTES.node * n + 2 * BYTES.neighbour * m + BYTES.entry * entries + BYTES.more;
}

/** @param edges 2m; different ends @param B symmetric */
export function createLevelMatrix(n: number, edges: ArrayLike<number>, B: SparseRows, arena: Arena) {
  const m = edges.length / 2;
  const floats = (count: number) => arena.floats(count) as Float32Array;
  const level: SurfaceLevel = {
    n,
    inverted: floats(12 * n),
    starts: arena.indices(n + 1),
    middles: arena.indices(n),
    neighbours: arena.indices(2 * m),
    /** 6(n + m), in double precision; the diagonal blocks, then those that the ends of each edge have in common; for `update`. */
    blocks: floats(24 * m),
    rows: arena.indices(n + 1),
    rowMiddles: arena.indices(n),
    columns: arena.indices(B.columns.length),
    values: floats(B.columns.length),
    x: floats(4 * n),
    b: floats(4 * n),
    r: floats(4 * n),
  };
  const blocks = new Float64Array(BLOCK * (n + m));
  const places = setNeighbours(level, edges);
  const diagonal = setRows(level, B);
  /** Of B; a factor that is passed to a compiled loop would be an object in each call. */
  const entries = Float64Array.from(level.values);
  let present = 1;
  const own = new Float64Array(BLOCK);

  return {
    level,
    blocks,
    /** Takes the blocks over, and this multiple of B. */
    update(factor: number) {
      if (factor !== present) for (let s = 0; s < entries.length; s++) level.values[s] = factor * entries[s];
      present = factor;
      for (let i = 0; i < n; i++) {
        const moves = blocks[BLOCK * i] > 0;
        for (let t = 0; t < BLOCK; t++) {
          own[t] = moves ? blocks[BLOCK * i + t] + (t === 0 || t === 3 || t === 5 ? factor * diagonal[i] : 0) : 0;
        }
        invertBlock(own, 0, 1);
        setColumns(level.inverted, 12 * i, own, 0);
      }
      for (let s = 0; s < places.length; s++) setColumns(level.blocks, 12 * s, blocks, places[s]);
    },
  };
}

/** Three columns of four from xx, xy, xz, yy, yz, zz. */
function setColumns(to: Float32Array, t: number, from: Float64Array, f: number): void {
  to[t] = from[f];
  to[t + 1] = to[t + 4] = from[f + 1];
  to[t + 2] = to[t + 8] = from[f + 2];
  to[t + 5] = from[f + 3];
  to[t + 6] = to[t + 9] = from[f + 4];
  to[t + 10] = from[f + 5];
}

/** Sets the neighbours of each node, ascending. @returns where the block of each is */
function setNeighbours({ n, starts, middles, neighbours }: SurfaceLevel, edges: ArrayLike<number>): Uint32Array {
  const at: [number, number][][] = Array.from({ length: n }, () => []);
  for (let end = 0; end < edges.length; end++) at[edges[end]].push([edges[end ^ 1], BLOCK * (n + (end >> 1))]);
  const places = new Uint32Array(edges.length);
  let s = 0;
  at.forEach((row, i) => {
    row.sort(([a, p], [b, q]) => a - b || p - q);
    middles[i] = s + row.filter(([k]) => k < i).length;
    for (const [k, place] of row) {
      neighbours[s] = 16 * k;
      places[s++] = place;
    }
    starts[i + 1] = s;
  });
  return places;
}

/** Sets the entries of B that are not on its diagonal. @returns the diagonal */
function setRows({ n, rows, rowMiddles, columns, values }: SurfaceLevel, B: SparseRows): Float64Array {
  const diagonal = new Float64Array(n);
  let to = 0;
  for (let i = 0; i < n; i++) {
    rowMiddles[i] = to;
    for (let s = B.starts[i]; s < B.starts[i + 1]; s++) {
      const k = B.columns[s];
      if (k === i) {
        diagonal[i] = B.values[s];
        continue;
      }
      columns[to] = 16 * k;
      values[to++] = B.values[s];
      if (k < i) rowMiddles[i] = to;
    }
    rows[i + 1] = to;
  }
  return diagonal;
}
