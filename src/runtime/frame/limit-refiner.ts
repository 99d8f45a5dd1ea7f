/** Computes the limit on dt where the search for it has found a bound only, while the run rests. */
import type { Simulation, StabilityLimit } from '../../physics';
import type { Refinement } from '../../physics/analysis/stability/krylov-limit';
import { methodOf } from '../../physics/registry';

/** Time per frame, ms. */
const SLICE = 10;

interface LimitRefiner {
  /** Continues from a bound of the limit of the present state, for some milliseconds. @returns the limit; null: unfinished */
  advance(simulation: Simulation, bound: StabilityLimit): StabilityLimit | null;
  /** Gives up what is unfinished. */
  stop(): void;
}

/** Loads the code that computes limits when it is first needed. @param clock in ms */
export function createLimitRefiner(clock: () => number): LimitRefiner {
  let refinement: Refinement | null = null;
  let present: StabilityLimit | null = null;

  async function start({ world, state, integrator, definitions }: Simulation, bound: StabilityLimit): Promise<void> {
    present = bound;
    refinement = null;
    const method = methodOf(integrator, definitions);
    const copy = { positions: state.positions.slice(), velocities: state.velocities.slice(), time: 0 };
    const { createRefinement } = await import('../../physics/analysis/stability/krylov-limit');
    if (present === bound) refinement = createRefinement(world, copy, method, bound);
  }

  return {
    advance(simulation, bound) {
      // Without its code the bound stays.
      if (present !== bound) start(simulation, bound).catch(() => {});
      const begin = clock();
      return refinement?.advance(() => clock() - begin >= SLICE) ?? null;
    },
    stop() {
      present = refinement = null;
    },
  };
}
