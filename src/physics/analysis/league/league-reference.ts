/** The motion that the runs of a league are compared with, and how far it is itself from the limit of short steps. */
import type { SceneFile } from '../../scenes/file/scene-file';
import type { Clock } from '../convergence/timed-run';
import { gershgorinBounds } from '../stability/gershgorin';
import { distanceOf, leagueRun, type MeasuredRun, MOMENTS, openRun } from './league-run';

export interface LeagueReference {
  /** Id. */
  method: string;
  /** s. */
  dt: number;
  /** m; by the distance from a run at twice the step and the order of the method; null if that run blew up. */
  error: number | null;
  run: MeasuredRun;
}

/** Steps of RK4 up to which it is the reference: beyond, springs are so stiff that an implicit method takes less time. */
const MAX_STEPS = 12_000;
/** Steps of the implicit reference in the shortest step of a run. */
const FINER = 4;

/**
 * RK4 in double precision with hω ≤ ½ for the fastest mode at most, or TR-BDF2 at a quarter of the shortest step of the runs.
 * @param shortest s
 */
export function* leagueReference(
  scene: SceneFile,
  duration: number,
  shortest: number,
  distance: (a: Float64Array, b: Float64Array) => number,
  clock: Clock,
): Generator<null, LeagueReference, void> {
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
