import { createLevelVectors, OMEGA } from '../../kernels/javascript/multigrid/level';
import {
  addBlock,
  BLOCK,
  invertBlock,
  subtractBlocks,
  subtractEdge,
} from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { Arena } from '../../model/arena';
import { runToEnd } from '../../slices';

/**
 * A coarse level on N aggregates: a spring network of M edges with symmetric positive semidefinite 3×3 blocks B, and nodes with
 * blocks G.
 *    A = Σ_edges (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ_nodes e_i e_iᵀ ⊗ G
 */
export type NetworkLevel = ReturnType<typeof createNetworkLevel>;

export function createNetworkLevel(aggregates: Aggregates, arena: Arena) {
  return {
    ...createLevelVectors(aggregates.nodes, 4 * aggregates.nodes, arena),
    aggregates,
    /** 6 M; B of each edge. */
    edgeBlocks: arena.doubles(BLOCK * aggregates.strengths.length),
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

/** N nodes joined by M edges. */
export interface Network {
  readonly nodes: number;
  /** 2M; the two different ends of edge j at 2j and 2j + 1. */
  readonly ends: Uint32Array;
  /** M; relative coupling strength of each edge. */
  readonly strengths: Float64Array;
}

/** A coarser network whose nodes are aggregates of the nodes of a finer one. */
export interface Aggregates extends Network {
  /** The aggregate of each finer node, or −1 if it has no edge. */
  readonly ofNode: Int32Array;
  /** The coarse edge that each finer edge is part of, or −1 if it lies within an aggregate. */
  readonly ofEdge: Int32Array;
}

/** Pairing passes per aggregate; an aggregate usually has 2³ = 8 nodes. */
const PAIRINGS = 3;

/** The next coarser network, by repeated pairing along strong edges, in slices. Allocates.
 *  Source: Notay, An Aggregation-Based Algebraic Multigrid Method. */
export function* aggregateInSlices(network: Network): Generator<void, Aggregates, void> {
  let coarse = yield* pair(network);
  for (let pairing = 1; pairing < PAIRINGS; pairing++) {
    const next = yield* pair(coarse);
    coarse = { ...next, ofNode: compose(coarse.ofNode, next.ofNode), ofEdge: compose(coarse.ofEdge, next.ofEdge) };
  }
  return coarse;
}

/** The same at once. */
export const aggregate = (network: Network): Aggregates => runToEnd(aggregateInSlices(network));

/** second[first[i]], or −1 if first[i] is −1. */
function compose(first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length);
  for (let i = 0; i < first.length; i++) both[i] = first[i] < 0 ? -1 : second[first[i]];
  return both;
}

/** Edges, and nodes, in a slice: some 20 ms. */
const EDGES = 2 ** 18;
const NODES = 2 ** 16;

function* pair(network: Network): Generator<void, Aggregates, void> {
  const { ofNode, count } = yield* pairNodes(network);
  yield;
  const joined = yield* joinPairs(network, ofNode, count);
  yield;
  return { ...joined, ofNode };
}

/** The edges at each node i: `edges[from[i]]` to `edges[from[i + 1] − 1]`. */
function* edgesAround(
  nodes: number,
  ends: Uint32Array,
): Generator<void, { from: Uint32Array; edges: Uint32Array }, void> {
  const from = new Uint32Array(nodes + 1);
  for (let end = 0; end < ends.length; end++) from[ends[end] + 1]++;
  for (let i = 0; i < nodes; i++) from[i + 1] += from[i];
  yield;
  const next = from.slice();
  const edges = new Uint32Array(ends.length);
  for (let end = 0; end < ends.length; end++) {
    if (end % (4 * EDGES) === 4 * EDGES - 1) yield;
    edges[next[ends[end]]++] = end >> 1;
  }
  return { from, edges };
}

/** Pairs each node with its most strongly coupled unpaired neighbour; without one, it joins the pair of its strongest neighbour. */
function* pairNodes({ nodes, ends, strengths }: Network): Generator<void, { ofNode: Int32Array; count: number }, void> {
  const { from, edges } = yield* edgesAround(nodes, ends);
  yield;
  const ofNode = new Int32Array(nodes).fill(-1);
  let count = 0;
  for (let i = 0; i < nodes; i++) {
    if (i % NODES === NODES - 1) yield;
    if (ofNode[i] >= 0) continue;
    let unpaired = -1;
    let any = -1;
    let strongestUnpaired = 0;
    let strongest = 0;
    for (let at = from[i]; at < from[i + 1]; at++) {
      const strength = strengths[edges[at]];
      const other = otherEnd(ends, edges[at], i);
      if (strength > strongest) {
        strongest = strength;
        any = other;
      }
      if (ofNode[other] < 0 && strength > strongestUnpaired) {
        strongestUnpaired = strength;
        unpaired = other;
      }
    }
    if (unpaired >= 0) ofNode[i] = ofNode[unpaired] = count++;
    else if (any >= 0) ofNode[i] = ofNode[any];
  }
  return { ofNode, count };
}

function otherEnd(ends: Uint32Array, edge: number, end: number): number {
  return ends[2 * edge] === end ? ends[2 * edge + 1] : ends[2 * edge];
}

/** Merges all edges between the same two pairs into one and adds up their strengths. */
function* joinPairs(
  network: Network,
  ofNode: Int32Array,
  count: number,
): Generator<void, Network & Pick<Aggregates, 'ofEdge'>, void> {
  const { ends, strengths } = network;
  const m = strengths.length;
  const ofEdge = new Int32Array(m).fill(-1);
  const coarseEnds = new Uint32Array(2 * m);
  const coarseStrengths = new Float64Array(m);
  /** Edges so far at each pair, as a list: the last one of the pair, and the one before each. */
  const last = new Int32Array(count).fill(-1);
  const before = new Int32Array(m);
  const degrees = new Uint32Array(count);
  for (let end = 0; end < ends.length; end++) degrees[ofNode[ends[end]]]++;
  yield;
  let edges = 0;
  for (let j = 0; j < m; j++) {
    if (j % EDGES === EDGES - 1) yield;
    const a = Math.min(ofNode[ends[2 * j]], ofNode[ends[2 * j + 1]]);
    const b = Math.max(ofNode[ends[2 * j]], ofNode[ends[2 * j + 1]]);
    if (a === b) continue;
    // The shorter list: the other may have thousands, at the hub of a wheel.
    const at = degrees[a] < degrees[b] ? a : b;
    let edge = last[at];
    while (edge >= 0 && (coarseEnds[2 * edge] !== a || coarseEnds[2 * edge + 1] !== b)) edge = before[edge];
    if (edge < 0) {
      edge = edges++;
      coarseEnds[2 * edge] = a;
      coarseEnds[2 * edge + 1] = b;
      before[edge] = last[at];
      last[at] = edge;
    }
    ofEdge[j] = edge;
    coarseStrengths[edge] += strengths[j];
  }
  return { nodes: count, ends: coarseEnds.slice(0, 2 * edges), strengths: coarseStrengths.slice(0, edges), ofEdge };
}
