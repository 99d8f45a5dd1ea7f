import { createLiveLimit, isFiniteState, type Simulation, type StabilityLimit } from '../physics/core';
import { methodOf } from '../physics/registry';
import type { Stability, Structure } from './protocol';

/** Least time between two looks at a run that nobody touches, ms. */
const PERIOD = 300;
/** A look that took long waits for so many times as long before the next. */
const SPARE = 40;
/** What the limit doesn't depend on. */
const IDLE = ['dt', 'speed'];

/**
 * Makes `stabilityOf(simulation, structure)`: how far dt is from its limit. The limit is looked for at once where pins,
 * cuts, parameters, the method, the hand or the surroundings have changed, now and then while the run goes on, and not at
 * all while it rests.
 * @param clock in ms
 */
export function createLimitWatch(clock: () => number) {
  let world: Simulation['world'] | null = null;
  let look: ReturnType<typeof createLiveLimit>;
  let limit: StabilityLimit = { dt: 0, omegaMax: 0, decayMax: 0 };
  let params: Simulation['params'] | null = null;
  let known: unknown[] = [];
  let step = -1;
  let next = 0;

  function hasChanged(simulation: Simulation, structure: Structure): boolean {
    const { integrator, held, scenery } = simulation;
    const now = simulation.params;
    const present = [simulation.world, structure, integrator, held, scenery];
    const changed =
      present.some((thing, i) => thing !== known[i]) ||
      (now !== params && Object.keys(now).some((key) => now[key] !== params?.[key] && !IDLE.includes(key)));
    known = present;
    params = now;
    return changed;
  }

  return (simulation: Simulation, structure: Structure): Stability => {
    const { state, stepCount } = simulation;
    const changed = hasChanged(simulation, structure);
    const start = clock();
    if ((changed || (stepCount !== step && start >= next)) && isFiniteState(state)) {
      if (world !== simulation.world) look = createLiveLimit(simulation.world);
      world = simulation.world;
      limit = look(state, methodOf(simulation.integrator), changed);
      step = stepCount;
      next = start + Math.max(PERIOD, SPARE * (clock() - start));
    }
    return { ...limit, fraction: simulation.params.dt / limit.dt };
  };
}
