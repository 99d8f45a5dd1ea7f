import { dot } from '../kernels/javascript/vector-loops';
import { largest } from './net-force';

/** How far a search along a direction went. */
export interface Search {
  /** Of the direction; 0 where no way along it leads anywhere. */
  share: number;
  /** Whether the forces still push on where it was not allowed to go farther. */
  pushing: boolean;
}

/** Of the push at the start: a push no larger than this, either way, is the end of the search. */
const ENOUGH = 0.5;
/** By what factor it goes on where the push lasts. */
const STRIDE = 2;
/** How many times d it goes at most: in a direction that is mere rounding it would go anywhere. */
const FARTHEST = 32;
/** Of the bracket: the next trial is at least as far from either end. */
const MARGIN = 0.1;
const TRIALS = 40;

/**
 * Goes from x along d to where the forces push neither on nor back: g(α) = f(x + α d)·d, which is −dE/dα where there is an
 * energy E, but is known to the last bit, as differences of E are not. Leaves x there.
 * @param d 4n; m
 * @param f 4n; N; at x; left as it is at the last trial
 * @param reach m; no particle goes farther
 * @param look ends the ways from where it started at surfaces, and finds `f` where they end
 */
export function searchAlong(
  x: Float64Array,
  d: Float64Array,
  f: Float64Array,
  reach: number,
  look: (from: Float64Array) => void,
): Search {
  const from = x.slice();
  const push = dot(f, d);
  const limit = Math.min(reach / largest(d), FARTHEST);
  if (!(push > 0)) return { share: 0, pushing: false };
  const at = (share: number) => {
    for (let i = 0; i < x.length; i++) x[i] = from[i] + share * d[i];
    look(from);
    return dot(f, d);
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
      // Where the line through both ends meets 0; what is no number counts as a push back.
      const part = gLow / (gLow - gHigh);
      share = low + (high - low) * (part > MARGIN ? Math.min(part, 1 - MARGIN) : MARGIN);
    }
  }
  at(low);
  return { share: low, pushing: false };
}
