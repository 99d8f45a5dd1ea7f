import { COARSEST } from '../../kernels/javascript/multigrid';
import { blockJacobiLevel } from '../../kernels/javascript/multigrid/level';
import type { Arena } from '../../model/arena';
import { type Aggregates, aggregateInSlices, type Network } from './aggregates';
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

/** Ever coarser networks, in slices. */
export function* aggregateLevels(network: Network): Generator<void, Aggregates[], void> {
  const levels: Aggregates[] = [];
  let finer = network;
  do {
    const coarser = yield* aggregateInSlices(finer);
    levels.push(coarser);
    finer = coarser;
  } while (finer.nodes > COARSEST && finer.strengths.length > 0);
  return levels;
}

/**
 * Symmetric and positive definite for the reasons given in `cycle.ts`, however the coarse blocks are scaled. Allocates.
 * @param networks a result of `aggregateLevels`
 */
export function createNetworkCycle(networks: readonly Aggregates[], arena: Arena): NetworkCycle {
  const levels = networks.map((network) => createNetworkLevel(network, arena));
  const operations = levels.map((level, i) =>
    blockJacobiLevel(level, () => networkResidual(level), {
      restrict: () => gather(levels[i + 1], level.r),
      prolong: (s) => scatter(levels[i + 1], level.x, s),
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
      scatter(levels[0], z, 1);
    },
  };
}
