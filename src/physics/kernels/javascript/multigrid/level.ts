import type { Arena } from '../../../model/arena';
import { NEIGHBOURS } from '../../grid-net';
import type { MultigridLevel } from '../../kernel';
import { addBendingDiagonal, BENDING_SCALE, coarsenBending, subtractBending, WEIGHTS } from './bending';
import { addBlock, BLOCK, invertBlock, multiplyBlocks, subtractBlocks, subtractEdge } from './symmetric-blocks';

/** Edges of a node: to its neighbours on the right, below, below right and below left. */
const EDGES = 4;
/** Numbers of a node in `edgeBlocks`. */
const NODE = EDGES * BLOCK;
/** Weight ω of the Jacobi sweeps: they converge for ω < 1 on every level; 0.6 to 0.8 need about the same iterations. */
export const OMEGA = 0.7;

/** The length of a vector's tail. An edge that leads out of the net has a zero block; its other end lies in the tail. */
export function padding(columns: number): number {
  return 4 * (2 * columns + 2);
}

/** The vectors, the blocks of nodes and the smoother of a level. */
type LevelVectors = ReturnType<typeof createLevelVectors>;

/** @param n nodes, N @param size of a vector */
export function createLevelVectors(n: number, size: number, arena: Arena) {
  return {
    /** 6 N; G of each node. */
    nodeBlocks: arena.doubles(BLOCK * n),
    /** 6 N; ω D⁻¹, D the block diagonal of A; for bending see `addBendingDiagonal`. */
    smoother: arena.doubles(BLOCK * n),
    /** At least 4 N each: solution, residual, right side. */
    x: arena.doubles(size),
    r: arena.doubles(size),
    b: arena.doubles(size),
  };
}

/**
 * A coarse level on a grid: a spring network of N nodes, row by row. Its edges have symmetric positive semidefinite 3×3 blocks
 * B, its nodes blocks G.
 *    A = Σ_edges (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ_nodes e_i e_iᵀ ⊗ G + bending
 */
export type Level = ReturnType<typeof createLevel>;

export function createLevel(rows: number, columns: number, arena: Arena) {
  const n = rows * columns;
  return {
    ...createLevelVectors(n, 4 * n + padding(columns), arena),
    rows,
    columns,
    /** 24 N; B of each node's edges; 0 where an edge leads out of the net. */
    edgeBlocks: arena.doubles(NODE * n),
    /** 3 N; the weights of bending, if it `bends`. */
    bending: arena.doubles(WEIGHTS * n),
    bends: false,
  };
}

/** The operations of a level whose smoother is block Jacobi. @param residual r := b − A x */
export function blockJacobiLevel(
  { smoother, x, r, b }: Omit<LevelVectors, 'nodeBlocks'>,
  residual: () => void,
  transfers: Pick<MultigridLevel, 'restrict' | 'prolong'>,
): MultigridLevel {
  const n = smoother.length / BLOCK;
  return {
    ...transfers,
    residual,
    preSmooth() {
      multiplyBlocks(x, smoother, b, n, false);
      residual();
    },
    postSmooth() {
      residual();
      multiplyBlocks(x, smoother, r, n, true);
    },
  };
}

/** The index of the node at the end of an edge, or of a spring of the net, minus that of the node where it begins. */
export function reach(columns: number, edge: number): number {
  return NEIGHBOURS[edge].down * columns + NEIGHBOURS[edge].right;
}

/** Computes ω D⁻¹. */
export function prepareSmoother(level: Level): void {
  const { rows, columns, edgeBlocks, nodeBlocks, smoother } = level;
  const n = rows * columns;
  smoother.set(nodeBlocks);
  for (let edge = 0; edge < EDGES; edge++) {
    const step = reach(columns, edge);
    for (let i = 0; i + step < n; i++) {
      const o = NODE * i + BLOCK * edge;
      for (let k = 0; k < BLOCK; k++) {
        smoother[BLOCK * i + k] += edgeBlocks[o + k];
        smoother[BLOCK * (i + step) + k] += edgeBlocks[o + k];
      }
    }
  }
  if (level.bends) addBendingDiagonal(level, level.bending, smoother);
  for (let i = 0; i < n; i++) invertBlock(smoother, BLOCK * i, OMEGA);
}

/** r := b − A x. */
export function residual(level: Level): void {
  const { rows, columns, edgeBlocks, nodeBlocks, x, r, b } = level;
  const n = rows * columns;
  subtractBlocks(r, b, nodeBlocks, x, n);
  for (let edge = 0; edge < EDGES; edge++) {
    const step = 4 * reach(columns, edge);
    for (let i = 0, o = BLOCK * edge; i < 4 * n; i += 4, o += NODE) {
      subtractEdge(r, edgeBlocks, o, x, i, i + step);
    }
  }
  if (level.bends) subtractBending(level, level.bending, r, x);
}

/** b of the coarse level := Pᵀ r, where P interpolates bilinearly; r has `rows` × `columns` nodes. */
export function restrict(to: Level, r: Float64Array, rows: number, columns: number): void {
  const { b } = to;
  b.fill(0);
  for (let j = 0; j < rows; j++) {
    const below = (j & 1) * 4 * to.columns;
    for (let i = 0; i < columns; i++) {
      const right = (i & 1) * 4;
      const weight = (right === 0 ? 1 : 0.5) * (below === 0 ? 1 : 0.5);
      const from = 4 * (j * columns + i);
      const at = 4 * ((j >> 1) * to.columns + (i >> 1));
      addTo(b, at, weight, r, from);
      if (right > 0) addTo(b, at + right, weight, r, from);
      if (below > 0) addTo(b, at + below, weight, r, from);
      if (right > 0 && below > 0) addTo(b, at + below + right, weight, r, from);
    }
  }
}

/** to[t …] += weight · from[f …], three numbers. */
function addTo(to: Float64Array, t: number, weight: number, from: Float64Array, f: number): void {
  to[t] += weight * from[f];
  to[t + 1] += weight * from[f + 1];
  to[t + 2] += weight * from[f + 2];
}

/** z += s P x of the coarse level; z has `rows` × `columns` nodes. */
export function prolong(
  z: Float64Array,
  { x, columns: coarse }: Level,
  rows: number,
  columns: number,
  s: number,
): void {
  const weight = s / 4;
  for (let j = 0; j < rows; j++) {
    const below = (j & 1) * 4 * coarse;
    for (let i = 0; i < columns; i++) {
      // On a coarse node the four coincide; between two coarse nodes they are two pairs.
      const right = (i & 1) * 4;
      const to = 4 * (j * columns + i);
      const a = 4 * ((j >> 1) * coarse + (i >> 1));
      const b = a + right;
      const c = a + below;
      const d = c + right;
      z[to] += weight * (x[a] + x[b] + x[c] + x[d]);
      z[to + 1] += weight * (x[a + 1] + x[b + 1] + x[c + 1] + x[d + 1]);
      z[to + 2] += weight * (x[a + 2] + x[b + 2] + x[c + 2] + x[d + 2]);
    }
  }
}

/** Nodes along a side of the next coarser level: every other one, plus one beyond the end if n is even. */
export function coarser(n: number): number {
  return (n >> 1) + 1;
}

/*  Coarse node (I, J) lies on fine node (2I, 2J); interpolation between coarse nodes is bilinear. A coarse edge spans two fine
 *  ones; each of these has half its stretch, hence a quarter of its energy. Fine edges between two coarse rows are shared by
 *  both rows. The blocks of the coarse edges to the right are
 *    X_c(I, J) = ¼ Σ_{j = 2J−1 … 2J+1} s_j [X(2I, j) + X(2I+1, j)],  s = ½, 1, ½;
 *  edges down likewise; each diagonal is ¼ of the sum of the four in its cell; G_c = Pᵀ G P lumped onto the diagonal.
 *
 *  The functions below add each fine block to the coarse blocks that it contributes to. */

/**
 * Adds the block at from[f …] of an edge of fine node (i, j), column i of row j: 0 right, 1 below, 2 below right, 3 below left. Of one
 * along the net that lies between two coarse edges, both get half.
 */
export function addFineEdge(to: Level, edge: number, i: number, j: number, from: Float64Array, f: number): void {
  const column = edge === 3 ? ((i - 1) >> 1) + 1 : i >> 1;
  const o = NODE * ((j >> 1) * to.columns + column) + BLOCK * edge;
  const isBetween = edge < 2 && ((edge === 0 ? j : i) & 1) === 1;
  addBlock(to.edgeBlocks, o, isBetween ? 0.125 : 0.25, from, f);
  if (isBetween) addBlock(to.edgeBlocks, o + NODE * (edge === 0 ? to.columns : 1), 0.125, from, f);
}

/** Adds the block of fine node (i, j) to the coarse nodes that it is interpolated from, with their weights. */
export function addFineNode(to: Level, i: number, j: number, from: Float64Array, f: number): void {
  const right = i & 1;
  const below = j & 1;
  const weight = 1 / ((1 + right) * (1 + below));
  for (let J = 0; J <= below; J++) {
    for (let I = 0; I <= right; I++) {
      addBlock(to.nodeBlocks, BLOCK * (((j >> 1) + J) * to.columns + (i >> 1) + I), weight, from, f);
    }
  }
}

/** Rebuilds a level's blocks from those of the next finer one. */
export function coarsen(to: Level, from: Level): void {
  const { rows, columns, edgeBlocks, nodeBlocks } = from;
  to.bends = from.bends;
  if (to.bends) coarsenBending(to, to.bending, from, from.bending, BENDING_SCALE.ofOthers);
  to.edgeBlocks.fill(0);
  to.nodeBlocks.fill(0);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const node = j * columns + i;
      for (let edge = 0; edge < EDGES; edge++) {
        const { down, right } = NEIGHBOURS[edge];
        if (j + down < rows && i + right < columns && i + right >= 0)
          addFineEdge(to, edge, i, j, edgeBlocks, NODE * node + BLOCK * edge);
      }
      addFineNode(to, i, j, nodeBlocks, BLOCK * node);
    }
  }
}
