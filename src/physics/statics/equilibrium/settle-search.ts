import type { State } from '../../model/model';
import type { World } from '../../world/world';
import { createDampedMotion } from './damped-motion';
import { largest } from './net-force';
import type { SolveRequest } from './newton-direction';
import { farthestApart, type Search, SLACK, STILL_FALLING, searchAlong } from './search';

/** Where a search by damped motion stands. */
export interface Settling {
  /** Steps of damped motion. */
  motion: number;
  /** m/s; of the fastest particle. */
  speed: number;
  /** Newton steps. */
  steps: number;
  /** N; largest net force on a particle. */
  residual: number;
}

/** Steps before Newton's method is tried first. It is tried again each time after this factor more steps. */
const FIRST = 40;
/** The same on surfaces, where that is seldom of use before the motion has ended. */
const FIRST_ON_SURFACES = 400;
const LATER = 1.4;
/**
 * Times the mean spring length: where no particle moves farther in a step, the motion has ended, or creeps away from a saddle of the
 * potential. Newton's method then goes down from the saddle: the first time by a few steps, after which more motion may lead on
 * faster; later to the end.
 */
const CALM = 5e-4;
const FEW = 6;
/** The same on surfaces: the last ones that move are single particles that slip, and Newton's method before that makes others slip. */
const CALM_ON_SURFACES = 1e-4;
/** Steps between two reports. */
const CHUNK = 10;
/** Times the scene's extent: farther motion is a fall without end. */
const FALLEN = 50;

/**
 * Lets the scene settle by damped motion, and tries Newton's method at growing intervals, where it converges in some steps once the
 * motion has come near a stable equilibrium.
 * @returns true if the point of the search is then an equilibrium
 */
export function* settleSearch(
  world: World,
  start: State,
  search: Search,
  counts: Settling,
  { steps: limit, motion: longest, tolerance }: { steps: number; motion: number; tolerance: number },
): Generator<Settling, boolean> {
  const { x, extent } = search;
  const { hasPotential } = search.direction;
  const acceleration = typicalAcceleration(world, search);
  const motion = createDampedMotion(world, start, { acceleration, extent, hasPotential });
  const { positions, velocities } = motion.state;
  const spacing = world.model.meanLength || extent;
  let isFirst = true;
  const before = counts.motion;
  /** Steps when Newton's method was tried last. */
  let tried = 0;
  while (counts.motion < longest) {
    x.set(positions);
    search.surfaces.putOn(x);
    search.evaluate();
    const touches = search.surfaces.presses;
    const made = counts.motion - before;
    const isCalm = hasPotential && made > 0 && motion.moved < (touches ? CALM_ON_SURFACES : CALM) * spacing;
    const isDue = made >= Math.max(touches ? FIRST_ON_SURFACES : FIRST, LATER * tried);
    if (made === 0 || isDue || (touches && isCalm)) {
      tried = made;
      const left = limit - counts.steps;
      const newton = polish(search, {
        limit: isCalm && (isFirst || touches) ? Math.min(FEW, left) : left,
        isCalm,
        tolerance,
        spacing,
      });
      for (;;) {
        const { done, value } = newton.next();
        if (done && value) return true;
        if (done) break;
        counts.steps++;
        counts.residual = largest(search.f);
        yield counts;
      }
      if (counts.steps >= limit) return false;
      if (isCalm) {
        isFirst = false;
        positions.set(x);
        motion.restart();
      }
    }
    const steps = Math.min(CHUNK, longest - counts.motion);
    motion.advance(steps, touches);
    counts.motion += steps;
    counts.speed = largest(velocities);
    if (!(farthestApart(positions, start.positions) < FALLEN * extent)) return false;
    yield counts;
  }
  return false;
}

/** Of gravity; without it, the root mean square of the net force per mass at the point of the search, m/s². */
function typicalAcceleration(world: World, { f, evaluate }: Search): number {
  if (world.params.gravity > 0) return world.params.gravity;
  const { particleCount: n, inverseMasses } = world.model;
  evaluate();
  let sum = 0;
  for (let i = 0; i < 4 * n; i++) {
    const a = f[i] * inverseMasses[i >> 2];
    sum += a * a;
  }
  return Math.sqrt(sum / n) || 1;
}

/** Times the scene's extent: a step that moves a particle farther does not start near a solution. */
const NEAR = 0.2;
/** After so many steps the residual must have fallen by this factor: else more motion leads on faster. */
const QUICK = 6;
const DROPPED = 0.1;
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
      if (residual > DROPPED * check) return false;
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
