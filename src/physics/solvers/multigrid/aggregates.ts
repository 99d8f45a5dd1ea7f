import { runToEnd } from '../../slices';

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
  return first.map((i) => (i < 0 ? -1 : second[i]));
}

function* pair(network: Network): Generator<void, Aggregates, void> {
  const { ofNode, count } = pairNodes(network);
  yield;
  const joined = joinPairs(network, ofNode, count);
  yield;
  return { ...joined, ofNode };
}

/** The edges at each node i: `edges[from[i]]` to `edges[from[i + 1] − 1]`. */
function edgesAround(nodes: number, ends: Uint32Array): { from: Uint32Array; edges: Uint32Array } {
  const from = new Uint32Array(nodes + 1);
  for (let end = 0; end < ends.length; end++) from[ends[end] + 1]++;
  for (let i = 0; i < nodes; i++) from[i + 1] += from[i];
  const next = from.slice();
  const edges = new Uint32Array(ends.length);
  for (let end = 0; end < ends.length; end++) edges[next[ends[end]]++] = end >> 1;
  return { from, edges };
}

/** Pairs each node with its most strongly coupled unpaired neighbour; without one, it joins the pair of its strongest neighbour. */
function pairNodes({ nodes, ends, strengths }: Network): { ofNode: Int32Array; count: number } {
  const { from, edges } = edgesAround(nodes, ends);
  const ofNode = new Int32Array(nodes).fill(-1);
  let count = 0;
  for (let i = 0; i < nodes; i++) {
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
function joinPairs(network: Network, ofNode: Int32Array, count: number): Network & Pick<Aggregates, 'ofEdge'> {
  const { ends, strengths } = network;
  const m = strengths.length;
  const ofEdge = new Int32Array(m).fill(-1);
  const coarseEnds = new Uint32Array(2 * m);
  const coarseStrengths = new Float64Array(m);
  /** Edges so far at each pair, as a list: the last one of the pair, and the one before each. */
  const last = new Int32Array(count).fill(-1);
  const before = new Int32Array(m);
  const degrees = new Uint32Array(count);
  for (const node of ends) degrees[ofNode[node]]++;
  let edges = 0;
  for (let j = 0; j < m; j++) {
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
