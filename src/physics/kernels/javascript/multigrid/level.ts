import type { Arena } from '../../../model/arena';
import type { MultigridLevel } from '../../kernel';
import { addBendingDiagonal, subtractBending, WEIGHTS } from './bending';
import { BLOCK, invertBlock, multiplyBlocks } from './symmetric-blocks';

/** Edges of a node: to its neighbours on the right, below, below right and below left. */
export const EDGES = 4;
/** Numbers of a node in `edgeBlocks`. */
export const NODE = EDGES * BLOCK;
/** Weight ω of the Jacobi sweeps: they converge for ω < 1 on every level; 0.6 to 0.8 need about the same iterations. */
export const OMEGA = 0.7;

/** The length of a vector's tail. An edge that leads out of the net has a zero block; its other end lies in the tail. */
export function padding(columns: number): number {
  return 4 * (2 * columns + 2);
}

/** The vectors and the smoother of a level of N nodes. */
export interface LevelVectors {
  /** 6 N; ω D⁻¹, D the block diagonal of A; for bending see `addBendingDiagonal`. */
  readonly smoother: Float64Array;
  /** At least 4 N each: solution, residual, right side. */
  readonly x: Float64Array;
  readonly r: Float64Array;
  readonly b: Float64Array;
}

/**
 * A coarse level on a grid: a spring network of N nodes, row by row. Its edges have symmetric positive semidefinite 3×3 blocks
 * B, its nodes blocks G.
 *    A = Σ_edges (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ_nodes e_i e_iᵀ ⊗ G + bending
 */
export interface Level extends LevelVectors {
  readonly rows: number;
  readonly columns: number;
  /** 24 N; B of each node's edges; 0 where an edge leads out of the net. */
  readonly edgeBlocks: Float64Array;
  /** 6 N; G of each node. */
  readonly nodeBlocks: Float64Array;
  /** 3 N; the weights of bending, if it `bends`. */
  readonly bending: Float64Array;
  bends: boolean;
}

export function createLevel(rows: number, columns: number, arena: Arena): Level {
  const n = rows * columns;
  const vector = () => arena.doubles(4 * n + padding(columns));
  return {
    rows,
    columns,
    edgeBlocks: arena.doubles(NODE * n),
    nodeBlocks: arena.doubles(BLOCK * n),
    bending: arena.doubles(WEIGHTS * n),
    bends: false,
    smoother: arena.doubles(BLOCK * n),
    x: vector(),
    r: vector(),
    b: vector(),
  };
}

/** The operations of a level whose smoother is block Jacobi. @param residual r := b − A x */
export function blockJacobiLevel(
  { smoother, x, r, b }: LevelVectors,
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

/** The index of an edge's other end minus that of its node. */
function reach(columns: number, edge: number): number {
  return edge === 0 ? 1 : columns + (edge === 1 ? 0 : edge === 2 ? 1 : -1);
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
  for (let i = 0; i < n; i++) {
    const o = BLOCK * i;
    const u = x[4 * i];
    const v = x[4 * i + 1];
    const w = x[4 * i + 2];
    r[4 * i] = b[4 * i] - (nodeBlocks[o] * u + nodeBlocks[o + 1] * v + nodeBlocks[o + 2] * w);
    r[4 * i + 1] = b[4 * i + 1] - (nodeBlocks[o + 1] * u + nodeBlocks[o + 3] * v + nodeBlocks[o + 4] * w);
    r[4 * i + 2] = b[4 * i + 2] - (nodeBlocks[o + 2] * u + nodeBlocks[o + 4] * v + nodeBlocks[o + 5] * w);
  }
  for (let edge = 0; edge < EDGES; edge++) {
    const step = 4 * reach(columns, edge);
    for (let i = 0, o = BLOCK * edge; i < 4 * n; i += 4, o += NODE) {
      const k = i + step;
      const u = x[i] - x[k];
      const v = x[i + 1] - x[k + 1];
      const w = x[i + 2] - x[k + 2];
      const xy = edgeBlocks[o + 1];
      const xz = edgeBlocks[o + 2];
      const yz = edgeBlocks[o + 4];
      const fx = edgeBlocks[o] * u + xy * v + xz * w;
      const fy = xy * u + edgeBlocks[o + 3] * v + yz * w;
      const fz = xz * u + yz * v + edgeBlocks[o + 5] * w;
      r[i] -= fx;
      r[i + 1] -= fy;
      r[i + 2] -= fz;
      r[k] += fx;
      r[k + 1] += fy;
      r[k + 2] += fz;
    }
  }
  if (level.bends) subtractBending(level, level.bending, r, x);
}
