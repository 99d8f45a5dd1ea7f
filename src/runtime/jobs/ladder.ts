import type { SceneFile } from '../../physics';
import { gershgorinBounds } from '../../physics/analysis/stability/gershgorin';
import { setUp } from './timed-run';

/** Steps of which each is half the last, and the scene's own dt is one; whole numbers of them make the duration. */
export interface Ladder {
  /** s. */
  readonly duration: number;
  /** Of the longest step. */
  readonly halvings: number;
  /** s; after so many halvings. */
  h(level: number): number;
  steps(level: number): number;
}

/** Longest steps in the duration, where that isn't given: at most and at least. */
const LONGEST = 16;
const SHORTEST = 4;
/** Halvings, where they aren't given: fewer, for the sake of the duration, where steps cost much. */
const HALVINGS = [7, 6, 5];
/** Of RK4 in a step. */
const EVALUATIONS = 4;
/** Halvings by which the reference is ahead of what it is compared with: RK4's error is then 256 times smaller. */
export const AHEAD = 2;
/** Where nothing swings. */
const STEPS_OF_DT = 4;
/** s; as long as it takes the compiler to notice, and many ticks of a clock. */
const TRIAL = 16e-3;

/**
 * The longest step is the largest 2^p dt at which the fastest mode has hω ≤ 1, and damping no more, or dt itself.
 * @param wanted s, and a number, or null: as many as let the finest reference be run in `affordable` seconds
 */
export function layOut(
  scene: SceneFile,
  dt: number,
  wanted: { duration: number | null; halvings: number | null },
  affordable: number,
): Ladder {
  const simulation = setUp(scene, 'rk4', dt);
  const { omega, damping } = gershgorinBounds(simulation.world);
  const rate = Math.max(omega, damping);
  const asymptotic = rate > 0 ? 1 / rate : STEPS_OF_DT * dt;
  let power = Math.max(0, Math.floor(Math.log2(asymptotic / dt)));
  const { duration } = wanted;
  while (duration !== null && power > 0 && SHORTEST * 2 ** power * dt > duration) power--;
  const first = 2 ** power * dt;
  const seconds = 2 ** AHEAD * EVALUATIONS * secondsPerEvaluation(simulation);
  /** Longest steps whose finest reference can be afforded. */
  const most = (halvings: number) => 2 ** Math.floor(Math.log2(affordable / (2 ** halvings * seconds)));
  const halvings = wanted.halvings ?? HALVINGS.find((count) => most(count) >= LONGEST) ?? HALVINGS[HALVINGS.length - 1];
  const longest =
    duration === null
      ? Math.min(LONGEST, Math.max(SHORTEST, most(halvings)))
      : Math.max(1, Math.round(duration / first));
  return {
    duration: longest * first,
    halvings,
    h: (level) => first / 2 ** level,
    steps: (level) => longest * 2 ** level,
  };
}

function secondsPerEvaluation({ world, state }: ReturnType<typeof setUp>): number {
  const f = new Float64Array(state.positions.length);
  const start = performance.now() / 1000;
  let count = 0;
  let spent = 0;
  while (spent < TRIAL) {
    world.computeForces(state, f);
    count++;
    spent = performance.now() / 1000 - start;
  }
  return spent / count;
}
