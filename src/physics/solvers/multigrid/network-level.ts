import { type LevelVectors, OMEGA } from '../../kernels/javascript/multigrid/level';
import {
  addBlock,
  BLOCK,
  invertBlock,
  subtractBlocks,
  subtractEdge,
} from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Arena } from '../../model/arena';
import type { Aggregates } from './aggregates';

/**
 * A coarse level on N aggregates: a spring network of M edges with symmetric positive semidefinite 3×3 blocks B, and nodes with
 * blocks G.
 *    A = Σ_edges (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ_nodes e_i e_iᵀ ⊗ G
 */
export interface NetworkLevel extends LevelVectors {
  readonly aggregates: Aggregates;
  /** 6 M; B of each edge. */
  readonly edgeBlocks: Float64Array;
}

export function createNetworkLevel(aggregates: Aggregates, arena: Arena): NetworkLevel {
  const n = aggregates.nodes;
  return {
    aggregates,
    edgeBlocks: arena.doubles(BLOCK * aggregates.strengths.length),
    nodeBlocks: arena.doubles(BLOCK * n),
    smoother: arena.doubles(BLOCK * n),
    x: arena.doubles(4 * n),
    r: arena.doubles(4 * n),
    b: arena.doubles(4 * n),
  };
}

/**
 * Galerkin's coarse matrix PᵀA P moves an aggregate as a rigid whole, so that all displacement jumps between aggregates: it is
 * too stiff and is divided by this.
 * Source: Braess, Towards Algebraic Multigrid for Elliptic Problems of Second Order.
 */
const OVERESTIMATE = 1.4;

/** Sets the blocks of a level to 0, before the next two functions add to them. */
export function clearBlocks({ edgeBlocks, nodeBlocks }: NetworkLevel): void {
  edgeBlocks.fill(0);
  nodeBlocks.fill(0);
}

/** Adds the block at from[f …] of a finer node to its aggregate. */
export function addFineNode(
  { aggregates, nodeBlocks }: NetworkLevel,
  node: number,
  from: Float64Array,
  f: number,
): void {
  const to = aggregates.ofNode[node];
  if (to >= 0) addBlock(nodeBlocks, BLOCK * to, 1 / OVERESTIMATE, from, f);
}

/** Adds the block of a finer edge to the edge that it is part of. */
export function addFineEdge(
  { aggregates, edgeBlocks }: NetworkLevel,
  edge: number,
  from: Float64Array,
  f: number,
): void {
  const to = aggregates.ofEdge[edge];
  if (to >= 0) addBlock(edgeBlocks, BLOCK * to, 1 / OVERESTIMATE, from, f);
}

/** Computes a level's blocks from those of the next finer one. */
export function coarsenNetwork(to: NetworkLevel, { aggregates, edgeBlocks, nodeBlocks }: NetworkLevel): void {
  clearBlocks(to);
  for (let i = 0; i < aggregates.nodes; i++) addFineNode(to, i, nodeBlocks, BLOCK * i);
  for (let j = 0; j < aggregates.strengths.length; j++) addFineEdge(to, j, edgeBlocks, BLOCK * j);
}

/** Computes ω D⁻¹. */
export function prepareNetworkSmoother({ aggregates, edgeBlocks, nodeBlocks, smoother }: NetworkLevel): void {
  const { ends, nodes } = aggregates;
  smoother.set(nodeBlocks);
  for (let end = 0; end < ends.length; end++) addBlock(smoother, BLOCK * ends[end], 1, edgeBlocks, BLOCK * (end >> 1));
  for (let i = 0; i < nodes; i++) invertBlock(smoother, BLOCK * i, OMEGA);
}

/** r := b − A x. */
export function networkResidual({ aggregates, edgeBlocks, nodeBlocks, x, r, b }: NetworkLevel): void {
  const { ends, nodes, strengths } = aggregates;
  subtractBlocks(r, b, nodeBlocks, x, nodes);
  for (let j = 0, m = strengths.length; j < m; j++)
    subtractEdge(r, edgeBlocks, BLOCK * j, x, 4 * ends[2 * j], 4 * ends[2 * j + 1]);
}

/** b of a level := Pᵀr of the finer nodes, where P moves all nodes of an aggregate alike. */
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

/** z += s P x. */
export function scatter({ aggregates, x }: NetworkLevel, z: Float64Array, s: number): void {
  const { ofNode } = aggregates;
  for (let i = 0; i < ofNode.length; i++) {
    const o = 4 * ofNode[i];
    if (o < 0) continue;
    z[4 * i] += s * x[o];
    z[4 * i + 1] += s * x[o + 1];
    z[4 * i + 2] += s * x[o + 2];
  }
}
