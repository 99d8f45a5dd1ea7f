import { weightedDistance } from '../../physics/analysis/methods/convergence';
import type { TimedRun } from './timed-run';

/** How far runs end from a reference that becomes finer as it goes on. */
export interface Errors {
  /** Puts a finer reference in the place of the last. @param level halvings of the longest step */
  take(level: number, run: TimedRun): void;
  /** m; null while there is nothing to compare. */
  of(run: TimedRun): number | null;
  /** m; an error above it is one of the method: some times what the reference and rounding are off by; null: not known. */
  readonly floor: number | null;
  /** Halvings of the reference at work. */
  readonly level: number | null;
}

/** Errors so many times larger than the reference's own tell of the method. */
const CLEAR = 8;

export function createErrors(masses: readonly number[]): Errors {
  let reference: Float64Array | null = null;
  let level: number | null = null;
  let floor: number | null = null;
  return {
    get floor() {
      return floor;
    },
    get level() {
      return level;
    },
    take(at, { positions, steps }) {
      if (!positions) return;
      // RK4's error falls to a 16th with each halving: the next run differs from this one's limit by a 15th of the change.
      const off = reference && weightedDistance(positions, reference, masses) / 15;
      floor = off === null ? null : CLEAR * Math.max(off, roundingOf(positions, steps));
      reference = positions;
      level = at;
    },
    of: ({ positions }) => positions && reference && weightedDistance(positions, reference, masses),
  };
}

/** m; what so many roundings to double precision come to, as a random walk. */
function roundingOf(positions: Float64Array, steps: number): number {
  const size = positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return size * Number.EPSILON * Math.sqrt(steps);
}
