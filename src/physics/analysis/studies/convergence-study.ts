/** Measures the order of convergence of every method on a scene, and the time that each takes for an accuracy. */
import { diagonal } from '../../model/state';
import { integrators, PARAMS } from '../../registry';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import type { Progress } from '../../slices';
import {
  createReferenceErrors,
  type Estimate,
  errorAt,
  type Sample,
  type Slope,
  slopeOf,
  timeFor,
} from './convergence-errors';
import {
  type Clock,
  chooseStepSizes,
  REFERENCE_HALVINGS,
  type StepSizes,
  type TimedRun,
  thrown,
  timedRun,
} from './timed-run';

export interface ConvergenceArgs {
  /** s; duration of each run; null: as long as the budget allows. */
  duration: number | null;
  /** Halvings of the longest step; null: as many as the budget allows. */
  halvings: number | null;
  /** True: the scene was thrown 0.1 s before the start, by the command `throw`; absent: it moves as it does. */
  throws?: boolean;
  /** s; approximate computing time of the whole study. */
  budget: number;
}

/** A run of a method at one step; an error of null: it blew up, or there is no reference yet. */
type Point = ReturnType<typeof pointsOf>[number];

interface MethodReport {
  id: string;
  order: number;
  /** From the longest step to the shortest. */
  points: Point[];
  /** Null if too few points are above rounding. */
  slope: Slope | null;
  /** m; at the dt of the scene. */
  atDt: Estimate | null;
  /** s; computing time for an error of 1 mm. */
  millimetre: (Estimate & { atMost: boolean }) | null;
  /** 'exact': only rounding is left; 'slow': the runs take too long; 'unsettled': the slope still changes. */
  verdict: 'measured' | 'exact' | 'slow' | 'unsettled' | 'nothing';
}

export interface ConvergenceReport {
  /** s; duration of each run. */
  duration: number;
  /** s; the step of the scene. */
  dt: number;
  /** m; how far the reference moves from the start; root mean square over the particles, by mass; null: it blew up. */
  moved: number | null;
  /** True if that is so little that errors are those of rounding. */
  still: boolean;
  /** m; below this the reference is no better than the method. */
  floor: number | null;
  /** s; the step of the finest reference. */
  reference: number | null;
  methods: MethodReport[];
  /** Reasons why the motion is less smooth than the orders of the methods require. */
  kinks: ('contact' | 'decay' | 'strainLimit' | 'tearing')[];
}

/** m. */
const MILLIMETRE = 1e-3;
const REFERENCE = 'rk4';
/** Fraction of the budget for the finest reference. */
const REFERENCE_SHARE = 0.25;
/** Fraction of the budget for the finest run of one method. */
const METHOD_SHARE = 0.1;
/** s. */
const SINCE_THROW = 0.1;
/** A scene that moves by less than this part of its size is at rest. */
const STILL = 1e-6;

/**
 * Runs the scene, without the grab, in double precision under every method, for the same time at steps of h, h/2, h/4 …, and
 * compares the final positions with a run of RK4 at a quarter of the step.
 * @throws RangeError for a duration or halvings out of range
 */
export function* convergenceStudy(
  given: SceneFile,
  { duration, halvings, throws, budget }: ConvergenceArgs,
  clock: Clock,
): Generator<Progress<ConvergenceReport> | null, ConvergenceReport, void> {
  checkArgs(duration, halvings);
  const scene = throws ? thrown(given, SINCE_THROW) : given;
  const smooth = decayAsDrag(scene);
  const dt = scene.params?.dt ?? PARAMS.dt.default;
  const sizes = chooseStepSizes(scene, dt, { duration, halvings }, (REFERENCE_SHARE * budget) / 2, clock);
  const errors = createReferenceErrors(massesOf(scene));
  const runs = new Map(integrators.map(({ id }) => [id, [] as TimedRun[]]));
  const slow = new Set<string>();
  /** Runs of RK4 by halvings. Without decay a reference is also the method's own run at that step. */
  const references = new Map<number, TimedRun>();

  function* reference(halved: number): Generator<null, TimedRun, void> {
    const known = references.get(halved);
    if (known) return known;
    const run = yield* timedRun(smooth, REFERENCE, sizes.h(halved), sizes.steps(halved), clock);
    references.set(halved, run);
    return run;
  }

  const start = Float64Array.from(scene.particles.positions.flatMap((place) => [...place, 0]));
  const size = diagonal({ positions: start }, scene.particles.positions.length);

  const report = (): ConvergenceReport => ({
    duration: sizes.duration,
    dt,
    moved: errors.distanceFrom(start),
    still: isStill(errors.distanceFrom(start), size),
    floor: errors.floor,
    reference: errors.halvings === null ? null : sizes.h(errors.halvings),
    methods: integrators.map(({ id, order }) => ({
      id,
      order,
      ...evaluate(pointsOf(runs.get(id) ?? [], sizes, errors.of), errors.floor, dt, slow.has(id)),
    })),
    kinks: kinksOf(scene, [...references.values(), ...[...runs.values()].flat()]),
  });

  errors.setReference(REFERENCE_HALVINGS - 1, yield* reference(REFERENCE_HALVINGS - 1));
  for (let halved = 0; halved <= sizes.halvings; halved++) {
    const last = references.get(halved + REFERENCE_HALVINGS - 1);
    if (last && 2 * last.seconds > REFERENCE_SHARE * budget) break;
    errors.setReference(halved + REFERENCE_HALVINGS, yield* reference(halved + REFERENCE_HALVINGS));
    for (const [turn, method] of integrators.entries()) {
      const done = runs.get(method.id) as TimedRun[];
      const before = done.at(-1);
      if (before && 2 * before.seconds > METHOD_SHARE * budget) slow.add(method.id);
      if (slow.has(method.id)) continue;
      const known = method.id === REFERENCE && smooth === scene ? references.get(halved) : undefined;
      done.push(known ?? (yield* timedRun(scene, method.id, sizes.h(halved), sizes.steps(halved), clock)));
      const fraction = (2 ** halved * (1 + (turn + 1) / integrators.length)) / 2 ** (sizes.halvings + 1);
      yield { done: fraction, partial: report() };
    }
  }
  return report();
}

/** @param moved m; null: unknown @param size m; 0: a single particle */
function isStill(moved: number | null, size: number): boolean {
  return moved !== null && moved <= STILL * (size || moved);
}

function checkArgs(duration: number | null, halvings: number | null): void {
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

function pointsOf(runs: TimedRun[], sizes: StepSizes, errorOf: (run: TimedRun) => number | null) {
  return runs.map((run, halved) => ({
    /** s. */
    h: sizes.h(halved),
    /** m. */
    error: errorOf(run),
    blewUp: run.positions === null,
    /** s; computing time. */
    seconds: run.seconds,
    evaluations: run.evaluations,
  }));
}

/** Evaluates the points of a method whose errors are above the floor. */
function evaluate(points: Point[], floor: number | null, dt: number, slow: boolean) {
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

function kinksOf({ params }: SceneFile, runs: readonly TimedRun[]): ConvergenceReport['kinks'] {
  const contact = runs.some(({ touches }) => touches) || params?.selfCollision === 1;
  return [
    ...(contact ? (['contact'] as const) : []),
    ...((params?.decay ?? 0) > 0 ? (['decay'] as const) : []),
    ...((params?.strainLimit ?? 0) > 0 ? (['strainLimit'] as const) : []),
    ...((params?.tearStrain ?? 0) > 0 ? (['tearing'] as const) : []),
  ];
}

/**
 * The scene with its velocity decay as the ODE that it approximates: v ← v·e^(−h·r) before a step is the flow of v̇ = −r v,
 * a drag of r m on every particle. The operator is of order 1 with any method; the drag keeps the order of the method.
 */
function decayAsDrag(scene: SceneFile): SceneFile {
  const rate = scene.params?.decay ?? 0;
  if (rate === 0) return scene;
  const byMass = new Map<number, number[]>();
  massesOf(scene).forEach((mass, i) => {
    const particles = byMass.get(mass);
    if (particles) particles.push(i);
    else byMass.set(mass, [i]);
  });
  const drags = Array.from(byMass, ([mass, particles]) => ({ type: 'drag', coefficient: rate * mass, particles }));
  return {
    ...scene,
    forces: [...(scene.forces ?? []), ...drags] as SceneFile['forces'],
    params: { ...scene.params, decay: 0 },
  };
}
