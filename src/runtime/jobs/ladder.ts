import type { SceneFile } from '../../physics';
import { stepLimit } from '../../physics/analysis/step-limit';
import { setUp } from './timed-run';

/** Steps of which each is half the last, and the scene's own dt is one; whole numbers of them make the duration. */
export interface Ladder {
  /** s. */
  readonly duration: number;
  /** s; after so many halvings. */
  h(level: number): number;
  steps(level: number): number;
}

/** Of a mode: only the power of two matters. */
const TOLERANCE = 1e-3;
/** Longest steps in the duration, where that isn't given: at most and at least. */
const LONGEST = 16;
const SHORTEST = 4;
/** Evaluations of RK4, and by how much the finest reference is finer than the finest step. */
const EVALUATIONS = 4;
const AHEAD = 4;
/** Where nothing swings. */
const STEPS_OF_DT = 4;
/** s; a clock's tick. */
const TICK = 4e-3;

/**
 * The longest step is the largest 2^p dt at which the fastest mode has hω ≤ 1, or dt itself.
 * @param duration s; null: as long as the finest reference can be run in `affordable` seconds
 */
export function layOut(
  scene: SceneFile,
  dt: number,
  duration: number | null,
  halvings: number,
  affordable: number,
): Ladder {
  const simulation = setUp(scene, 'rk4', dt);
  const limit = stepLimit(simulation.world, simulation.state, TOLERANCE).dt;
  const wanted = limit < Number.POSITIVE_INFINITY ? limit / 2 : STEPS_OF_DT * dt;
  let power = Math.max(0, Math.floor(Math.log2(wanted / dt)));
  let longest: number;
  if (duration === null) {
    const finest = 2 ** halvings * AHEAD * EVALUATIONS * secondsPerEvaluation(simulation);
    longest = Math.min(LONGEST, Math.max(SHORTEST, 2 ** Math.floor(Math.log2(affordable / 2 / finest))));
  } else {
    while (power > 0 && SHORTEST * 2 ** power * dt > duration) power--;
    longest = Math.max(1, Math.round(duration / (2 ** power * dt)));
  }
  const first = 2 ** power * dt;
  return {
    duration: longest * first,
    h: (level) => first / 2 ** level,
    steps: (level) => longest * 2 ** level,
  };
}

function secondsPerEvaluation({ world, state }: ReturnType<typeof setUp>): number {
  const f = new Float64Array(state.positions.length);
  const start = performance.now() / 1000;
  let count = 0;
  let spent = 0;
  while (spent < TICK) {
    world.computeForces(state, f);
    count++;
    spent = performance.now() / 1000 - start;
  }
  return spent / count;
}
