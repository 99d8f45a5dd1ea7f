/** Errors of runs against a reference run that is replaced by finer ones. */
import { weightedDistance } from './convergence-fit';
import type { TimedRun } from './timed-run';

export interface ReferenceErrors {
  /** Replaces the reference by a finer one. @param level halvings of the longest step */
  setReference(level: number, run: TimedRun): void;
  /** m; null without a reference, or after a blow-up. */
  of(run: TimedRun): number | null;
  /** m; from positions, 4n, to the reference; null without one. */
  distanceFrom(positions: ArrayLike<number>): number | null;
  /** m; an error above it is the method's own: a multiple of the reference's error and of rounding; null: unknown. */
  readonly floor: number | null;
  /** Halvings of the present reference. */
  readonly level: number | null;
}

/** An error this many times larger than that of the reference belongs to the method: rounding adds up to 13 times its estimate. */
const FLOOR_FACTOR = 32;

/** @param masses of the particles, kg */
export function createReferenceErrors(masses: readonly number[]): ReferenceErrors {
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
    setReference(at, { positions, steps }) {
      if (!positions) return;
      // A halving divides RK4's error by 16: the finer run is a 15th of the change away from the limit.
      const error = reference && weightedDistance(positions, reference, masses) / 15;
      floor = error === null ? null : FLOOR_FACTOR * Math.max(error, roundingError(positions, steps));
      reference = positions;
      level = at;
    },
    distanceFrom: (positions) => reference && weightedDistance(positions, reference, masses),
    of: ({ positions }) => positions && reference && weightedDistance(positions, reference, masses),
  };
}

/** m; the sum of one rounding to double precision per step, as a random walk. */
function roundingError(positions: Float64Array, steps: number): number {
  const size = positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return size * Number.EPSILON * Math.sqrt(steps);
}
