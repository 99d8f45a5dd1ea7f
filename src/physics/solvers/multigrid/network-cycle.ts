import type { Arena } from '../../model/arena';
import { type Aggregates, aggregate, type Network } from './aggregates';
import {
  coarsenNetwork,
  createNetworkLevel,
  gather,
  type NetworkLevel,
  networkResidual,
  prepareNetworkSmoother,
  scatter,
} from './network-level';
import { multiplyBlocks } from './symmetric-blocks';

/** Nodes of the coarsest level, at most, where there are edges left, and the sweeps that stand in for its inverse. */
const COARSEST = 20;
const SWEEPS = 8;

/** A V-cycle over aggregates of the nodes of a network, and over aggregates of those. */
export interface NetworkCycle {
  /** Its blocks are those that come from the network itself: whoever owns that fills them in ahead of `assemble`. */
  readonly first: NetworkLevel;
  /** Builds the rest. */
  assemble(): void;
  /** z += P V(Pᵀ r), with 4 numbers a node of the network; P moves all of an aggregate alike. */
  addCorrection(z: Float64Array, r: Float64Array): void;
}

/** The cycle of `createGridMultigrid`, but for how its levels come about. It is symmetric and positive definite by the same
 *  reasons, however the coarse matrices are scaled: what a correction overshoots is still taken from a positive matrix.
 *  Allocates. */
export function createNetworkCycle(network: Network, arena: Arena): NetworkCycle {
  const levels: NetworkLevel[] = [];
  let above: Network = network;
  do {
    const aggregates: Aggregates = aggregate(above);
    levels.push(createNetworkLevel(aggregates, arena));
    above = aggregates;
  } while (above.nodes > COARSEST && above.strengths.length > 0);

  /** x of a level := V(b). */
  function solve(depth: number): void {
    const level = levels[depth];
    const { x, r, b, smoother, aggregates } = level;
    multiplyBlocks(x, smoother, b, aggregates.nodes, false);
    if (depth === levels.length - 1) {
      for (let sweep = 1; sweep < SWEEPS; sweep++) relax(level);
      return;
    }
    networkResidual(level);
    gather(levels[depth + 1], r);
    solve(depth + 1);
    scatter(levels[depth + 1], x);
    relax(level);
  }

  return {
    first: levels[0],
    assemble() {
      for (let depth = 0; depth < levels.length; depth++) {
        prepareNetworkSmoother(levels[depth]);
        if (depth + 1 < levels.length) coarsenNetwork(levels[depth + 1], levels[depth]);
      }
    },
    addCorrection(z, r) {
      gather(levels[0], r);
      solve(0);
      scatter(levels[0], z);
    },
  };
}

/** x += ω D⁻¹ (b − A x). */
function relax(level: NetworkLevel): void {
  networkResidual(level);
  multiplyBlocks(level.x, level.smoother, level.r, level.aggregates.nodes, true);
}
