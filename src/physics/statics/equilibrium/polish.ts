import { norm } from '../../kernels/javascript/solver-loops';
import { searchAlong } from './line-search';
import { largest } from './net-force';
import { SLACK, STILL_FALLING } from './newton-search';
import type { Search } from './search';

/** Times the scene's extent: a step that moves a particle farther does not start near a solution. */
const NEAR = 0.2;
/** A step that does not reduce ‖f‖ is halved at most this often. */
const HALVINGS = 4;
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
 * @returns true if the point of the search is now an equilibrium; false if ‖f‖ does not fall
 */
export function* polish(
  { net, surfaces, direction, extent, x, f, d, evaluate }: Search,
  { limit, descents, tolerance, spacing }: PolishOptions,
): Generator<number, boolean> {
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
    const falls = direction.hasPotential
      ? searchAlong(x, d, f, NEAR * extent, evaluate).share > 0
      : stepDown(x, d, f, evaluate);
    residual = evaluate();
    yield residual;
    if (isRounding && !(residual < STILL_FALLING * before)) return true;
    if (!falls) return false;
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

/** x += d, or a part of d; x and f stay as they are if ‖f‖ does not fall. */
function stepDown(x: Float64Array, d: Float64Array, f: Float64Array, evaluate: Search['evaluate']): boolean {
  const from = x.slice();
  const before = f.slice();
  const size = norm(f);
  for (let halving = 0, share = 1; halving <= HALVINGS; halving++, share /= 2) {
    for (let i = 0; i < x.length; i++) x[i] = from[i] + share * d[i];
    evaluate(from);
    if (norm(f) < size) return true;
  }
  x.set(from);
  f.set(before);
  return false;
}
