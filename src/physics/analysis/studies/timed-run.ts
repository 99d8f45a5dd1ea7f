/** Runs a scene over a fixed time with exact solves, and measures its cost. */
import { CONTACT_TOLERANCE, createObstacles } from '../../constraints/contact/obstacle-cache';
import { isFiniteState } from '../../model/state';
import type { SceneFile } from '../../scenes/file/check-scene-file';
import { createSimulation, type Simulation, stepInSlices } from '../../simulation';
import { gershgorinBounds } from '../stability/scaled-derivatives';

/** Wall time in seconds, from any origin. */
export type Clock = () => number;

/** One run of a method over a fixed time. */
export interface TimedRun {
  /** 4n; m; at the end; null after a blow-up. */
  positions: Float64Array | null;
  steps: number;
  /** s; computing time. */
  seconds: number;
  /** Force evaluations, and products with K and D in a solve. */
  evaluations: number;
  /** False if there is no obstacle but floors without rebound that nothing has reached. */
  touches: boolean;
}

/** s; the resolution of a browser's clock can be 1 ms: shorter runs are repeated until this time has passed. */
const MIN_TIME = 4e-3;

/** Solver settings that leave errors far below those of the method. */
const EXACT = { cgTolerance: 1e-10, cgIterations: 1000, newtonTolerance: 1e-10, newtonIterations: 50, stopOnBlowUp: 1 };

/** A simulation in double precision with exact solves. */
function createExactRun(scene: SceneFile, integrator: string, dt: number): Simulation {
  return createSimulation({ scene, integrator, precision: 'double', params: { ...EXACT, dt } });
}

/** Runs slices to their end, or until they have taken longer than `most`, s. @returns s of computing */
export function* timed(
  slices: Generator<unknown>,
  clock: Clock,
  most = Number.POSITIVE_INFINITY,
): Generator<null, number, void> {
  for (let spent = 0; ; ) {
    const start = clock();
    const { done } = slices.next();
    spent += clock() - start;
    if (done || spent > most) return spent;
    yield null;
  }
}

/** Runs the scene for `steps` steps of h. */
export function* timedRun(
  scene: SceneFile,
  integrator: string,
  h: number,
  steps: number,
  clock: Clock,
): Generator<null, TimedRun, void> {
  const simulation = createExactRun(scene, integrator, h);
  const { count, touches } = watchForces(simulation);
  const spent = yield* timed(stepInSlices(simulation, steps), clock);
  const evaluations = count();
  if (simulation.blowUp || !isFiniteState(simulation.state)) {
    return { positions: null, steps, seconds: spent, evaluations, touches: touches() };
  }
  const positions = Float64Array.from(simulation.state.positions);
  const seconds = spent < MIN_TIME ? meanTime(simulation, steps, clock) : spent;
  return { positions, steps, seconds, evaluations, touches: touches() };
}

/** s; mean time of many runs: the first included compilation. */
function meanTime(simulation: Simulation, steps: number, clock: Clock): number {
  const reset = () => simulation.apply({ type: 'reset' });
  let start = clock();
  let count = 0;
  // At least one run: the computer may stop this program for longer than the whole time.
  do {
    reset();
    simulation.step(steps);
    count++;
  } while (clock() - start < MIN_TIME);
  const withResets = clock() - start;
  start = clock();
  for (let i = 0; i < count; i++) reset();
  return Math.max(withResets - (clock() - start), 0.1 * withResets) / count;
}

/** Wraps the world's forces and their derivatives to count calls, and to see who reaches a floor. */
function watchForces({ world }: Simulation): { count(): number; touches(): boolean } {
  const { computeForces, addDerivatives, kernel } = world;
  const obstacles = createObstacles(world.environment);
  // What falls on such a floor stays there, so that the next evaluation sees it.
  const floors = obstacles.flatMap(({ height, restitution }) =>
    height !== undefined && restitution === 0 ? height : [],
  );
  let touches = floors.length < obstacles.length;
  let count = 0;
  Object.assign(world, {
    computeForces(...args: Parameters<typeof computeForces>) {
      count++;
      for (const height of floors) touches ||= !kernel.areAbove(args[0].positions, height + CONTACT_TOLERANCE);
      computeForces(...args);
    },
    addDerivatives(...args: Parameters<typeof addDerivatives>) {
      count++;
      addDerivatives(...args);
    },
  } satisfies Partial<typeof world>);
  return { count: () => count, touches: () => touches };
}

// Chooses the duration and the step sizes of a convergence study.

/** Step sizes, each half the one before; one of them is the scene's own dt, and each divides the duration. */
export type StepSizes = ReturnType<typeof chooseStepSizes>;

/** Longest steps in the duration, if the duration is not given: at most and at least. */
const MAX_LONGEST_STEPS = 16;
const MIN_LONGEST_STEPS = 4;
/** Halvings, if they are not given: fewer where steps cost much, so that the duration is long enough. */
const HALVINGS = [7, 6, 5];
/** Force evaluations in a step of RK4. */
const EVALUATIONS = 4;
/** Halvings between a method's step and that of its reference: RK4's error is then 256 times smaller. */
export const REFERENCE_HALVINGS = 2;
/** The longest step in units of dt, if nothing oscillates. */
const STEPS_OF_DT = 4;
/** s; long enough for the compiler to optimize, and many ticks of a clock. */
const TRIAL = 16e-3;

/**
 * The longest step is the largest 2^p dt at which hω ≤ 1 for the fastest mode, and no larger for its damping, or dt itself.
 * @param requested s, and a number, or null: the most for which the finest reference runs in `affordable` seconds
 */
export function chooseStepSizes(
  scene: SceneFile,
  dt: number,
  requested: { duration: number | null; halvings: number | null },
  affordable: number,
  clock: Clock,
) {
  const simulation = createExactRun(scene, 'rk4', dt);
  const { omega, damping } = gershgorinBounds(simulation.world);
  const rate = Math.max(omega, damping);
  const asymptotic = rate > 0 ? 1 / rate : STEPS_OF_DT * dt;
  let power = Math.max(0, Math.floor(Math.log2(asymptotic / dt)));
  const { duration } = requested;
  while (duration !== null && power > 0 && MIN_LONGEST_STEPS * 2 ** power * dt > duration) power--;
  const first = 2 ** power * dt;
  const seconds = 2 ** REFERENCE_HALVINGS * EVALUATIONS * secondsPerEvaluation(simulation, clock);
  /** Longest steps for which the finest reference is affordable. */
  const affordableSteps = (halvings: number) => 2 ** Math.floor(Math.log2(affordable / (2 ** halvings * seconds)));
  const halvings =
    requested.halvings ??
    HALVINGS.find((count) => affordableSteps(count) >= MAX_LONGEST_STEPS) ??
    HALVINGS[HALVINGS.length - 1];
  const longestSteps =
    duration === null
      ? Math.min(MAX_LONGEST_STEPS, Math.max(MIN_LONGEST_STEPS, affordableSteps(halvings)))
      : Math.max(1, Math.round(duration / first));
  return {
    /** s. */
    duration: longestSteps * first,
    /** Halvings of the longest step. */
    halvings,
    /** s; after so many halvings. */
    h: (halvings: number) => first / 2 ** halvings,
    steps: (halvings: number) => longestSteps * 2 ** halvings,
  };
}

function secondsPerEvaluation({ world, state }: Simulation, clock: Clock): number {
  const f = new Float64Array(state.positions.length);
  const start = clock();
  let count = 0;
  let spent = 0;
  while (spent < TRIAL) {
    world.computeForces(state, f);
    count++;
    spent = clock() - start;
  }
  return spent / count;
}

// The motion that studies of methods run: the same in the page and in Node.

/** Moves the scene after its throw: no step is too long for it. */
const METHOD = 'implicit-euler';
/** s. */
const STEP = 1 / 240;

/**
 * The scene with the standard throw added to its present motion: at rest, every method has the same error, that of rounding.
 * @param after s; the time that has passed since the throw. Just after it the springs have hardly changed, and errors are small still.
 */
export function thrown(scene: SceneFile, after = 0): SceneFile {
  const simulation = createSimulation({ scene });
  simulation.apply({ type: 'throw' });
  if (after === 0) return simulation.save();
  const { integrator, params } = simulation;
  simulation.apply({ type: 'integrator', id: METHOD });
  simulation.apply({ type: 'set', key: 'dt', value: STEP });
  simulation.step(Math.round(after / STEP));
  simulation.apply({ type: 'integrator', id: integrator });
  simulation.apply({ type: 'set', key: 'dt', value: params.dt });
  return simulation.save();
}
