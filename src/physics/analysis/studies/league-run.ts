/** One run of the league: a method with its settings over the same time, measured at the same moments. */
import { isFiniteState } from '../../model/state';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import { createSimulation, type Simulation, stepInSlices } from '../../simulation';
import { gershgorinBounds } from '../stability/scaled-derivatives';
import { largestStrain } from '../state/springs';
import { type Clock, timed } from './timed-run';

/** What a run differs in. */
export interface Entrant {
  /** Id. */
  readonly method: string;
  /** s. */
  readonly dt: number;
  /** Of methods that solve springs by themselves; null: has none. */
  readonly iterations: number | null;
}

/** The moments at which runs are compared: this many, evenly over the time, the end included. */
export const MOMENTS = 4;

/** A run as it was measured. */
export interface MeasuredRun {
  /** By moment, 4n, m; null after a blow-up. */
  positions: Float64Array[] | null;
  /** s; computing time of the steps. */
  seconds: number;
  /** J; kinetic, elastic and gravitational, at the end. */
  energy: number;
  /** J; the largest kinetic energy at a moment. */
  kinetic: number;
  /** Largest strain at a moment. */
  stretch: number;
}

/** Steps before the clock starts, so that the code is compiled. */
const WARM_UP = 2;

/** @param exact true: in double precision with solves near rounding */
export function openRun(scene: SceneFile, { method, dt, iterations }: Entrant, exact = false): Simulation {
  const own = iterations === null ? {} : { iterations, substeps: 1 };
  const solves = exact ? { cgTolerance: 1e-8, newtonTolerance: 1e-8, cgIterations: 2000, newtonIterations: 50 } : {};
  return createSimulation({
    scene,
    integrator: method,
    ...(exact && { precision: 'double' }),
    params: { ...own, ...solves, dt, stopOnBlowUp: 1 },
  });
}

/** @param duration s; a multiple of MOMENTS steps @param most s of computing, after which the run is given up */
export function* leagueRun(
  simulation: Simulation,
  duration: number,
  clock: Clock,
  most = Number.POSITIVE_INFINITY,
): Generator<null, MeasuredRun, void> {
  const steps = Math.round(duration / MOMENTS / simulation.params.dt);
  const warm = simulation.fork();
  warm.step(WARM_UP);
  const positions: Float64Array[] = [];
  const run: MeasuredRun = { positions, seconds: 0, energy: 0, kinetic: 0, stretch: 0 };
  for (let moment = 0; moment < MOMENTS; moment++) {
    run.seconds += yield* timed(stepInSlices(simulation, steps), clock, most - run.seconds);
    if (run.seconds > most || simulation.blowUp || !isFiniteState(simulation.state)) return { ...run, positions: null };
    positions.push(Float64Array.from(simulation.state.positions));
    const energy = simulation.energy();
    run.energy = energy.total;
    run.kinetic = Math.max(run.kinetic, energy.kinetic);
    run.stretch = Math.max(run.stretch, largestStrain(simulation.model, simulation.state));
  }
  return run;
}

/** m; the root mean square over moments of the mass-weighted distance of the particles. */
export function distanceOf(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  distance: (a: Float64Array, b: Float64Array) => number,
): number {
  return Math.sqrt(a.reduce((sum, one, moment) => sum + distance(one, b[moment]) ** 2, 0) / a.length);
}

// The motion that the runs of a league are compared with, and how far it is itself from the limit of short steps.

/** Steps of RK4 up to which it is the reference: beyond, springs are so stiff that an implicit method takes less time. */
const MAX_STEPS = 12_000;
/** Steps of the implicit reference in the shortest step of a run. */
const FINER = 4;

/**
 * RK4 in double precision with hω ≤ ½ for the fastest mode at most, or TR-BDF2 at a quarter of the shortest step of the runs.
 * @param shortest s
 * @returns `error` in m: by the distance from a run at twice the step and the order of the method; null if that run blew up
 */
export function* leagueReference(
  scene: SceneFile,
  duration: number,
  shortest: number,
  distance: (a: Float64Array, b: Float64Array) => number,
  clock: Clock,
) {
  const { omega, damping, complete } = gershgorinBounds(
    openRun(scene, { method: 'rk4', dt: shortest, iterations: null }).world,
  );
  const rate = 2 * Math.max(omega, damping);
  const isExplicit = complete && duration * rate < MAX_STEPS;
  const method = isExplicit ? 'rk4' : 'tr-bdf2';
  const longest = isExplicit ? Math.min(1 / Math.max(rate, Number.MIN_VALUE), shortest) : shortest / FINER;
  // The coarse run, too, reaches every moment in whole steps.
  const dt = duration / MOMENTS / (2 * Math.ceil(duration / MOMENTS / longest / 2));
  const at = (h: number) => openRun(scene, { method, dt: h, iterations: null }, true);
  const coarse = yield* leagueRun(at(2 * dt), duration, clock);
  const run = yield* leagueRun(at(dt), duration, clock);
  if (!run.positions) throw new RangeError('no run can serve as the reference: the scene blows up even at short steps');
  const error = coarse.positions && distanceOf(run.positions, coarse.positions, distance) / (isExplicit ? 15 : 3);
  return { method, dt, error, run };
}
