/** The way along a Newton direction δ from the present iterate. */
export interface Line {
  /** Goes to α and gives g(α) = R·δ there: the slope of what is minimized, where R is a gradient. */
  slopeAt(alpha: number): number;
}

/** Of |g(0)|: where the slope has fallen to this part, the step is good enough. */
const FLAT = 0.5;
/** Bounds on the next trial, in parts of the bracket. */
const NEAREST = 0.1;
/** Trials after the full step. */
const TRIALS = 8;

/** Goes along a descent direction, g(0) < 0, as far as the slope is negative: by the full Newton step where that does not
 *  overshoot, else back between what falls short and what overshoots, by the secant, to |g(α)| ≤ ½|g(0)|.
 *
 *  By the slope and not by an energy, since a dashpot has none; and near the solution the slope is known to more digits
 *  than a difference of energies. A slope that isn't a number overshoots.
 *  Source: Nocedal and Wright, Numerical Optimization, 3.5 (the curvature condition).
 *  @returns α, where the line has been left */
export function searchLine(line: Line, slopeAtStart: number): number {
  const enough = -FLAT * slopeAtStart;
  let low = 0;
  let slopeAtLow = slopeAtStart;
  let alpha = 1;
  let slope = line.slopeAt(alpha);
  if (slope <= enough) return alpha;
  let high = alpha;
  let slopeAtHigh = slope;
  for (let trial = 0; trial < TRIALS; trial++) {
    const secant = slopeAtLow / (slopeAtLow - slopeAtHigh);
    const part = secant > NEAREST ? Math.min(secant, 1 - NEAREST) : NEAREST;
    alpha = low + part * (high - low);
    slope = line.slopeAt(alpha);
    if (Math.abs(slope) <= enough) return alpha;
    if (slope < 0) {
      low = alpha;
      slopeAtLow = slope;
    } else {
      high = alpha;
      slopeAtHigh = slope;
    }
  }
  if (!(slope < 0)) line.slopeAt(low);
  return low;
}
