/** The line x + αδ from the current iterate x along a Newton direction δ. */
export interface Line {
  /** Moves to α and returns g(α) = R·δ there: the slope along the line if the residual R is a gradient. */
  slopeAt(alpha: number): number;
}

/** A step is accepted at |g(α)| ≤ this fraction of |g(0)|. */
const ACCEPTED = 0.5;
/** Minimum distance of a trial from the ends of the bracket, as a fraction of it. */
const MARGIN = 0.1;
/** Maximum number of trials after the full step. */
const TRIALS = 8;

/** True if the full Newton step α = 1 does not overshoot, g(1) ≤ ½|g(0)|, along a descent direction, g(0) < 0. */
export function acceptsFullStep(slopeAtStart: number, slopeAtEnd: number): boolean {
  return slopeAtEnd <= -ACCEPTED * slopeAtStart;
}

/** A line search on the slope, after a full step that overshoots: shrinks the bracket from 0 to 1 by secants until |g(α)| ≤ ½|g(0)|.
 *
 *  It uses the slope instead of an energy because dashpots have no energy, and because the slope is accurate to more digits near
 *  the solution. A slope of NaN counts as overshooting.
 *  Source: Nocedal and Wright, Numerical Optimization, 3.5 (the curvature condition).
 *  Yields each α that it asks for, and is given the slope there. @returns the final α, which it has asked for last */
export function* lineSearch(slopeAtStart: number, slopeAtEnd: number): Generator<number, number, number> {
  const accepted = -ACCEPTED * slopeAtStart;
  let low = 0;
  let slopeAtLow = slopeAtStart;
  let high = 1;
  let slopeAtHigh = slopeAtEnd;
  let slope = slopeAtEnd;
  for (let trial = 0; trial < TRIALS; trial++) {
    const secant = slopeAtLow / (slopeAtLow - slopeAtHigh);
    const fraction = secant > MARGIN ? Math.min(secant, 1 - MARGIN) : MARGIN;
    const alpha = low + fraction * (high - low);
    slope = yield alpha;
    if (Math.abs(slope) <= accepted) return alpha;
    if (slope < 0) {
      low = alpha;
      slopeAtLow = slope;
    } else {
      high = alpha;
      slopeAtHigh = slope;
    }
  }
  if (!(slope < 0)) yield low;
  return low;
}

/** Takes the full step, or less of it if that overshoots. @returns the final α, to which the line has been moved */
export function searchLine(line: Line, slopeAtStart: number): number {
  const slopeAtEnd = line.slopeAt(1);
  if (acceptsFullStep(slopeAtStart, slopeAtEnd)) return 1;
  const search = lineSearch(slopeAtStart, slopeAtEnd);
  let next = search.next();
  while (!next.done) next = search.next(line.slopeAt(next.value));
  return next.value;
}
