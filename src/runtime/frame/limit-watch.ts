/** Keeps the limit on dt up to date, in slices of time so that frames stay smooth. */
import { createLimitSearch, type LimitSearch, type Simulation, type StabilityLimit } from '../../physics';
import { createRefinement, type Refinement } from '../../physics/analysis/stability/krylov-limit';
import { methodOf } from '../../physics/registry';
import type { Stability, Structure } from './frame';

/** Least time between two searches without a change, ms. */
const PERIOD = 300;
/** The pause after a search, in durations of that search. */
const PAUSE_RATIO = 40;
/** Time for the search per frame, ms; and in the first frame after a change. */
const SLICE = 4;
const FIRST_SLICE = 10;
/** The same while the run is stopped at a blow-up, which takes no other time. */
const STOPPED_SLICE = 20;
/** ln of the growth that brings rounding error in single precision to the size of the scene. */
const VISIBLE = Math.log(2 ** 24);
/** Time per frame for what computes the limit itself, ms. */
const REFINEMENT_SLICE = 10;
/** Particles above which a single product with the matrix takes longer than a frame: then only a run that rests is searched, and not
 *  in the first frame after a change. */
const SEARCHED = 2 ** 16;
/** Parameters that the limit does not depend on. */
const INDEPENDENT = ['dt', 'speed'];

/**
 * Makes `stabilityOf(simulation, structure)`. A search starts at once when pins, cuts, parameters, method, grab or environment
 * change and when a blow-up restores the last good state, every `PERIOD` while the run advances, and never while it rests. A long
 * search is spread over frames; until it ends the last limit holds, or after a change a lower bound. A large scene has that bound until
 * it rests. If a search ends with a lower bound, the limit itself is computed while the run rests.
 * @param clock in ms
 */
export function createLimitWatch(clock: () => number) {
  let world: Simulation['world'] | null = null;
  let search: LimitSearch;
  let searching = false;
  let bounded = false;
  /** Time of this search so far, ms. */
  let duration = 0;
  let limit: StabilityLimit = { dt: 0, isBound: true, omegaMax: 0, decayMax: 0 };
  let params: Simulation['params'] | null = null;
  let known: unknown[] = [];
  let restored: Simulation['blowUp'] = null;
  let step = -1;
  let next = 0;
  /** ln of the growth since dt was within its limit; Infinity if a change of dt, or of what the limit depends on, has passed it. */
  let grown = Number.POSITIVE_INFINITY;
  let lastStep = 0;
  let lastRate = 0;
  let lastDt = 0;
  /** Of the present limit, while the run rests; null: none has begun. */
  let refinement: Refinement | null = null;
  /** The last one from a refinement, which may be a bound still. */
  let refined: StabilityLimit | null = null;

  function hasChanged(simulation: Simulation, structure: Structure): boolean {
    const { integrator, environment } = simulation;
    const held = String(simulation.grabs.map(({ particle }) => particle));
    const now = simulation.params;
    // The limit while a blow-up rests is that of the state that it restored.
    restored = simulation.blowUp ?? restored;
    const present = [simulation.world, structure, integrator, held, environment, restored];
    const changed =
      present.some((part, i) => part !== known[i]) ||
      (now !== params && Object.keys(now).some((key) => now[key] !== params?.[key] && !INDEPENDENT.includes(key)));
    known = present;
    params = now;
    return changed;
  }

  /** True if motion has grown since dt was within its limit, or if it will for as long as the settings stay. */
  function growsVisibly({ params: { dt }, stepCount }: Simulation, changed: boolean): boolean {
    const rate = world && Number.isFinite(limit.dt) ? Math.log(search.growthAt(dt)) : 0;
    // Between two frames the growth is about that at their ends: the smaller one, after many steps at once.
    const growth = Math.max(0, stepCount - lastStep) * Math.min(rate, lastRate);
    const isOver = dt > limit.dt;
    if (isOver && (changed || dt !== lastDt || Number.isNaN(rate))) grown = Number.POSITIVE_INFINITY;
    else if (isOver) grown += growth;
    else grown = Number.isFinite(grown) ? Math.max(0, grown + growth) : 0;
    lastStep = stepCount;
    lastRate = rate;
    lastDt = dt;
    return isOver && !limit.isBound && grown >= VISIBLE;
  }

  return (simulation: Simulation, structure: Structure): Stability => {
    const { state, stepCount } = simulation;
    const changed = hasChanged(simulation, structure);
    const start = clock();
    const { kernel } = simulation.world;
    const isSound = () => kernel.areFinite(state.positions) && kernel.areFinite(state.velocities);
    // A run that rests is not searched again, but once at the step where it rests.
    const advances = stepCount !== lastStep;
    const isPutOff = (advances || changed) && simulation.particleCount > SEARCHED;
    const due = changed || (!searching && stepCount !== step && !isPutOff && (start >= next || !advances));
    if (changed) searching = false;
    // At a blow-up the numbers of its message stay.
    const rests = !changed && stepCount === step && !simulation.blowUp;
    if (!rests) refinement = null;
    let allowed = simulation.blowUp ? STOPPED_SLICE : SLICE;
    if (due && isSound()) {
      if (world !== simulation.world) search = createLimitSearch(simulation.world);
      world = simulation.world;
      const bound = search.begin(state, methodOf(simulation.integrator), changed);
      bounded = changed;
      if (changed) {
        limit = bound ?? limit;
        // Without a bound the search must end in this frame.
        allowed = bound ? Math.max(allowed, FIRST_SLICE) : Number.POSITIVE_INFINITY;
      }
      searching = true;
      duration = 0;
      step = stepCount;
    }
    if (searching && (!isPutOff || allowed === Number.POSITIVE_INFINITY)) {
      const found = search.advance(() => clock() - start >= allowed);
      duration += clock() - start;
      if (found) {
        limit = found;
        refinement = null;
        searching = false;
        next = start + Math.max(PERIOD, PAUSE_RATIO * duration);
      }
    } else if (rests && limit.isBound && limit !== refined) {
      refinement ??= refinementOf(simulation, limit);
      const begin = clock();
      refined = refinement.advance(() => clock() - begin >= REFINEMENT_SLICE);
      limit = refined ?? limit;
    }
    const isBehind = searching || stepCount !== step;
    const isRefined = limit === refined && rests;
    const refinable = !simulation.blowUp && (isBehind || (limit.isBound && !isRefined)) && isSound();
    const sought = searching && bounded && !isPutOff;
    const grows = growsVisibly(simulation, changed || bounded) && !sought;
    return { ...limit, fraction: simulation.params.dt / limit.dt, grows, sought, refinable };
  };
}

/** Computes the limit of the present state where the search for it has found a bound only. */
function refinementOf({ world, state, integrator, definitions }: Simulation, bound: StabilityLimit) {
  const copy = { positions: state.positions.slice(), velocities: state.velocities.slice(), time: 0 };
  return createRefinement(world, copy, methodOf(integrator, definitions), bound);
}
