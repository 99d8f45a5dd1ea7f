import type { State } from '../model/model';
import type { World } from '../world/world';
import { searchAlong } from './line-search';
import { createNetForce, largest } from './net-force';
import { createNewtonDirection } from './newton-direction';
import { findNullSpace } from './null-space';
import { createSurfaces } from './surfaces';

/** How a search for static equilibrium ended. */
export interface Equilibrium {
  /** Whether the net force on every free particle has fallen to the tolerance. */
  ok: boolean;
  /** Newton steps. */
  iterations: number;
  /** N; the largest net force that is left on a free particle. */
  residual: number;
  /**
   * Independent motions that nothing resists, at the place where the search ended; in a flat scene those within its plane.
   * NaN where there are too many particles to tell.
   */
  mechanisms: number;
}

export interface EquilibriumOptions {
  /** N; absent: as near to 0 as the precision allows. */
  tolerance?: number;
  /** Newton steps, at most; absent: 200. */
  iterations?: number;
}

const MOST_STEPS = 200;
/** Of the size of the scene: who has gone this far is falling for ever. */
const LOST = 1e6;
/** Of the size of the scene: a particle nearer to a surface than this touches it. */
const TOUCH = 1e-9;
/** The same for places that are rounded to single precision, or of the distance from the origin where that is longer. */
const TOUCH_SINGLE = 1e-6;
/** Of the force at the start: a search that ended in rounding with less than this has got somewhere, unless that is far off. */
const FOUND = 1e-6;
/** Of the size of the scene. */
const FAR = 1e3;
/** By what factor the reach grows after a full step; it shrinks to twice the way of one that was cut. */
const GROWTH = 4;
/** In double precision the forces of many springs add up their rounding. */
const SLACK = 4;
/** A net force within rounding that falls by less than this has come down as far as it can. */
const STILL_FALLING = 0.5;
/** A full step that makes the net force fall by this factor at least shows that the place is near. */
const NEAR = 0.3;
/**
 * How often a step is repeated with the same factorization, which is cheap and takes back the stretch of springs that have
 * turned on the way (Shamanskii's method); and what a repetition must do, that another is worth its while.
 */
const AGAIN = 4;
const WORTHWHILE = 0.3;
const SLOW = 0.7;
/** ‖residual‖/‖f‖ of the linear solves, far away and near: Newton's convergence stays as fast as the numbers show. */
const ROUGH = 1e-3;
const FINE = 1e-6;

/**
 * Finds static equilibrium, f_int(x) + f_ext = 0 at rest, from the state on; leaves positions there and velocities zero.
 * Where there is none to be found, and everything runs away, positions stay as they were.
 *
 *    (−K + σM/m̄) d = f,  x ← x + α d,  with α so that the push along the way, f(x + α d)·d, has all but gone
 *
 * K = ∂f/∂x is clamped, so that d leads downhill; near the solution it is the true one, for the sake of quadratic
 * convergence. The shift σ = max|f| / reach bounds steps along what is not resisted, and vanishes with f. Drag, decay and
 * dashpots say nothing at rest; pins that move stand still; surfaces push, and hold by friction. Wind has no energy to go
 * down and its ∂f/∂x is left out: in a light wind that does no harm, a flag in a strong one may not be found at rest.
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
  /** Finds the net force that surfaces and pins don't take up. */
  const look = (from = x) => {
    surfaces.keepOut(x, from);
    net.at(f);
    surfaces.press(x, f);
    surfaces.filter(f);
    return largest(f);
  };

  let residual = look();
  const start = { positions: x.slice(), residual };
  const best = { positions: x.slice(), residual };
  let reach = meanLength || extent;
  let near = false;
  let iterations = 0;
  let end: 'tolerance' | 'rounding' | 'stuck' | 'lost' | 'steps' = 'steps';
  for (; iterations < (options.iterations ?? MOST_STEPS); iterations++) {
    if (residual <= (options.tolerance ?? 0)) {
      end = 'tolerance';
      break;
    }
    const wish = {
      still,
      shift: residual / reach,
      exact: near,
      tolerance: near ? FINE : ROUGH,
      filter: surfaces.filter,
      holds: surfaces.holds(true),
    };
    direction.solve(d, f, wish);
    const before = residual;
    const { share, pushing } = searchAlong(x, d, f, reach, look);
    const travel = share * largest(d);
    residual = look();
    for (let again = 0; again < AGAIN && share > 0; again++) {
      const was = residual;
      direction.again(d, f, wish);
      const more = searchAlong(x, d, f, reach, look);
      residual = look();
      if (more.share < WORTHWHILE || residual > SLOW * was) break;
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

  look();
  const { count } = findNullSpace(world, still, surfaces.holds(false));
  for (let i = 0; i < n; i++) {
    if (world.model.inverseMasses[i] !== 0) state.positions.set(x.subarray(4 * i, 4 * i + 3), 4 * i);
  }
  state.velocities.fill(0);
  // What is told is told of the place as it is kept, in single precision maybe.
  x.set(state.positions);
  const kept = isSingle ? createSurfaces(world, TOUCH_SINGLE * Math.max(extent, largest(x))) : surfaces;
  net.at(f);
  kept.press(x, f);
  kept.filter(f);
  residual = largest(f);
  world.linearize(still);
  const rounding = isSingle ? net.rounding(2 ** -24) : SLACK * net.rounding(2 ** -53);
  const arrived = options.tolerance !== undefined || end === 'rounding' || end === 'tolerance' || found;
  return { ok: arrived && residual <= (options.tolerance ?? rounding), iterations, residual, mechanisms: count };
}

/** The longest side of the box around all particles, or a spring's length where that is longer, m; never 0. */
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
    // What is no number is farther away than anything.
    if (!(apart <= most)) most = apart;
  }
  return most;
}
