/** Chooses the duration and the step sizes of a convergence study. */
import type { SceneFile } from '../../scenes/file/scene-file';
import type { Simulation } from '../../simulation';
import { gershgorinBounds } from '../stability/gershgorin';
import { type Clock, createExactRun } from './timed-run';

/** Step sizes, each half the one before; one of them is the scene's own dt, and each divides the duration. */
export interface StepSizes {
  /** s. */
  readonly duration: number;
  /** Halvings of the longest step. */
  readonly halvings: number;
  /** s; after `level` halvings. */
  h(level: number): number;
  steps(level: number): number;
}

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
): StepSizes {
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
    duration: longestSteps * first,
    halvings,
    h: (level) => first / 2 ** level,
    steps: (level) => longestSteps * 2 ** level,
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
