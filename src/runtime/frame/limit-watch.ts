import {
  createLimitSearch,
  isFiniteState,
  type LimitSearch,
  type Simulation,
  type StabilityLimit,
} from '../../physics';
import { methodOf } from '../../physics/registry';
import type { Stability, Structure } from './frame';

/** Least time between two looks at a run that nobody touches, ms. */
const PERIOD = 300;
/** A look that took long waits for so many times as long before the next. */
const SPARE = 40;
/** What a frame may take for a look, ms; and that which first shows a change. */
const SLICE = 4;
const AT_ONCE = 10;
/** What the limit doesn't depend on. */
const IDLE = ['dt', 'speed'];

/**
 * Makes `stabilityOf(simulation, structure)`: how far dt is from its limit. The limit is looked for at once where pins,
 * cuts, parameters, the method, the hand or the surroundings have changed, now and then while the run goes on, and not at
 * all while it rests. What takes long is spread over frames; until it is found the last one holds, or after a change a
 * bound that is safe, if too strict.
 * @param clock in ms
 */
export function createLimitWatch(clock: () => number) {
  let world: Simulation['world'] | null = null;
  let search: LimitSearch;
  let seeking = false;
  let bounded = false;
  /** On the present look, ms. */
  let spent = 0;
  let limit: StabilityLimit = { dt: 0, omegaMax: 0, decayMax: 0 };
  let params: Simulation['params'] | null = null;
  let known: unknown[] = [];
  let step = -1;
  let next = 0;

  function hasChanged(simulation: Simulation, structure: Structure): boolean {
    const { integrator, held, environment } = simulation;
    const now = simulation.params;
    const present = [simulation.world, structure, integrator, held, environment];
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
    const due = changed || (!seeking && stepCount !== step && start >= next);
    if (changed) seeking = false;
    let allowed = SLICE;
    if (due && isFiniteState(state)) {
      if (world !== simulation.world) search = createLimitSearch(simulation.world);
      world = simulation.world;
      const bound = search.begin(state, methodOf(simulation.integrator), changed);
      bounded = changed;
      if (changed) {
        limit = bound ?? limit;
        // Without a bound nothing less than the limit will do.
        allowed = bound ? AT_ONCE : Number.POSITIVE_INFINITY;
      }
      seeking = true;
      spent = 0;
      step = stepCount;
    }
    if (seeking) {
      const found = search.goOn(() => clock() - start >= allowed);
      spent += clock() - start;
      if (found) {
        limit = found;
        seeking = false;
        next = start + Math.max(PERIOD, SPARE * spent);
      }
    }
    return { ...limit, fraction: simulation.params.dt / limit.dt, sought: seeking && bounded };
  };
}
