import { largestEntry } from '../../model/state';
import type { TimedRun } from './timed-run';

/** Step, error and cost of one run. */
export interface Sample {
  /** Step, s. */
  h: number;
  /** m; mass-weighted root mean square over the particles. */
  error: number;
  /** Computing time of the run, s. */
  seconds: number;
}

/** Measured order: the slope of log(error) over log(step). */
export interface Slope {
  /** Halving h divides the error by 2 to this power. */
  value: number;
  /** True if it no longer changes from halving to halving; if false, `value` is that of the last halving. */
  settled: boolean;
}

/** A value on a line through measured points. */
export interface Estimate {
  value: number;
  /** False if it is extrapolated beyond the last point. */
  measured: boolean;
}

/** Slopes of successive halvings that differ by less than this count as equal. */
const SLOPE_TOLERANCE = 0.05;
/** Largest number of points of a slope: at longer steps it is not asymptotic. */
const MAX_POINTS = 4;
/** Largest number of skipped points at the fine end, where the solver tolerance dominates the error. */
const MAX_SKIPPED = 1;

/** √(Σ m|a − b|² / Σ m), m; positions 4n each. */
export function weightedDistance(a: ArrayLike<number>, b: ArrayLike<number>, masses: ArrayLike<number>): number {
  let sum = 0;
  let mass = 0;
  for (let i = 0; i < masses.length; i++) {
    mass += masses[i];
    for (let o = 4 * i; o < 4 * i + 3; o++) sum += masses[i] * (a[o] - b[o]) ** 2;
  }
  return Math.sqrt(sum / mass);
}

/**
 * The slope of log(error) over log(h) by least squares, at the finest steps, where it no longer changes. Null for fewer than two
 * points.
 * Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4.
 * @param samples from the longest step to the shortest, each half of the one before; errors above rounding
 */
export function slopeOf(samples: readonly Sample[]): Slope | null {
  if (samples.length < 2) return null;
  /** Slopes between successive points. */
  const local = samples.slice(1).map((fine, i) => leastSquares([samples[i], fine]));
  for (let end = samples.length - 1; end >= Math.max(2, samples.length - 1 - MAX_SKIPPED); end--) {
    const last = local[end - 1];
    let start = end - 1;
    while (start > 0 && end - start < MAX_POINTS - 1 && Math.abs(local[start - 1] - last) < SLOPE_TOLERANCE) start--;
    if (end - start < 2) continue;
    const within = samples.slice(start, end + 1);
    return { value: leastSquares(within), settled: true };
  }
  return { value: local[local.length - 1], settled: false };
}

/** The error at a step, m; null if unknown, for example above the longest stable step. */
export function errorAt(samples: readonly Sample[], h: number): Estimate | null {
  if (samples.length === 0 || h > samples[0].h * (1 + 1e-9)) return null;
  return interpolate(
    samples.map((sample) => [sample.h, sample.error]),
    h,
  );
}

/** Computing time for an error, s. If the longest stable step is more accurate, its time, with `atMost` true. */
export function timeFor(samples: readonly Sample[], error: number): (Estimate & { atMost: boolean }) | null {
  if (samples.length === 0) return null;
  const [first] = samples;
  if (first.error <= error) return { value: first.seconds, measured: true, atMost: true };
  const step = interpolate(
    samples.map((sample) => [sample.error, sample.h]),
    error,
  );
  if (!step) return null;
  // Beyond the shortest step, half the step takes twice the time.
  const last = samples[samples.length - 1];
  const times = samples.map((sample): [number, number] => [sample.h, sample.seconds]);
  const value = step.measured ? interpolate(times, step.value)?.value : (last.seconds * last.h) / step.value;
  return value === undefined ? null : { value, measured: step.measured, atMost: false };
}

/** y at x by logarithmic interpolation between points with descending x; beyond the last point by extrapolation. */
function interpolate(points: (readonly [number, number])[], x: number): Estimate | null {
  if (points.length < 2) return null;
  let i = 1;
  while (i < points.length - 1 && points[i][0] > x) i++;
  const [x0, y0] = points[i - 1];
  const [x1, y1] = points[i];
  const fraction = Math.log(x / x0) / Math.log(x1 / x0);
  const value = y0 * (y1 / y0) ** fraction;
  return Number.isFinite(value) ? { value, measured: fraction <= 1 + 1e-9 } : null;
}

function leastSquares(samples: readonly Sample[]): number {
  const x = samples.map(({ h }) => Math.log(h));
  const y = samples.map(({ error }) => Math.log(error));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sxy = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return sxy / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

// Errors of runs against a reference run that is replaced by finer ones.

/** An error this many times larger than that of the reference belongs to the method: rounding adds up to 13 times its estimate. */
const FLOOR_FACTOR = 32;

/** @param masses of the particles, kg */
export function createReferenceErrors(masses: readonly number[]) {
  let reference: Float64Array | null = null;
  let halvings: number | null = null;
  let floor: number | null = null;
  return {
    /** m; an error above it is the method's own: a multiple of the reference's error and of rounding; null: unknown. */
    get floor() {
      return floor;
    },
    /** Halvings of the present reference. */
    get halvings() {
      return halvings;
    },
    /** Replaces the reference by a finer one. @param at halvings of the longest step */
    setReference(at: number, { positions, steps }: TimedRun): void {
      if (!positions) return;
      // A halving divides RK4's error by 16: the finer run is a 15th of the change away from the limit.
      const error = reference && weightedDistance(positions, reference, masses) / 15;
      // One rounding to double precision per step, as a random walk.
      const rounding = largestEntry(positions) * Number.EPSILON * Math.sqrt(steps);
      floor = error === null ? null : FLOOR_FACTOR * Math.max(error, rounding);
      reference = positions;
      halvings = at;
    },
    /** m; from positions, 4n, to the reference; null without one. */
    distanceFrom: (positions: ArrayLike<number>) => reference && weightedDistance(positions, reference, masses),
    /** m; null without a reference, or after a blow-up. */
    of: ({ positions }: TimedRun) => positions && reference && weightedDistance(positions, reference, masses),
  };
}
