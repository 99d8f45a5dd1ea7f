import { INTEGRATORS, PARAMS, type SceneFile } from '../../physics';
import {
  errorAt,
  type Reading,
  type Sample,
  type Slope,
  slopeOf,
  timeFor,
} from '../../physics/analysis/methods/convergence';
import { createErrors } from './errors-against-reference';
import { AHEAD, type Ladder, layOut } from './ladder';
import type { Progress } from './progress';
import { type TimedRun, timedRun } from './timed-run';
import { withoutDecay } from './without-decay';

export interface ConvergenceArgs {
  /** s; over which errors gather; null: as long as can be afforded. */
  duration: number | null;
  /** Of the longest step; null: as many as can be afforded. */
  halvings: number | null;
  /** s; of computing that all of it may take, about. */
  budget: number;
}

/** A run of a method at one step; an error of null: it blew up, or nothing is known to compare with yet. */
export interface Point {
  /** s. */
  h: number;
  /** m. */
  error: number | null;
  blewUp: boolean;
  /** s; of computing. */
  seconds: number;
  evaluations: number;
}

export interface MethodReport {
  id: string;
  order: number;
  /** From the longest step to the shortest. */
  points: Point[];
  /** Null where too few points are above rounding. */
  slope: Slope | null;
  /** m; at the dt that the scene runs with. */
  atDt: Reading | null;
  /** s of computing for an error of 1 mm. */
  millimetre: (Reading & { atMost: boolean }) | null;
  /** Why it says no more: its error is rounding alone, its runs take too long, or its slope never settled. */
  verdict: 'measured' | 'exact' | 'slow' | 'unsettled' | 'nothing';
}

export interface ConvergenceReport {
  /** s; that each run lasts. */
  duration: number;
  /** s; that the scene runs with. */
  dt: number;
  /** m; below this the reference is no better than what is compared with it. */
  floor: number | null;
  /** s; the step of the finest reference. */
  reference: number | null;
  methods: MethodReport[];
  /** What makes the motion less smooth than the methods' orders ask for. */
  kinks: ('contact' | 'decay' | 'tearing')[];
}

/** m. */
const MILLIMETRE = 1e-3;
const REFERENCE = 'rk4';
/** Of the budget, that the run of the finest reference may take, … */
const SHARE_OF_REFERENCE = 0.25;
/** … and the finest run of any one method. */
const SHARE_OF_METHOD = 0.1;

/**
 * Runs the scene, its hand let go, in double precision under every method, for the same time at steps of h, h/2, h/4 …, and
 * compares where the particles end with a run of RK4 at a quarter of the step.
 */
export function* convergence(
  scene: SceneFile,
  { duration, halvings, budget }: ConvergenceArgs,
): Generator<Progress<ConvergenceReport> | null, ConvergenceReport, void> {
  check(duration, halvings);
  const smooth = withoutDecay(scene);
  const dt = scene.params?.dt ?? PARAMS.dt.default;
  const ladder = layOut(scene, dt, { duration, halvings }, (SHARE_OF_REFERENCE * budget) / 2);
  const masses = massesOf(scene);
  const errors = createErrors(masses);
  const runs = new Map(INTEGRATORS.map(({ id }) => [id, [] as TimedRun[]]));
  const slow = new Set<string>();
  /** Runs of RK4 by halvings: where nothing decays, the reference of one step is the method's own run of another. */
  const references = new Map<number, TimedRun>();

  function* reference(level: number): Generator<null, TimedRun, void> {
    const known = references.get(level);
    if (known) return known;
    const run = yield* timedRun(smooth, REFERENCE, ladder.h(level), ladder.steps(level));
    references.set(level, run);
    return run;
  }

  const report = (): ConvergenceReport => ({
    duration: ladder.duration,
    dt,
    floor: errors.floor,
    reference: errors.level === null ? null : ladder.h(errors.level),
    methods: INTEGRATORS.map(({ id, order }) => ({
      id,
      order,
      ...judge(pointsOf(runs.get(id) ?? [], ladder, errors.of), errors.floor, dt, slow.has(id)),
    })),
    kinks: kinksOf(scene),
  });

  errors.take(AHEAD - 1, yield* reference(AHEAD - 1));
  for (let level = 0; level <= ladder.halvings; level++) {
    const last = references.get(level + AHEAD - 1);
    if (last && 2 * last.seconds > SHARE_OF_REFERENCE * budget) break;
    errors.take(level + AHEAD, yield* reference(level + AHEAD));
    for (const [turn, method] of INTEGRATORS.entries()) {
      const done = runs.get(method.id) as TimedRun[];
      const before = done.at(-1);
      if (before && 2 * before.seconds > SHARE_OF_METHOD * budget) slow.add(method.id);
      if (slow.has(method.id)) continue;
      const known = method.id === REFERENCE && smooth === scene ? references.get(level) : undefined;
      done.push(known ?? (yield* timedRun(scene, method.id, ladder.h(level), ladder.steps(level))));
      const part = (2 ** level * (1 + (turn + 1) / INTEGRATORS.length)) / 2 ** (ladder.halvings + 1);
      yield { done: part, partial: report() };
    }
  }
  return report();
}

function check(duration: number | null, halvings: number | null): void {
  if (duration !== null && !(Number.isFinite(duration) && duration > 0)) {
    throw new RangeError(`the duration must be a positive number of seconds, got ${duration}`);
  }
  if (halvings !== null && !(Number.isInteger(halvings) && halvings >= 2 && halvings <= 12)) {
    throw new RangeError(`the halvings must be a whole number from 2 to 12, got ${halvings}`);
  }
}

function massesOf({ particles: { masses, positions } }: SceneFile): number[] {
  return typeof masses === 'number' ? positions.map(() => masses) : masses;
}

function pointsOf(runs: TimedRun[], ladder: Ladder, errorOf: (run: TimedRun) => number | null): Point[] {
  return runs.map((run, level) => ({
    h: ladder.h(level),
    error: errorOf(run),
    blewUp: run.positions === null,
    seconds: run.seconds,
    evaluations: run.evaluations,
  }));
}

/** What the points of a method say, as far as they stand out from what the reference is off by itself. */
function judge(points: Point[], floor: number | null, dt: number, slow: boolean): Omit<MethodReport, 'id' | 'order'> {
  const known = points.filter((point): point is Point & Sample => point.error !== null);
  const sound = known.filter(({ error }) => error > (floor ?? 0));
  const slope = slopeOf(sound);
  const verdict = verdictOf(slope, slow, known.length > sound.length);
  return { points, slope, verdict, atDt: errorAt(sound, dt), millimetre: timeFor(sound, MILLIMETRE) };
}

function verdictOf(slope: Slope | null, slow: boolean, exact: boolean): MethodReport['verdict'] {
  if (slope?.settled) return 'measured';
  if (slow) return 'slow';
  if (exact) return 'exact';
  return slope ? 'unsettled' : 'nothing';
}

function kinksOf({ planes, spheres, params }: SceneFile): ConvergenceReport['kinks'] {
  const contact = (planes?.length ?? 0) + (spheres?.length ?? 0) > 0 || params?.selfCollision === 1;
  return [
    ...(contact ? (['contact'] as const) : []),
    ...((params?.decay ?? 0) > 0 ? (['decay'] as const) : []),
    ...((params?.tearStrain ?? 0) > 0 ? (['tearing'] as const) : []),
  ];
}
