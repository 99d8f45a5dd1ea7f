import type { Arena } from '../../../model/arena';
import { NEIGHBOURS } from '../../grid-net';
import type { MultigridLevel } from '../../kernel';
import { addBendingDiagonal, subtractBending, WEIGHTS } from './bending';
import { BLOCK, invertBlock, multiplyBlocks, subtractBlocks, subtractEdge } from './symmetric-blocks';

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

/** The vectors, the blocks of nodes and the smoother of a level of N nodes. */
export interface LevelVectors {
  /** 6 N; G of each node. */
  readonly nodeBlocks: Float64Array;
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
