/** A V-cycle on the particles of a surface and ever fewer of them, as a preconditioner. */

import { BLOCK, invertBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Interpolation, SurfaceLevel, SurfaceLoops } from '../../kernels/surface';
import type { Arena } from '../../model/arena';
import { between, cross } from '../../model/vectors';
import type { EquationsOfMotion, Preconditioner } from '../../world/world';
import { coarser, type SparseRows, type SurfaceNodes } from './coarse-nodes';
import {
  type BlockProduct,
  bendingMatrix,
  blockProduct,
  coarsenBlocks,
  coarsenRows,
  createSurfaceMatrix,
} from './surface-matrix';

/** Number of nodes up to which a level is the coarsest, and pairs of sweeps there. */
const FEW = 40;
const SWEEPS = 4;
/** A level with more of the nodes of the finer one than this share is of no use. */
const TOO_MANY = 0.7;

/** What leads from one level to the next coarser one. */
interface Step {
  /** Its nodes. */
  readonly count: number;
  readonly interpolation: SparseRows;
  readonly product: BlockProduct;
}

/** The levels of one matrix B of bending, and the loops over them. */
interface Levels {
  readonly loops: SurfaceLoops;
  readonly matrices: readonly LevelMatrix[];
  readonly interpolations: readonly Interpolation[];
}

/**
 * A on each level is that of springs and masses, and the sum of squares of the rows of bending, with the damping of bending as if it
 * were bending; of a coarser level it is PᵀAP with the interpolation P of `coarse-nodes.ts`. Each level has one sweep of Gauss–Seidel
 * forwards before, and one backwards after the correction by the next one: the cycle is symmetric, and positive definite since
 * every A is.
 * Sources: Briggs, Henson and McCormick, A Multigrid Tutorial, 2.3 and 8 (Galerkin); Trottenberg, Oosterlee and Schüller, Multigrid,
 * 10.2 (as a preconditioner).
 */
export function createSurfaceMultigrid(world: EquationsOfMotion): Preconditioner {
  const { particleCount: n } = world.model;
  const matrix = createSurfaceMatrix(world);
  let steps: Step[] = [];
  let levels: Levels | null = null;

  /** The levels for the matrix as it is; made when they, the pins, or what is coupled have changed. */
  function presentLevels(): Levels {
    if (levels && !matrix.isNew) return levels;
    const { ends, rows, isFree } = matrix;
    if (matrix.hasNewSprings) steps = stepsOf(surfaceNodes(world), ends);
    const matrices: SparseRows[] = [bendingMatrix(n, rows)];
    steps.forEach(({ interpolation, count }, k) => {
      matrices.push(coarsenRows(matrices[k], interpolation, count, k === 0 ? isFree : undefined));
    });
    levels = createLevels(world, ends, steps, matrices);
    return levels;
  }

  return {
    assemble(a, b) {
      matrix.set(a, b);
      const { matrices } = presentLevels();
      matrix.setBlocks(matrices[0].blocks);
      for (let k = 0; k < steps.length; k++)
        coarsenBlocks(steps[k].product, matrices[k].blocks, matrices[k + 1].blocks);
      for (let k = 0; k < matrices.length; k++) matrices[k].update(matrix.rows?.factor ?? 0);
    },
    apply(z, r) {
      if (!levels) return;
      const { level } = levels.matrices[0];
      level.b.set(r);
      cycle(levels, 0);
      z.set(level.x);
    },
  };
}

/** x of level k :≈ A⁻¹b. */
function cycle(levels: Levels, k: number): void {
  const { loops, matrices, interpolations } = levels;
  const { level } = matrices[k];
  level.x.fill(0);
  loops.firstSweep(level);
  if (k < interpolations.length) {
    const coarser = matrices[k + 1].level;
    loops.restrict(interpolations[k], level, coarser);
    cycle(levels, k + 1);
    loops.prolong(interpolations[k], level, coarser);
  }
  loops.sweep(level, false);
  for (let left = k < interpolations.length ? 0 : SWEEPS - 1; left > 0; left--) {
    loops.sweep(level, true);
    loops.sweep(level, false);
  }
}

function stepsOf(finest: SurfaceNodes, springs: Uint32Array): Step[] {
  const steps: Step[] = [];
  let nodes = finest;
  let edges: ArrayLike<number> = springs;
  while (nodes.count > FEW) {
    const next = coarser(nodes);
    const { count } = next.nodes;
    if (count > TOO_MANY * nodes.count) break;
    const product = blockProduct(nodes.count, edges, next.interpolation, count);
    steps.push({ count, interpolation: next.interpolation, product });
    nodes = next.nodes;
    edges = product.edges;
  }
  return steps;
}

function createLevels(
  { kernel, model }: EquationsOfMotion,
  ends: Uint32Array,
  steps: readonly Step[],
  matrices: SparseRows[],
): Levels {
  const { particleCount } = model;
  const edges = [ends, ...steps.map(({ product }) => product.edges)];
  const counts = [particleCount, ...steps.map(({ count }) => count)];
  let bytes = 0;
  for (const { interpolation } of steps)
    bytes += levelBytes(interpolation.starts.length, 0, interpolation.columns.length);
  matrices.forEach(({ columns }, k) => {
    bytes += levelBytes(counts[k], edges[k].length / 2, columns.length);
  });
  const loops = kernel.createSurfaceLoops(bytes);
  const { arena } = loops;
  return {
    loops,
    matrices: matrices.map((B, k) => createLevelMatrix(counts[k], edges[k], B, arena)),
    interpolations: steps.map(({ interpolation: { starts, columns, values } }) => {
      const P: Interpolation = {
        starts: arena.indices(starts.length),
        columns: arena.indices(columns.length),
        values: arena.floats(values.length) as Float32Array,
      };
      P.starts.set(starts);
      P.columns.set(columns.map((column) => 16 * column));
      P.values.set(values);
      return P;
    }),
  };
}

/** The particles at rest, joined by the sides of triangles, and those without a triangle by their springs. */
function surfaceNodes({ model }: EquationsOfMotion): SurfaceNodes {
  const { particleCount: count, springs, surface, membrane } = model;
  const triangles = surface.length > 0 ? surface : (membrane?.triangles ?? surface);
  const at = membrane?.rest ?? new Float64Array(3 * count);
  const normals = new Float64Array(3 * count);
  const edges: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    edges.push(a, b, b, c, c, a);
    const normal = cross(between(at, a, b), between(at, a, c));
    for (const corner of [a, b, c]) for (let axis = 0; axis < 3; axis++) normals[3 * corner + axis] += normal[axis];
  }
  const isCorner = new Uint8Array(count);
  for (const corner of triangles) isCorner[corner] = 1;
  for (let end = 0; end < springs.length; end += 2) {
    if (!isCorner[springs[end]] || !isCorner[springs[end + 1]]) edges.push(springs[end], springs[end + 1]);
  }
  return { count, at, normals, edges };
}

// The matrix of one level: blocks between the ends of edges, and a multiple of a matrix of numbers.

/** 4 bytes each: numbers of a node and of a neighbour, and of all arrays together what each is rounded up to. */
const BYTES = { node: 4 * (12 + 12 + 8), neighbour: 4 * 13, entry: 8, more: 1 << 12 };

/** A level, and how its matrix is set. */
type LevelMatrix = ReturnType<typeof createLevelMatrix>;

/** Bytes of a level. @param m edges @param entries of B */
function levelBytes(n: number, m: number, entries: number): number {
  return BYTES.node * n + 2 * BYTES.neighbour * m + BYTES.entry * entries + BYTES.more;
}

/** @param edges 2m; different ends @param B symmetric */
function createLevelMatrix(n: number, edges: ArrayLike<number>, B: SparseRows, arena: Arena) {
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
