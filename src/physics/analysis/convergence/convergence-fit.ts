/** What one run of a method came to. */
export interface Sample {
  /** s; of a step. */
  h: number;
  /** m; root mean square over the particles, each with its mass. */
  error: number;
  /** s; that the run took. */
  seconds: number;
}

/** How the error shrinks with the step. */
export interface Slope {
  /** Halving h divides the error by 2 to this power. */
  value: number;
  /** s; the longest and the shortest step that it is measured at. */
  from: number;
  to: number;
  /** Whether it is the same from one halving to the next: where it isn't, this is the last one seen. */
  settled: boolean;
}

/** A number read off a line through measured points: between two of them, or beyond the last. */
export interface Reading {
  value: number;
  measured: boolean;
}

/** By how much slopes of successive halvings may differ that are taken for the same. */
const ALIKE = 0.05;
/** Points that a slope is measured at, at most: farther up the line it bends. */
const MOST = 4;
/** Points at the fine end that may be left out, where the tolerance of a solver shows. */
const SPARE = 1;

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
 * The slope of log(error) over log(h) by least squares, where it is asymptotic: at the finest steps from which on it no
 * longer changes. Null for fewer than two points.
 * Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4.
 * @param samples from the longest step to the shortest, each half of the last; errors above what rounding makes
 */
export function slopeOf(samples: readonly Sample[]): Slope | null {
  if (samples.length < 2) return null;
  /** Between a point and the next. */
  const local = samples.slice(1).map((fine, i) => leastSquares([samples[i], fine]));
  for (let end = samples.length - 1; end >= Math.max(2, samples.length - 1 - SPARE); end--) {
    const last = local[end - 1];
    let start = end - 1;
    while (start > 0 && end - start < MOST - 1 && Math.abs(local[start - 1] - last) < ALIKE) start--;
    if (end - start < 2) continue;
    const within = samples.slice(start, end + 1);
    return { value: leastSquares(within), from: samples[start].h, to: samples[end].h, settled: true };
  }
  const [from, to] = samples.slice(-2);
  return { value: local[local.length - 1], from: from.h, to: to.h, settled: false };
}

/** The error at a step, m; null where nothing is known of it, as above the longest step that holds. */
export function errorAt(samples: readonly Sample[], h: number): Reading | null {
  if (samples.length === 0 || h > samples[0].h * (1 + 1e-9)) return null;
  return readOff(
    samples.map((sample) => [sample.h, sample.error]),
    h,
  );
}

/** The time that it takes to be right to an error, s; at most that of the longest step that holds. */
export function timeFor(samples: readonly Sample[], error: number): (Reading & { atMost: boolean }) | null {
  if (samples.length === 0) return null;
  const [first] = samples;
  if (first.error <= error) return { value: first.seconds, measured: true, atMost: true };
  const step = readOff(
    samples.map((sample) => [sample.error, sample.h]),
    error,
  );
  if (!step) return null;
  // Beyond the shortest step, half the step takes twice the time.
  const last = samples[samples.length - 1];
  const times = samples.map((sample): [number, number] => [sample.h, sample.seconds]);
  const value = step.measured ? readOff(times, step.value)?.value : (last.seconds * last.h) / step.value;
  return value === undefined ? null : { value, measured: step.measured, atMost: false };
}

/** y at x on the line through points with falling x, in logarithms; beyond the last as the last two have it. */
function readOff(points: (readonly [number, number])[], x: number): Reading | null {
  if (points.length < 2) return null;
  let i = 1;
  while (i < points.length - 1 && points[i][0] > x) i++;
  const [x0, y0] = points[i - 1];
  const [x1, y1] = points[i];
  const part = Math.log(x / x0) / Math.log(x1 / x0);
  const value = y0 * (y1 / y0) ** part;
  return Number.isFinite(value) ? { value, measured: part <= 1 + 1e-9 } : null;
}

function leastSquares(samples: readonly Sample[]): number {
  const x = samples.map(({ h }) => Math.log(h));
  const y = samples.map(({ error }) => Math.log(error));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sxy = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return sxy / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}
