import { COARSEST } from '../../kernels/javascript/multigrid';
import { blockJacobiLevel } from '../../kernels/javascript/multigrid/level';
import type { Arena } from '../../model/arena';
import { type Aggregates, aggregate, type Network } from './aggregates';
import { cycle, V_CYCLE } from './cycle';
import {
  coarsenNetwork,
  createNetworkLevel,
  gather,
  type NetworkLevel,
  networkResidual,
  prepareNetworkSmoother,
  scatter,
} from './network-level';

/** A V-cycle over aggregates of the nodes of a network, over aggregates of those, and so on. */
export interface NetworkCycle {
  /** The first level. The caller sets its blocks before each `assemble`. */
  readonly first: NetworkLevel;
  /** Computes everything else from the blocks of the first level. */
  assemble(): void;
  /** z += P V(Pᵀ r), with 4 numbers per node of the network; P moves all nodes of an aggregate alike. */
  addCorrection(z: Float64Array, r: Float64Array): void;
}

/** Symmetric and positive definite for the reasons given in `cycle.ts`, however the coarse blocks are scaled. Allocates. */
export function createNetworkCycle(network: Network, arena: Arena): NetworkCycle {
  const levels: NetworkLevel[] = [];
  let finer: Network = network;
  do {
    const aggregates: Aggregates = aggregate(finer);
    levels.push(createNetworkLevel(aggregates, arena));
    finer = aggregates;
  } while (finer.nodes > COARSEST && finer.strengths.length > 0);
  const operations = levels.map((level, i) =>
    blockJacobiLevel(level, () => networkResidual(level), {
      restrict: () => gather(levels[i + 1], level.r),
      prolong: (percent) => scatter(levels[i + 1], level.x, percent),
    }),
  );

  return {
    first: levels[0],
    assemble() {
      for (let i = 0; i < levels.length; i++) {
        prepareNetworkSmoother(levels[i]);
        if (i + 1 < levels.length) coarsenNetwork(levels[i + 1], levels[i]);
      }
    },
    addCorrection(z, r) {
      gather(levels[0], r);
      cycle(operations, V_CYCLE);
      scatter(levels[0], z, 100);
    },
  };
}
