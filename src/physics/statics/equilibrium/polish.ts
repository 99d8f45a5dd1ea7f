import { searchAlong } from './line-search';
import { largest } from './net-force';
import type { SolveRequest } from './newton-direction';
import { SLACK, STILL_FALLING } from './newton-search';
import type { Search } from './search';

/** Times the scene's extent: a step that moves a particle farther does not start near a solution. */
const NEAR = 0.2;
/** After so many steps the residual must have fallen by this factor: else more motion leads on faster. */
const QUICK = 6;
const FALLEN = 0.1;
/** ‖residual‖/‖f‖ of the linear solves: for a step, and for its curve. */
const TOLERANCE = 1e-4;
const ROUGH = 1e-2;
/** N/m; the shift of the matrix, times its largest entry: neutral motions do not count as unstable. */
export const NEUTRAL = 1e-9;

/** Times the mean spring length: the first trial along a motion of negative stiffness. */
const TRIAL = 0.05;
/** The part of a step at which its curve is measured. */
const PART = 0.2;
/** Times the mean spring length: shorter steps are straight. */
const SHORT = 1e-4;

/**
 * Newton's method with the true ∂f/∂x, from a point near the solution; yields the residual after each step, N. Where motion has
 * ended near a saddle of the potential, it also goes down along motions of negative stiffness.
 *
 * Springs turn along a step: a straight one stretches them, and the line search would shorten it. A step is therefore the curve
 * x + αd + α²c: −K c = q = ½ f''(d, d) balances the forces of second order, which are central differences. K is clamped, so that c
 * is short along soft motions.
 * Source: Transtrum and Sethna, Improvements to the Levenberg–Marquardt Algorithm for Nonlinear Least-Squares Minimization.
 * @returns true if the point of the search is now an equilibrium; false if the residual does not fall soon
 */
export function* polish(
  { net, surfaces, direction, extent, x, f, d, evaluate }: Search,
  { limit, isCalm, tolerance, spacing }: PolishOptions,
): Generator<number, boolean> {
  const c = new Float64Array(x.length);
  const q = new Float64Array(x.length);
  let stuck = false;
  let residual = evaluate();
  let check = residual;

  /** Computes c for the step d. */
  function bend(request: SolveRequest): void {
    c.fill(0);
    if (largest(d) < SHORT * spacing) return;
    const from = x.slice();
    q.fill(0);
    // Surfaces hold what they held where the step begins, as in the solve.
    for (const part of [PART, -PART, 0]) {
      for (let i = 0; i < x.length; i++) x[i] = from[i] + part * d[i];
      net.at(c);
      const weight = part === 0 ? -1 / (PART * PART) : 0.5 / (PART * PART);
      for (let i = 0; i < x.length; i++) q[i] += weight * c[i];
    }
    surfaces.filter(q);
    direction.solveClamped(c, q, { ...request, tolerance: ROUGH });
  }

  for (let step = 0; step < limit; step++) {
    if (residual <= tolerance) return true;
    if (!isCalm && step > 0 && step % QUICK === 0) {
      if (residual > FALLEN * check) return false;
      check = residual;
    }
    const request = {
      still: net.still,
      shift: NEUTRAL * direction.stiffest(net.still),
      exact: true,
      tolerance: TOLERANCE,
      filter: surfaces.filter,
      holds: surfaces.holds(true),
    };
    const isMinimum = direction.solveExactly(d, f, request, TRIAL * spacing);
    if (!isCalm && !(isMinimum && largest(d) < NEAR * extent)) {
      yield residual;
      return false;
    }
    const isRounding = isMinimum && residual <= SLACK * net.rounding(2 ** -53);
    const before = residual;
    // Without a potential there is nothing to search along: the whole step may raise ‖f‖ for once, across a curved valley.
    if (direction.hasPotential) {
      bend(request);
      stuck = searchAlong(x, d, f, NEAR * extent, evaluate, c).share === 0;
    } else for (let i = 0; i < x.length; i++) x[i] += d[i];
    residual = evaluate();
    yield residual;
    if (isRounding && !(residual < STILL_FALLING * before)) return true;
    // Where friction holds, motion finds what slips on the way down from a saddle.
    if (stuck || (surfaces.presses && !isMinimum)) return false;
  }
  return false;
}

export interface PolishOptions {
  /** Most Newton steps. */
  limit: number;
  /** True where motion has ended: the search then goes on even where the residual does not fall soon. */
  isCalm: boolean;
  /** N. */
  tolerance: number;
  /** m; the mean spring length. */
  spacing: number;
}
