import { searchAlong } from './line-search';
import { largest } from './net-force';
import { SLACK, STILL_FALLING } from './newton-search';
import type { Search } from './search';

/** Times the scene's extent: a step that moves a particle farther does not start near a solution. */
const NEAR = 0.2;
/** After so many steps the residual must have fallen by this factor: else more motion leads on faster. */
const QUICK = 6;
const FALLEN = 0.1;
/** ‖residual‖/‖f‖ of the linear solves. */
const TOLERANCE = 1e-4;
/** N/m; the shift of the matrix, times its largest entry: neutral motions do not count as unstable. */
export const NEUTRAL = 1e-9;

/** Times the mean spring length: the first trial along a motion of negative stiffness. */
const TRIAL = 0.1;

/**
 * Newton's method with the true ∂f/∂x, from a point near the solution; yields the residual after each step, N. Near a saddle of the
 * potential it goes down along a motion of negative stiffness instead, at most `descents` times.
 * @returns true if the point of the search is now an equilibrium; false if the residual does not fall soon
 */
export function* polish(
  { net, surfaces, direction, extent, x, f, d, evaluate }: Search,
  { limit, descents, tolerance, spacing }: PolishOptions,
): Generator<number, boolean> {
  let stuck = false;
  let descended = 0;
  let residual = evaluate();
  let check = { step: QUICK, residual };
  for (let step = 0; step < limit; step++) {
    if (residual <= tolerance) return true;
    if (step === check.step) {
      if (residual > FALLEN * check.residual) return false;
      check = { step: step + QUICK, residual };
    }
    const request = {
      still: net.still,
      shift: NEUTRAL * direction.stiffest(net.still),
      exact: true,
      tolerance: TOLERANCE,
      filter: surfaces.filter,
      holds: surfaces.holds(true),
    };
    const isMinimum = direction.solveExactly(d, f, request);
    const isRounding = residual <= SLACK * net.rounding(2 ** -53);
    if (!isMinimum) {
      if (descended === descents) return false;
      const scale = (TRIAL * spacing) / largest(d);
      for (let i = 0; i < d.length; i++) d[i] *= scale;
      searchAlong(x, d, f, NEAR * extent, evaluate);
      residual = evaluate();
      descended++;
      check = { step: step + 1 + QUICK, residual };
      yield residual;
      continue;
    }
    if (!(largest(d) < NEAR * extent)) return false;
    const before = residual;
    // Without a potential there is nothing to search along: the whole step may raise ‖f‖ for once, across a curved valley.
    if (direction.hasPotential) stuck = searchAlong(x, d, f, NEAR * extent, evaluate).share === 0;
    else for (let i = 0; i < x.length; i++) x[i] += d[i];
    residual = evaluate();
    yield residual;
    if (isRounding && !(residual < STILL_FALLING * before)) return true;
    if (stuck) return false;
  }
  return false;
}

export interface PolishOptions {
  /** Most Newton steps. */
  limit: number;
  /** Most steps down from a saddle. */
  descents: number;
  /** N. */
  tolerance: number;
  /** m; the mean spring length. */
  spacing: number;
}
