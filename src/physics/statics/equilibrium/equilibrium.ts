import { dot } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { type FieldsOf, number, optional } from '../../model/validate';
import { mapSlices } from '../../slices';
import type { World } from '../../world/world';
import { findNullSpace, unstableMotionInSlices } from '../null-space';
import { createSurfaces } from '../surfaces';
import { largest } from './net-force';
import { createSearch, newtonSearch, type Search, SLACK } from './search';
import { type Settling, settleSearch } from './settle-search';

/** Result of a search for static equilibrium. @interface */
export type Equilibrium = ReturnType<typeof findEquilibrium>;

export const EQUILIBRIUM_FIELDS = {
  /** N; absent: the rounding error of the precision. */
  tolerance: optional(number('positive')),
  /** Largest number of Newton steps; absent: 200 in small scenes, 60 in large ones. */
  iterations: optional(number('count')),
  /** Largest number of steps of damped motion; absent: 8000. */
  motion: optional(number('count')),
};

/** Options of a search for static equilibrium. @interface */
export type EquilibriumOptions = FieldsOf<typeof EQUILIBRIUM_FIELDS>;

/** Called with where a search stands, at least about once a second; false ends it: nothing has moved then. */
export type SearchProgress = (at: Readonly<Settling>) => boolean | undefined;

const MAX_STEPS = 200;
const MAX_MOTION = 8000;
/** Saddles that a search leaves, one after another, and the way along an unstable motion, times the mean spring length. */
const MAX_SADDLES = 8;
const PUSH = 0.1;
/** Multiplications: some seconds. */
const MAX_WORK = 3e9;
/** Most Newton steps of a small scene before damped motion, and the most before it goes on from the start. */
const FIRST = 25;
const SETTLED = 60;
/** Multiplications: about half a second. In larger scenes mechanisms are counted by a job. */
const COUNTED_AT_ONCE = 1e9;
/** Times the scene's extent, for positions in single precision: a particle nearer to a surface than this touches it. */
const TOUCH_SINGLE = 1e-6;

/**
 * Finds static equilibrium, f_int(x) + f_ext = 0 at rest, starting from the state. Positions become the solution, velocities zero.
 * If no equilibrium is found, positions stay as they were.
 *
 * Small scenes begin with Newton's method. Where it does not converge soon, and in large scenes, damped motion settles the scene,
 * and Newton's method with the true ∂f/∂x ends the search where it settles. If that finds nothing in a small scene, Newton's method
 * goes on from the start. Drag, decay and dashpots are zero at rest. Time and
 * moving pins and obstacles stand still. Surfaces push, and hold by friction. From a saddle it goes on along motions of negative stiffness.
 */
export function findEquilibrium(
  world: World,
  state: State,
  options: EquilibriumOptions = {},
  progress?: SearchProgress | null,
) {
  const search = createSearch(world, state);
  const { net, surfaces, extent, x, f } = search;
  const { still } = net;
  const isSingle = state.positions instanceof Float32Array;
  const start = x.slice();
  const work = searchEquilibrium(world, search, options);
  let slice = work.next();
  const last = { ...NOTHING };
  while (!slice.done && progress?.(Object.assign(last, slice.value)) !== false) slice = work.next();
  if (!slice.done) {
    work.return({ found: false, counts: last, unstable: Number.NaN });
    x.set(start);
  }
  const { found, counts, unstable } = slice.done ? slice.value : { found: false, counts: last, unstable: Number.NaN };

  for (let i = 0; i < world.model.particleCount; i++) {
    if (world.model.inverseMasses[i] !== 0) state.positions.set(x.subarray(4 * i, 4 * i + 3), 4 * i);
  }
  state.velocities.fill(0);
  // The report is about the stored positions, which may be rounded to single precision.
  x.set(state.positions);
  const storedSurfaces = isSingle
    ? createSurfaces(world, TOUCH_SINGLE * Math.max(extent, largest(x)), state.time)
    : surfaces;
  net.at(f);
  storedSurfaces.press(x, f);
  const { count } = findNullSpace(world, state, storedSurfaces.holds(false), COUNTED_AT_ONCE);
  // At rest to rounding: friction is then as large as it can be.
  storedSurfaces.resist(f, 1);
  const residual = largest(f);
  world.linearize(still);
  const rounding = roundingOf(search, isSingle);
  const converged = options.tolerance !== undefined || found;
  return {
    /** True if the net force on every free particle is at most the tolerance, and no obstacle would enter the net between particles. */
    ok: converged && residual <= (options.tolerance ?? rounding),
    /** Newton steps. */
    iterations: counts.steps,
    /** Steps of damped motion. */
    motion: counts.motion,
    /** If none was found: the speed of the fastest particle at the end of the damped motion, m/s. Else 0. */
    speed: found ? 0 : counts.speed,
    /** Largest remaining net force on a free particle, N. */
    residual,
    /**
     * Independent zero-stiffness motions at the final positions; in a flat scene only those within its plane. NaN if there are too
     * many particles to count them.
     */
    mechanisms: count,
    /**
     * Independent motions of negative stiffness there: 0 at a stable equilibrium; more at a saddle of the potential, which the least push
     * leaves. NaN if none was found, if there are too many particles to count them, or if wind blows.
     */
    unstable,
  };
}

const NOTHING: Settling = { motion: 0, speed: 0, steps: 0, residual: 0 };

/** Net force on a particle that rounding of the stored positions may leave at the point of the search, N; call it after `world.linearize`. */
export function roundingOf({ net }: Search, isSingle: boolean): number {
  return isSingle ? net.rounding(2 ** -24) : SLACK * net.rounding(2 ** -53);
}

/**
 * The search of `findEquilibrium` by itself, in slices of at most about a second; yields where it stands. Changes no state.
 * @returns `found`: the point of the search is an equilibrium; otherwise it is where the search began. `unstable`: as in `Equilibrium`
 */
export function* searchEquilibrium(
  world: World,
  search: Search,
  { iterations: limit = MAX_STEPS, motion = MAX_MOTION, tolerance = 0 }: EquilibriumOptions = {},
) {
  const { net, surfaces, direction, extent, x } = search;
  const mark = world.arena.mark();
  const start = { ...net.still, positions: x.slice() };
  const counts = { ...NOTHING };
  let unstable = Number.NaN;
  let found = false;
  let lost = false;

  /** Goes on by Newton's method until `most` steps have been made in all. @param inAir only until a surface is touched */
  function* newton(most: number, inAir = false): Generator<Settling, void> {
    const before = counts.steps;
    const steps = newtonSearch(world, search, Math.min(limit, most) - before, tolerance);
    let report = steps.next();
    for (; !report.done; report = steps.next()) {
      counts.steps++;
      counts.residual = report.value;
      yield counts;
      if (inAir && surfaces.presses) return;
    }
    const end = report.value;
    counts.steps = before + end.steps;
    lost = end.lost;
    // A small residual after the first steps may still be above rounding.
    found = end.found && (end.ended || counts.steps >= limit);
  }

  try {
    if (direction.isCheap && direction.hasPotential) yield* newton(FIRST, true);
    if (!found && !lost && counts.steps < limit) {
      x.set(start.positions);
      found = yield* settleSearch(world, start, search, counts, { steps: Math.min(limit, SETTLED), motion, tolerance });
    }
    if (direction.isCheap && !found && !lost) {
      x.set(start.positions);
      yield* newton(limit);
    }
    for (let saddles = 0; found && direction.hasPotential; saddles++) {
      search.evaluate();
      const work = unstableMotionInSlices(world, net.still, surfaces.holds(true), MAX_WORK);
      const { count, motion: away } = yield* mapSlices(work, () => counts);
      unstable = count;
      if (!away || saddles === MAX_SADDLES || counts.steps >= limit || counts.motion >= motion) break;
      const saddle = x.slice();
      surfaces.filter(away);
      const way = PUSH * (world.model.meanLength || extent) * (dot(away, search.f) < 0 ? -1 : 1);
      for (let i = 0; i < x.length; i++) x[i] += way * away[i];
      surfaces.keepOut(x, saddle);
      const from = { ...start, positions: x.slice() };
      if (yield* settleSearch(world, from, search, counts, { steps: limit, motion, tolerance })) continue;
      x.set(saddle);
      break;
    }
    if (found && surfaces.enterNet(x)) {
      found = false;
      unstable = Number.NaN;
    }
  } finally {
    world.arena.release(mark);
  }
  if (!found) x.set(start.positions);
  return { found, counts, unstable };
}
