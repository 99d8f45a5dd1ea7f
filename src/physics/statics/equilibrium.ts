import type { State } from '../model/model';
import type { World } from '../world/world';
import { searchAlong } from './line-search';
import { createNetForce, largest } from './net-force';
import { createNewtonDirection } from './newton-direction';
import { findNullSpace } from './null-space';
import { createSurfaces } from './surfaces';

/** Result of a search for static equilibrium. */
export interface Equilibrium {
  /** True if the net force on every free particle is at most the tolerance. */
  ok: boolean;
  /** Newton steps. */
  iterations: number;
  /** Largest remaining net force on a free particle, N. */
  residual: number;
  /**
   * Independent zero-stiffness motions at the final positions; in a flat scene only those within its plane. NaN if there are too
   * many particles to count them.
   */
  mechanisms: number;
}

/** Options of a search for static equilibrium. */
export interface EquilibriumOptions {
  /** N; absent: the rounding error of the precision. */
  tolerance?: number;
  /** Largest number of Newton steps; absent: 200. */
  iterations?: number;
}

const MAX_STEPS = 200;
/** Times the scene's extent: a particle this far from its start falls without end. */
const LOST = 1e6;
/** Times the scene's extent: a particle nearer to a surface than this touches it. */
const TOUCH = 1e-9;
/** The same for single precision; there times the distance from the origin if that is larger. */
const TOUCH_SINGLE = 1e-6;
/** Times the initial residual: a smaller final residual counts as found, if the particles moved less than FAR extents. */
const FOUND = 1e-6;
const FAR = 1e3;
/** The reach grows by this factor after a full step. After a shortened step it becomes twice that step's length. */
const GROWTH = 4;
/** Safety factor of the rounding error in double precision, for sums over many springs. */
const SLACK = 4;
/** A residual within rounding error that falls by less than this factor has converged. */
const STILL_FALLING = 0.5;
/** A full step that reduces the residual by this factor shows that the solution is near. */
const NEAR = 0.3;
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
 * Finds static equilibrium, f_int(x) + f_ext = 0 at rest, starting from the state. Positions become the solution, velocities zero.
 * If the particles run away or the search gets stuck, positions stay as they were.
 *
 *    (−K + σM/m̄) d = f,  x ← x + α d,  with α such that f(x + α d)·d ≈ 0
 *
 * K = ∂f/∂x is clamped, so that d is a descent direction; near the solution the true K gives quadratic convergence. The shift
 * σ = max|f| / reach bounds steps along zero-stiffness motions, and vanishes with f. Drag, decay and dashpots are zero at rest.
 * Moving pins stand still. Surfaces push, and hold by friction. Wind has no potential energy, and its ∂f/∂x is omitted: a flag in
 * strong wind may not converge.
 * Sources: Choi, Static/Dynamic Deformation with Mass-Spring Systems; Nocedal and Wright, Numerical Optimization, 3 and 10.3.
 */
export function findEquilibrium(world: World, state: State, options: EquilibriumOptions = {}): Equilibrium {
  const { particleCount: n, meanLength } = world.model;
  const extent = extentOf(state, n, meanLength);
  const net = createNetForce(world, state);
  const { still } = net;
  const x = still.positions;
  const surfaces = createSurfaces(world, TOUCH * extent);
  const isSingle = state.positions instanceof Float32Array;
  const direction = createNewtonDirection(world);
  const f = new Float64Array(4 * n);
  const d = new Float64Array(4 * n);
  /** Computes the net force without what surfaces and pins take, and returns its largest entry. */
  const evaluate = (from = x) => {
    surfaces.keepOut(x, from);
    net.at(f);
    surfaces.press(x, f);
    surfaces.filter(f);
    return largest(f);
  };

  let residual = evaluate();
  const start = { positions: x.slice(), residual };
  const best = { positions: x.slice(), residual };
  let reach = meanLength || extent;
  let near = false;
  let iterations = 0;
  let end: 'tolerance' | 'rounding' | 'stuck' | 'lost' | 'steps' = 'steps';
  for (; iterations < (options.iterations ?? MAX_STEPS); iterations++) {
    if (residual <= (options.tolerance ?? 0)) {
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
    else continue;
    break;
  }
  const found = best.residual < FOUND * start.residual && farthestApart(best.positions, start.positions) < FAR * extent;
  if (end === 'rounding' || found) x.set(best.positions);
  else if (end === 'lost' || end === 'stuck') x.set(start.positions);

  evaluate();
  const { count } = findNullSpace(world, still, surfaces.holds(false));
  for (let i = 0; i < n; i++) {
    if (world.model.inverseMasses[i] !== 0) state.positions.set(x.subarray(4 * i, 4 * i + 3), 4 * i);
  }
  state.velocities.fill(0);
  // The report is about the stored positions, which may be rounded to single precision.
  x.set(state.positions);
  const storedSurfaces = isSingle ? createSurfaces(world, TOUCH_SINGLE * Math.max(extent, largest(x))) : surfaces;
  net.at(f);
  storedSurfaces.press(x, f);
  storedSurfaces.filter(f);
  residual = largest(f);
  world.linearize(still);
  const rounding = isSingle ? net.rounding(2 ** -24) : SLACK * net.rounding(2 ** -53);
  const converged = options.tolerance !== undefined || end === 'rounding' || end === 'tolerance' || found;
  return { ok: converged && residual <= (options.tolerance ?? rounding), iterations, residual, mechanisms: count };
}

/** Longest side of the bounding box, at least the mean spring length, m; never 0. */
function extentOf({ positions: x }: State, n: number, meanLength: number): number {
  let extent = meanLength;
  for (let axis = 0; axis < 3; axis++) {
    let low = x[axis];
    let high = x[axis];
    for (let i = 1; i < n; i++) {
      low = Math.min(low, x[4 * i + axis]);
      high = Math.max(high, x[4 * i + axis]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent || 1;
}

function farthestApart(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    const apart = Math.abs(a[i] - b[i]);
    // NaN counts as farther than everything.
    if (!(apart <= most)) most = apart;
  }
  return most;
}
