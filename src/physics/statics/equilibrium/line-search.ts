import { dot } from '../../kernels/javascript/solver-loops';
import { largest } from './net-force';

/** Result of a line search. */
export interface Search {
  /** α, in units of the direction; 0 if the direction does not descend. */
  share: number;
  /** True if the forces still push forward at the largest allowed α. */
  pushing: boolean;
}

/** The search ends where |g| falls to this part of its start value. */
const ENOUGH = 0.5;
/** α grows by this factor while g stays positive. */
const STRIDE = 2;
/** Largest α: a direction that is only rounding error could go anywhere. */
const MAX_STEP = 32;
/** Fraction of the bracket: the next trial keeps this distance from both ends. */
const MARGIN = 0.1;
const TRIALS = 40;

/**
 * Moves x along the curve x + α d + α² c to a root of g(α), the force there times the curve's tangent. For a potential energy E,
 * g = −dE/dα; unlike differences of E, g has no cancellation error.
 * @param d 4n; m
 * @param f 4n; N; at x; afterwards at the last trial
 * @param reach m; no particle moves farther
 * @param evaluate stops the particles, which started at `from`, at surfaces, and computes `f`
 * @param c 4n; m; absent: 0, a straight line
 */
export function searchAlong(
  x: Float64Array,
  d: Float64Array,
  f: Float64Array,
  reach: number,
  evaluate: (from: Float64Array) => void,
  c = new Float64Array(x.length),
): Search {
  const from = x.slice();
  const push = dot(f, d);
  const limit = Math.min(reach / largest(d), MAX_STEP);
  if (!(push > 0)) return { share: 0, pushing: false };
  const at = (share: number) => {
    for (let i = 0; i < x.length; i++) x[i] = from[i] + share * (d[i] + share * c[i]);
    evaluate(from);
    return dot(f, d) + 2 * share * dot(f, c);
  };
  let low = 0;
  let gLow = push;
  let high = Number.POSITIVE_INFINITY;
  let gHigh = 0;
  let share = Math.min(1, limit);
  for (let trial = 0; trial < TRIALS; trial++) {
    const g = at(share);
    if (Math.abs(g) <= ENOUGH * push) return { share, pushing: false };
    if (g > 0) {
      if (share >= limit) return { share, pushing: true };
      low = share;
      gLow = g;
    } else {
      high = share;
      gHigh = g;
    }
    if (high === Number.POSITIVE_INFINITY) share = Math.min(STRIDE * share, limit);
    else {
      // Regula falsi; NaN counts as a push back.
      const fraction = gLow / (gLow - gHigh);
      share = low + (high - low) * (fraction > MARGIN ? Math.min(fraction, 1 - MARGIN) : MARGIN);
    }
  }
  at(low);
  return { share: low, pushing: false };
}
