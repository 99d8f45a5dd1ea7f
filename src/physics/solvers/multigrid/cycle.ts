import { COARSEST } from '../../kernels/javascript/multigrid';
import { blockJacobiLevel } from '../../kernels/javascript/multigrid/level';
import type { MultigridLevel } from '../../kernels/kernel';
import type { Arena } from '../../model/arena';
import {
  type Aggregates,
  aggregateInSlices,
  coarsenNetwork,
  createNetworkLevel,
  gather,
  type Network,
  networkResidual,
  prepareNetworkSmoother,
  scatter,
} from './network-level';

/** A way through the levels of multigrid. */
export interface Cycle {
  /** Corrections of a level from the next coarser one: 1 in a V-cycle, 2 in a W-cycle on its repeating levels. */
  readonly corrections: number;
  /** Factors s of the corrections on the finest level, and on repeating levels; elsewhere 1. */
  readonly ofFinest: number;
  readonly ofRepeating: number;
  /** Smoothing sweeps that replace the inverse on the coarsest level; an even number, so that the cycle is positive definite. */
  readonly sweeps: number;
  /** The finest level that may repeat; absent: the first coarse one. */
  readonly repeatsFrom?: number;
}

export const V_CYCLE: Cycle = { corrections: 1, ofFinest: 1, ofRepeating: 1, sweeps: 8 };

/** For folded nets. There the coarse springs are averages of springs in different directions: they are too stiff, hence
 *  s > 1, and one correction leaves errors that grow from level to level, hence two. */
export const W_CYCLE: Cycle = { corrections: 2, ofFinest: 1.2, ofRepeating: 1.5, sweeps: 4 };

/** The coarsest levels that never repeat: their few nodes cost as much time as many nodes of a finer level save. */
const ONCE = 3;

/** x of the finest level :≈ A⁻¹b. On every level, with one sweep of block Jacobi before and after a correction,
 *
 *    x = ωD⁻¹b;  e = cycle(Pᵀ(b − A x));  x += s P e;  x += ωD⁻¹(b − A x)
 *
 *  A repeating level does the last three twice.
 *
 *  Every level is a spring network, A = Σ (e_a − e_b)(e_a − e_b)ᵀ ⊗ B + Σ e_i e_iᵀ ⊗ G with B, G ≥ 0, plus the bending of the net
 *  and, on the net itself, contacts. D is the block diagonal of A, with half of the sums of absolute values over each row of bending
 *  and of contacts. Hence A ≤ 2D: the sweeps converge for ω < 1 on every level without an estimate of eigenvalues. The cycle C is then
 *  symmetric, I − C A = S X S with S = I − ωD⁻¹A and X = I − s P C' Pᵀ A, where C' is the cycle of the next coarser level; and
 *  positive definite, since it sets c < 0 to 0 even if A does not. On the net itself the filter restricts smoother, residual
 *  and correction to what can change. A repeating level has I − C A = S X S X S: C is positive definite as long as S X S ≥ −I,
 *  to which s P C' Pᵀ A ≤ 2 suffices. The sums of coarse springs keep it near s (held by a law on random nets with cuts), and
 *  those of bending are larger by s (`BENDING_SCALE` of the kernel).
 *  Sources: Briggs, Henson and McCormick, A Multigrid Tutorial; Tatebe, The Multigrid Preconditioned Conjugate Gradient
 *  Method, for the symmetry; Braess, Towards Algebraic Multigrid for Elliptic Problems of Second Order, for s.
 *  @param levels the finest first */
export function cycle(levels: readonly MultigridLevel[], way: Cycle): void {
  descend(levels, way, 0);
}

function descend(levels: readonly MultigridLevel[], way: Cycle, i: number): void {
  const level = levels[i];
  level.preSmooth();
  if (i === levels.length - 1) {
    for (let sweep = 1; sweep < way.sweeps; sweep++) level.postSmooth();
    return;
  }
  const repeats = i >= (way.repeatsFrom ?? 1) && i < levels.length - ONCE;
  const s = i === 0 ? way.ofFinest : repeats ? way.ofRepeating : 1;
  for (let left = repeats ? way.corrections : 1; left > 0; left--) {
    level.restrict();
    descend(levels, way, i + 1);
    level.prolong(s);
    level.postSmooth();
    if (left > 1) level.residual();
  }
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
 * A V-cycle over aggregates of the nodes of a network, over aggregates of those, and so on.
 * Symmetric and positive definite for the reasons given at `cycle`, however the coarse blocks are scaled. Allocates.
 * @param networks a result of `aggregateLevels`
 */
export function createNetworkCycle(networks: readonly Aggregates[], arena: Arena) {
  const levels = networks.map((network) => createNetworkLevel(network, arena));
  const operations = levels.map((level, i) =>
    blockJacobiLevel(level, () => networkResidual(level), {
      restrict: () => gather(levels[i + 1], level.r),
      prolong: (s) => scatter(levels[i + 1], level.x, s),
    }),
  );

  return {
    /** The first level. The caller sets its blocks before each `assemble`. */
    first: levels[0],
    /** Computes everything else from the blocks of the first level. */
    assemble() {
      for (let i = 0; i < levels.length; i++) {
        prepareNetworkSmoother(levels[i]);
        if (i + 1 < levels.length) coarsenNetwork(levels[i + 1], levels[i]);
      }
    },
    /** z += P V(Pᵀ r), with 4 numbers per node of the network; P moves all nodes of an aggregate alike. */
    addCorrection(z: Float64Array, r: Float64Array) {
      gather(levels[0], r);
      cycle(operations, V_CYCLE);
      scatter(levels[0], z, 1);
    },
  };
}
