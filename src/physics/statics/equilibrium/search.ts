import { dot } from '../../kernels/javascript/solver-loops';
import type { State } from '../../model/model';
import { sidesOf } from '../../model/state';
import type { World } from '../../world/world';
import { createSurfaces } from '../surfaces';
import { createNetForce, largest } from './net-force';
import { createNewtonDirection } from './newton-direction';

/** What the parts of a search for equilibrium share: a point, the forces there, and the ways to move on. */
export type Search = ReturnType<typeof createSearch>;

/** Times the scene's extent: a particle this far from its start falls without end. */
const LOST = 1e6;
/** Times the scene's extent: a particle nearer to a surface than this touches it. */
const TOUCH = 1e-9;

export function createSearch(world: World, state: State) {
  const { particleCount: n, meanLength } = world.model;
  const sides = sidesOf(state.positions, n).map(({ length }) => length);
  const extent = Math.max(meanLength, ...sides) || 1;
  const net = createNetForce(world, state);
  const surfaces = createSurfaces(world, TOUCH * extent, state.time);
  const f = new Float64Array(4 * n);
  const x = net.still.positions;
  return {
    net,
    surfaces,
    direction: createNewtonDirection(world, net),
    /** m; longest side of the bounding box, at least the mean spring length; never 0. */
    extent,
    /** 4n; m; the point: those of `net.still`. */
    x,
    /** 4n; N; the net force there, without what surfaces and pins take. */
    f,
    /** 4n; m. */
    d: new Float64Array(4 * n),
    /**
     * Moves particles out of surfaces, and computes f.
     * @returns the largest net force on a particle, N
     */
    evaluate(): number {
      surfaces.keepOut(x, x);
      net.at(f);
      surfaces.press(x, f);
      surfaces.resist(f);
      return largest(f);
    },
  };
}

/** Largest difference of two coordinates; NaN counts as larger than everything. */
export function farthestApart(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    const apart = Math.abs(a[i] - b[i]);
    if (!(apart <= most)) most = apart;
  }
  return most;
}

/** The reach grows by this factor after a full step. After a shortened step it becomes twice that step's length. */
const GROWTH = 4;
/** Safety factor of the rounding error in double precision, for sums over many springs. */
export const SLACK = 4;
/** A residual within rounding error that falls by less than this factor has converged. */
export const STILL_FALLING = 0.5;
/** A full step that reduces the residual by this factor shows that the solution is near. */
const NEAR = 0.3;
/** Times the initial residual: a smaller final residual counts as found, if the particles moved less than FAR extents. */
const FOUND = 1e-6;
const FAR = 1e3;
/**
 * Shamanskii's method: after a step, up to REPEATS cheap steps reuse its factorization, which corrects springs that have turned.
 * They stop when a step moves less than MIN_SHARE of its direction, or reduces the residual by less than the factor SLOW.
 */
const REPEATS = 4;
const MIN_SHARE = 0.3;
const SLOW = 0.7;
/** ‖residual‖/‖f‖ of the linear solves, far from the solution and near it. */
const ROUGH = 1e-3;
const FINE = 1e-6;

/**
 * Newton's method with a line search, from the point of the search; yields the residual after each step, N.
 *
 *    (−K + σM/m̄) d = f,  x ← x + α d,  with α such that f(x + α d)·d ≈ 0
 *
 * K = ∂f/∂x is clamped, so that d is a descent direction; near the solution the true K gives quadratic convergence. The shift
 * σ = max|f| / reach bounds steps along zero-stiffness motions, and vanishes with f.
 * Sources: Choi, Static/Dynamic Deformation with Mass-Spring Systems; Nocedal and Wright, Numerical Optimization, 3 and 10.3.
 */
export function* newtonSearch(
  { model }: World,
  { net, surfaces, direction, extent, x, f, d, evaluate }: Search,
  limit: number,
  tolerance: number,
) {
  const { still } = net;
  let residual = evaluate();
  const start = { positions: x.slice(), residual };
  const best = { positions: x.slice(), residual };
  let reach = model.meanLength || extent;
  let near = false;
  let steps = 0;
  let end: 'tolerance' | 'rounding' | 'stuck' | 'lost' | 'steps' = 'steps';
  for (; steps < limit; steps++) {
    if (residual <= tolerance) {
      end = 'tolerance';
      break;
    }
    const request = {
      still,
      shift: residual / reach,
      exact: near,
      tolerance: near ? FINE : ROUGH,
      filter: surfaces.filter,
      holds: surfaces.holds(true),
    };
    direction.solve(d, f, request);
    const before = residual;
    const { share, pushing } = searchAlong(x, d, f, reach, evaluate);
    const travel = share * largest(d);
    residual = evaluate();
    for (let repeat = 0; repeat < REPEATS && share > 0; repeat++) {
      const previous = residual;
      direction.repeat(d, f, request);
      const more = searchAlong(x, d, f, reach, evaluate);
      residual = evaluate();
      if (more.share < MIN_SHARE || residual > SLOW * previous) break;
    }
    reach = share >= 1 || pushing ? Math.min(GROWTH * reach, LOST * extent) : Math.min(reach, 2 * travel);
    near = share >= 1 && residual < NEAR * before;
    if (residual < best.residual) {
      best.residual = residual;
      best.positions.set(x);
    }
    if (before <= SLACK * net.rounding(2 ** -53) && residual > STILL_FALLING * before) end = 'rounding';
    else if (share === 0) end = 'stuck';
    else if (!(farthestApart(x, start.positions) < LOST * extent)) end = 'lost';
    else {
      yield residual;
      continue;
    }
    break;
  }
  const found = best.residual < FOUND * start.residual && farthestApart(best.positions, start.positions) < FAR * extent;
  if (end === 'rounding' || found) x.set(best.positions);
  return {
    found: end === 'tolerance' || end === 'rounding' || found,
    /** False if all steps were made. */
    ended: end !== 'steps',
    /** True if particles ran away: there is no equilibrium. */
    lost: end === 'lost',
    steps,
  };
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
 * @returns α, in units of the direction, 0 if it does not descend; and whether the forces still push forward at the largest allowed α
 */
export function searchAlong(
  x: Float64Array,
  d: Float64Array,
  f: Float64Array,
  reach: number,
  evaluate: (from: Float64Array) => void,
  c = new Float64Array(x.length),
) {
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
