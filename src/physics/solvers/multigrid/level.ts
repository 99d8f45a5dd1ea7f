import type { Arena } from '../../model/arena';
import { BLOCK, invertBlock } from './symmetric-blocks';

/** Edges of a node: to its neighbours on the right, below, below right and below left. */
export const EDGES = 4;
/** Numbers of a node in `edges`. */
export const NODE = EDGES * BLOCK;
/** Of the Jacobi sweeps: anything from 0.6 to 0.8 does about as well, and up to 1 they converge on every level. */
export const OMEGA = 0.7;

/** What vectors have behind their last node, so that an edge that leads out of the net, with a zero block, ends somewhere. */
export function padding(columns: number): number {
  return 4 * (2 * columns + 2);
}

/**
 * A coarse level, a spring network itself: N nodes, row by row, joined by edges with symmetric positive semidefinite 3×3
 * blocks B, each on a ground spring with a block G.
 *    A = Σ_edges (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ_nodes e_i e_iᵀ ⊗ G
 */
export interface Level {
  readonly rows: number;
  readonly columns: number;
  /** 24 N; B of the edges of each node; 0 where one leads out of the net. */
  readonly edges: Float64Array;
  /** 6 N; G of each. */
  readonly ground: Float64Array;
  /** 6 N; ω D⁻¹, where D is the block diagonal of A. */
  readonly smoother: Float64Array;
  /** 4 N and padding: x, and the right side, which becomes the residual. */
  readonly x: Float64Array;
  readonly r: Float64Array;
  readonly b: Float64Array;
}

export function createLevel(rows: number, columns: number, arena: Arena): Level {
  const n = rows * columns;
  const vector = () => arena.doubles(4 * n + padding(columns));
  return {
    rows,
    columns,
    edges: arena.doubles(NODE * n),
    ground: arena.doubles(BLOCK * n),
    smoother: arena.doubles(BLOCK * n),
    x: vector(),
    r: vector(),
    b: vector(),
  };
}

/** How far away in the numbering the other ends of a node's edges are. */
function reach(columns: number, edge: number): number {
  return edge === 0 ? 1 : columns + (edge === 1 ? 0 : edge === 2 ? 1 : -1);
}

/** Finds ω D⁻¹. */
export function prepareSmoother({ rows, columns, edges, ground, smoother }: Level): void {
  const n = rows * columns;
  smoother.set(ground);
  for (let edge = 0; edge < EDGES; edge++) {
    const step = reach(columns, edge);
    for (let i = 0; i + step < n; i++) {
      const o = NODE * i + BLOCK * edge;
      for (let k = 0; k < BLOCK; k++) {
        smoother[BLOCK * i + k] += edges[o + k];
        smoother[BLOCK * (i + step) + k] += edges[o + k];
      }
    }
  }
  for (let i = 0; i < n; i++) invertBlock(smoother, BLOCK * i, OMEGA);
}

/** r := b − A x. */
export function residual({ rows, columns, edges, ground, x, r, b }: Level): void {
  const n = rows * columns;
  for (let i = 0; i < n; i++) {
    const o = BLOCK * i;
    const u = x[4 * i];
    const v = x[4 * i + 1];
    const w = x[4 * i + 2];
    r[4 * i] = b[4 * i] - (ground[o] * u + ground[o + 1] * v + ground[o + 2] * w);
    r[4 * i + 1] = b[4 * i + 1] - (ground[o + 1] * u + ground[o + 3] * v + ground[o + 4] * w);
    r[4 * i + 2] = b[4 * i + 2] - (ground[o + 2] * u + ground[o + 4] * v + ground[o + 5] * w);
  }
  for (let edge = 0; edge < EDGES; edge++) {
    const step = 4 * reach(columns, edge);
    for (let i = 0, o = BLOCK * edge; i < 4 * n; i += 4, o += NODE) {
      const k = i + step;
      const u = x[i] - x[k];
      const v = x[i + 1] - x[k + 1];
      const w = x[i + 2] - x[k + 2];
      const xy = edges[o + 1];
      const xz = edges[o + 2];
      const yz = edges[o + 4];
      const fx = edges[o] * u + xy * v + xz * w;
      const fy = xy * u + edges[o + 3] * v + yz * w;
      const fz = xz * u + yz * v + edges[o + 5] * w;
      r[i] -= fx;
      r[i + 1] -= fy;
      r[i + 2] -= fz;
      r[k] += fx;
      r[k + 1] += fy;
      r[k + 2] += fz;
    }
  }
}
