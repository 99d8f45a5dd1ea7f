/** The league of solvers: which method comes how close to the exact motion of a scene, in how much computing time. */
import { diagonal } from '../../model/state';
import { methodOf } from '../../registry';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import type { Progress } from '../../slices';
import { weightedDistance } from './convergence-errors';
import { distanceOf, type Entrant, leagueReference, leagueRun, type MeasuredRun, MOMENTS, openRun } from './league-run';
import { type Clock, thrown } from './timed-run';

export interface LeagueArgs {
  /** Ids of the methods. */
  methods: readonly string[];
  /** s; rounded up to a multiple of 4/60 s. */
  duration: number;
  /** True: the scene is thrown at the start, by the command `throw`; absent: it moves as it does. */
  throws?: boolean;
  /** s; computing time after which a run is given up, and longer ones of its method are left out. */
  most: number;
}

/** A run against the reference. */
export type LeagueEntry = ReturnType<typeof entryOf>;

export interface LeagueReport {
  /** s. */
  duration: number;
  /** m; the diagonal of the box about the particles at the start; of a single particle, `moved`. */
  size: number;
  /** m; an error that is not seen: a hundredth of the size. */
  visible: number;
  /** m; how far the reference moves from the start; root mean square as of `error`. */
  moved: number;
  /**
   * Why runs cannot be told apart: the scene moves by no more than what is not seen, or the reference is not known well enough; null:
   * they can.
   */
  doubt: 'still' | 'reference' | null;
  /** The reference; `error` in m, null: unknown. */
  reference: { method: string; dt: number; error: number | null };
  entries: LeagueEntry[];
  /** Of the entries: the cheapest one whose error is not seen and that makes no energy; null if there is none, and in doubt. */
  winner: LeagueEntry | null;
  /** Of the entries that make no energy, those that no other one beats in both error and cost, by cost; empty in doubt. */
  front: LeagueEntry[];
}

/** s; steps of methods without a limit, and the first of the others. */
const STEPS = [1 / 60, 1 / 120, 1 / 240, 1 / 480];
const FRAME = STEPS[0];
/** A method with a limit is tried at half the step until it holds, and then once more. */
const MAX_HALVINGS = 14;
const ITERATIONS = [1, 5, 20, 100];
const VISIBLE = 0.01;
/** Of the reference's largest kinetic energy: a run that ends further above the reference has made energy. */
const MADE_ENERGY = 0.01;
/** The reference's own error, over what is not seen, at most. */
const KNOWN = 0.5;
/** s. */
const SHORT = 0.05;

/**
 * Runs each method from the scene's state, with nothing grabbed, at several steps and numbers of iterations.
 * @throws RangeError for an unknown method, a duration out of range, or a scene that no reference can follow
 */
export function* leagueStudy(
  given: SceneFile,
  { methods, duration: wanted, throws, most }: LeagueArgs,
  clock: Clock,
): Generator<Progress<LeagueReport | null> | null, LeagueReport, void> {
  if (!(wanted > 0 && wanted <= 60)) throw new RangeError(`the duration must be from 0 to 60 s, got ${wanted}`);
  if (methods.length === 0) throw new RangeError('choose at least one method');
  const definitions = methods.map((id) => methodOf(id));
  const duration = MOMENTS * FRAME * Math.ceil(wanted / (MOMENTS * FRAME) - 1e-9);
  const scene = throws ? thrown(given) : given;
  const start = openRun(scene, { method: methods[0], dt: FRAME, iterations: null });
  const masses = Float64Array.from(start.model.masses);
  const distance = (a: Float64Array, b: Float64Array) => weightedDistance(a, b, masses);
  yield { done: 0, partial: null };
  const { run: exact, ...reference } = yield* leagueReference(
    scene,
    duration,
    STEPS[STEPS.length - 1],
    distance,
    clock,
  );
  const rest = exact.positions?.map(() => Float64Array.from(start.state.positions)) ?? [];
  const moved = exact.positions ? distanceOf(exact.positions, rest, distance) : 0;
  // A single particle has no size but that of its path.
  const size = diagonal(start.state, masses.length) || moved;
  const visible = VISIBLE * size;
  const isKnown = reference.error !== null && reference.error <= KNOWN * visible;
  const doubt = moved <= visible ? 'still' : isKnown ? null : 'reference';
  const report: LeagueReport = {
    duration,
    size,
    visible,
    moved,
    doubt,
    reference,
    entries: [],
    winner: null,
    front: [],
  };
  const present = () => {
    const front = frontOf(report);
    // By cost: the first is the cheapest.
    return { ...report, front, winner: front.find(({ error }) => error !== null && error <= visible) ?? null };
  };

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
      for (let halvings = 3; halvings <= MAX_HALVINGS && held < 2; halvings++) {
        const entry = yield* measure({ method: id, dt: FRAME / 2 ** halvings, iterations: null });
        if (entry.outcome === 'finished') held++;
        if (entry.outcome === 'finished' || halvings === MAX_HALVINGS) report.entries.push(entry);
        yield done(held / 2);
        if (entry.outcome === 'too slow') break;
      }
    }
    yield done(1);
  }
  return present();
}

function frontOf({ entries, doubt }: LeagueReport): LeagueEntry[] {
  if (doubt) return [];
  let least = Number.POSITIVE_INFINITY;
  return entries
    .filter(({ error, energy }) => error !== null && energy <= MADE_ENERGY)
    .sort((a, b) => a.cost - b.cost)
    .filter(({ error }) => {
      const isCloser = error !== null && error < least;
      if (isCloser) least = error;
      return isCloser;
    });
}

function entryOf(entrant: Entrant, run: MeasuredRun, exact: MeasuredRun, duration: number) {
  return {
    ...entrant,
    /** m; root mean square over particles, by mass, and over four moments; null: it blew up, or took too long. */
    error: null as number | null,
    /** ms of computing for a second of motion. */
    cost: (1000 * run.seconds) / duration,
    /** Of the total energy at the end: how far above that of the reference, over the reference's largest kinetic energy. */
    energy: (run.energy - exact.energy) / Math.max(exact.kinetic, Number.MIN_VALUE),
    /** Largest strain of a spring. */
    stretch: run.stretch,
    outcome: 'finished' as 'finished' | 'blew up' | 'too slow',
  };
}
