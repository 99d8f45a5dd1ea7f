/** The league of solvers: which method comes how close to the exact motion of a scene, in how much computing time. */
import { methodOf } from '../../registry';
import type { SceneFile } from '../../scenes/file/scene-file';
import { weightedDistance } from '../convergence/convergence-fit';
import type { Clock } from '../convergence/timed-run';
import type { Progress } from '../sliced-work';
import { leagueReference } from './league-reference';
import { distanceOf, type Entrant, leagueRun, type MeasuredRun, MOMENTS, openRun } from './league-run';

export interface LeagueArgs {
  /** Ids of the methods. */
  methods: readonly string[];
  /** s; rounded up to a multiple of 4/60 s. */
  duration: number;
  /** s; computing time after which a run is given up, and longer ones of its method are left out. */
  most: number;
}

/** A run against the reference. */
export interface LeagueEntry extends Entrant {
  /** m; root mean square over particles, by mass, and over four moments; null: it blew up, or took too long. */
  error: number | null;
  /** ms of computing for a second of motion. */
  cost: number;
  /** Of the total energy at the end: how far above that of the reference, over the reference's largest kinetic energy. */
  energy: number;
  /** Largest strain of a spring. */
  stretch: number;
  outcome: 'finished' | 'blew up' | 'too slow';
}

export interface LeagueReport {
  /** s. */
  duration: number;
  /** m; the diagonal of the box about the particles at the start. */
  size: number;
  /** m; an error that is not seen: a hundredth of the size. */
  visible: number;
  /** The reference; `error` in m, null: unknown. */
  reference: { method: string; dt: number; error: number | null };
  entries: LeagueEntry[];
  /** Of the entries: the cheapest one whose error is not seen; null if there is none. */
  winner: LeagueEntry | null;
}

/** s; steps of methods without a limit, and the first of the others. */
const STEPS = [1 / 60, 1 / 120, 1 / 240, 1 / 480];
const FRAME = STEPS[0];
/** A method with a limit is tried at half the step until it holds, and then once more. */
const MOST_HALVINGS = 14;
const ITERATIONS = [1, 5, 20, 100];
const VISIBLE = 0.01;
/** s. */
const SHORT = 0.05;

/**
 * Runs each method from the scene's state, with nothing grabbed, at several steps and numbers of iterations.
 * @throws RangeError for an unknown method, a duration out of range, or a scene that no reference can follow
 */
export function* leagueStudy(
  scene: SceneFile,
  { methods, duration: wanted, most }: LeagueArgs,
  clock: Clock,
): Generator<Progress<LeagueReport | null> | null, LeagueReport, void> {
  if (!(wanted > 0 && wanted <= 60)) throw new RangeError(`the duration must be from 0 to 60 s, got ${wanted}`);
  if (methods.length === 0) throw new RangeError('choose at least one method');
  const definitions = methods.map((id) => methodOf(id));
  const duration = MOMENTS * FRAME * Math.ceil(wanted / (MOMENTS * FRAME) - 1e-9);
  const start = openRun(scene, { method: methods[0], dt: FRAME, iterations: null });
  const masses = Float64Array.from(start.model.masses);
  const distance = (a: Float64Array, b: Float64Array) => weightedDistance(a, b, masses);
  const size = diagonalOf(start.state.positions);
  yield { done: 0, partial: null };
  const { run: exact, ...reference } = yield* leagueReference(
    scene,
    duration,
    STEPS[STEPS.length - 1],
    distance,
    clock,
  );
  const report: LeagueReport = { duration, size, visible: VISIBLE * size, reference, entries: [], winner: null };
  const present = () => ({ ...report, winner: winnerOf(report) });

  function* measure(entrant: Entrant): Generator<null, LeagueEntry, void> {
    const run = yield* leagueRun(openRun(scene, entrant), duration, clock, most);
    // A short time on a busy machine is measured once more.
    if (run.positions && run.seconds < SHORT) {
      const again = yield* leagueRun(openRun(scene, entrant), duration, clock);
      run.seconds = Math.min(run.seconds, again.seconds);
    }
    const entry = entryOf(entrant, run, exact, duration);
    if (run.positions && exact.positions) entry.error = distanceOf(run.positions, exact.positions, distance);
    else entry.outcome = run.seconds > most ? 'too slow' : 'blew up';
    return entry;
  }

  for (const [turn, { id, implicit, solvesSprings }] of definitions.entries()) {
    const done = (part: number) => ({ done: 0.2 + (0.8 * (turn + part)) / definitions.length, partial: present() });
    if (implicit || solvesSprings) {
      const all = (solvesSprings ? ITERATIONS : [null]).flatMap((iterations) =>
        STEPS.map((dt): Entrant => ({ method: id, dt, iterations })),
      );
      let slow: Entrant | null = null;
      for (const [i, entrant] of all.entries()) {
        // Shorter steps with as many iterations take longer still.
        if (slow && slow.iterations === entrant.iterations) continue;
        const entry = yield* measure(entrant);
        if (entry.outcome === 'too slow') slow = entrant;
        report.entries.push(entry);
        yield done((i + 1) / all.length);
      }
    } else {
      let held = 0;
      for (let halvings = 3; halvings <= MOST_HALVINGS && held < 2; halvings++) {
        const entry = yield* measure({ method: id, dt: FRAME / 2 ** halvings, iterations: null });
        if (entry.outcome === 'finished') held++;
        if (entry.outcome === 'finished' || halvings === MOST_HALVINGS) report.entries.push(entry);
        yield done(held / 2);
        if (entry.outcome === 'too slow') break;
      }
    }
    yield done(1);
  }
  return present();
}

function winnerOf({ entries, visible }: LeagueReport): LeagueEntry | null {
  const close = entries.filter(({ error }) => error !== null && error <= visible);
  return close.length === 0 ? null : close.reduce((best, one) => (one.cost < best.cost ? one : best));
}

function entryOf(entrant: Entrant, run: MeasuredRun, exact: MeasuredRun, duration: number): LeagueEntry {
  return {
    ...entrant,
    error: null,
    cost: (1000 * run.seconds) / duration,
    energy: (run.energy - exact.energy) / Math.max(exact.kinetic, Number.MIN_VALUE),
    stretch: run.stretch,
    outcome: 'finished',
  };
}

function diagonalOf(positions: ArrayLike<number>): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let o = 0; o < positions.length; o++) {
    const axis = o % 4;
    if (axis === 3) continue;
    low[axis] = Math.min(low[axis], positions[o]);
    high[axis] = Math.max(high[axis], positions[o]);
  }
  return Math.hypot(...high.map((value, axis) => value - low[axis]));
}
