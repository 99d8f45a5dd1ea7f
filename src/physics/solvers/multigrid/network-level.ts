import type { Arena } from '../../model/arena';
import type { Aggregates } from './aggregates';
import { OMEGA } from './level';
import { addBlock, BLOCK, invertBlock } from './symmetric-blocks';

/**
 * A coarse level on N aggregates, a spring network itself: M edges with symmetric positive semidefinite 3×3 blocks B, each node
 * on a ground spring with a block G.
 *    A = Σ_edges (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ_nodes e_i e_iᵀ ⊗ G
 */
export interface NetworkLevel {
  readonly aggregates: Aggregates;
  /** 6 M; B of each edge. */
  readonly edges: Float64Array;
  /** 6 N; G of each node. */
  readonly ground: Float64Array;
  /** 6 N; ω D⁻¹, where D is the block diagonal of A. */
  readonly smoother: Float64Array;
  /** 4 N; x, and the right side and the residual. */
  readonly x: Float64Array;
  readonly r: Float64Array;
  readonly b: Float64Array;
}

export function createNetworkLevel(aggregates: Aggregates, arena: Arena): NetworkLevel {
  const n = aggregates.nodes;
  return {
    aggregates,
    edges: arena.doubles(BLOCK * aggregates.strengths.length),
    ground: arena.doubles(BLOCK * n),
    smoother: arena.doubles(BLOCK * n),
    x: arena.doubles(4 * n),
    r: arena.doubles(4 * n),
    b: arena.doubles(4 * n),
  };
}

/**
 * Moved alike, an aggregate feels the sum of all blocks that lead out of it: that is Galerkin's coarse matrix. It is too stiff,
 * for in truth the displacement of neighbours does not change by leaps: it is divided by this.
 * Source: Braess, Towards Algebraic Multigrid for Elliptic Problems of Second Order.
 */
const OVERESTIMATE = 1.4;

/** Empties the blocks of a level, for the next two to fill. */
export function clearBlocks({ edges, ground }: NetworkLevel): void {
  edges.fill(0);
  ground.fill(0);
}

/** Adds the block at `f` of `from` of a finer node to the ground of its aggregate. */
export function spreadGround({ aggregates, ground }: NetworkLevel, node: number, from: Float64Array, f: number): void {
  const to = aggregates.ofNode[node];
  if (to >= 0) addBlock(ground, BLOCK * to, 1 / OVERESTIMATE, from, f);
}

/** Adds that of a finer edge. */
export function spreadEdge({ aggregates, edges }: NetworkLevel, edge: number, from: Float64Array, f: number): void {
  const to = aggregates.ofEdge[edge];
  if (to >= 0) addBlock(edges, BLOCK * to, 1 / OVERESTIMATE, from, f);
}

/** Rebuilds a level from the one above it. */
export function coarsenNetwork(to: NetworkLevel, { aggregates, edges, ground }: NetworkLevel): void {
  clearBlocks(to);
  for (let i = 0; i < aggregates.nodes; i++) spreadGround(to, i, ground, BLOCK * i);
  for (let j = 0; j < aggregates.strengths.length; j++) spreadEdge(to, j, edges, BLOCK * j);
}

/** Finds ω D⁻¹. */
export function prepareNetworkSmoother({ aggregates, edges, ground, smoother }: NetworkLevel): void {
  const { ends, nodes } = aggregates;
  smoother.set(ground);
  for (let end = 0; end < ends.length; end++) addBlock(smoother, BLOCK * ends[end], 1, edges, BLOCK * (end >> 1));
  for (let i = 0; i < nodes; i++) invertBlock(smoother, BLOCK * i, OMEGA);
}

/** r := b − A x. */
export function networkResidual({ aggregates, edges, ground, x, r, b }: NetworkLevel): void {
  const { ends, nodes, strengths } = aggregates;
  for (let i = 0; i < nodes; i++) {
    const o = BLOCK * i;
    const u = x[4 * i];
    const v = x[4 * i + 1];
    const w = x[4 * i + 2];
    r[4 * i] = b[4 * i] - (ground[o] * u + ground[o + 1] * v + ground[o + 2] * w);
    r[4 * i + 1] = b[4 * i + 1] - (ground[o + 1] * u + ground[o + 3] * v + ground[o + 4] * w);
    r[4 * i + 2] = b[4 * i + 2] - (ground[o + 2] * u + ground[o + 4] * v + ground[o + 5] * w);
  }
  for (let j = 0, m = strengths.length; j < m; j++) {
    const o = BLOCK * j;
    const i = 4 * ends[2 * j];
    const k = 4 * ends[2 * j + 1];
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

/** b of a level := Pᵀr of the finer nodes, where P moves all of an aggregate alike. */
export function gather({ aggregates, b }: NetworkLevel, r: Float64Array): void {
  const { ofNode } = aggregates;
  b.fill(0);
  for (let i = 0; i < ofNode.length; i++) {
    const o = 4 * ofNode[i];
    if (o < 0) continue;
    b[o] += r[4 * i];
    b[o + 1] += r[4 * i + 1];
    b[o + 2] += r[4 * i + 2];
  }
}

/** z += P x. */
export function scatter({ aggregates, x }: NetworkLevel, z: Float64Array): void {
  const { ofNode } = aggregates;
  for (let i = 0; i < ofNode.length; i++) {
    const o = 4 * ofNode[i];
    if (o < 0) continue;
    z[4 * i] += x[o];
    z[4 * i + 1] += x[o + 1];
    z[4 * i + 2] += x[o + 2];
  }
}
