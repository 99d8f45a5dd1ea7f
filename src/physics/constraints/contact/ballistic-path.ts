import { isHalfSpace, type Obstacle } from '../obstacles/obstacle';
import { surfaceVelocity } from './obstacle-cache';

/** Iterations of the root finder at most; each is a secant step where that is safe. */
const ROOT_STEPS = 60;
/** Halvings in the search for the lowest point over a sphere: a path that cuts no deeper than its 2⁻⁴⁰th part grazes it. */
const LOWEST_STEPS = 40;
/** Along a body with faces a path is followed in steps of at least a thousandth of it, and of at most a sixteenth near the surface. */
const SMALL_ADVANCE = 1e-3;
const LARGE_ADVANCE = 1 / 16;

/** The path of a particle within a step: x(t) = p + u t + ½ a t², from the last bounce on. */
export type BallisticPath = ReturnType<typeof createBallisticPath>;

export function createBallisticPath() {
  const three = () => new Float64Array(3);
  return {
    /** m. */
    p: three(),
    /** m/s. */
    u: three(),
    /** m/s². */
    a: three(),
    /** Scratch: a point of the path, and N and φ there, and the velocity of the obstacle, m/s. */
    point: three(),
    surface: new Float64Array(4),
    carrier: three(),
    /** When the particle is at p, s. */
    time: 0,
    /** Whose path it is. */
    particle: -1,
  };
}

/** φ after t seconds, m; N is then in `surface`. */
export function heightAt(path: BallisticPath, obstacle: Obstacle, t: number): number {
  const { p, u, a, point, surface, time, particle } = path;
  for (let axis = 0; axis < 3; axis++) point[axis] = p[axis] + t * (u[axis] + 0.5 * t * a[axis]);
  obstacle.measure(point, surface, 0, time + t, particle);
  return surface[3];
}

/** Moves p and u forward by t seconds. */
export function advancePath(path: BallisticPath, t: number): void {
  const { p, u, a } = path;
  path.time += t;
  for (let axis = 0; axis < 3; axis++) {
    p[axis] += t * (u[axis] + 0.5 * t * a[axis]);
    u[axis] += t * a[axis];
  }
}

/** The time at which the path first enters an obstacle within s seconds; −1 if it does not, or starts inside and leaves. */
export function timeOfImpact(path: BallisticPath, obstacle: Obstacle, s: number): number {
  const initialHeight = heightAt(path, obstacle, 0);
  const initialSlope = slope(path, obstacle, 0);
  if (initialHeight <= 0 && initialSlope < 0) return 0;
  const outside = initialHeight > 0 ? 0 : timeOfTurn(path, obstacle, initialSlope, s);
  if (outside < 0 || heightAt(path, obstacle, outside) < 0) return -1;
  if (obstacle.hasFaces) return advanceToSurface(path, obstacle, outside, s);
  if (heightAt(path, obstacle, s) < 0) return findRoot(path, obstacle, outside, s);
  if (isHalfSpace(obstacle)) return -1;
  const inside = timeInside(path, obstacle, s);
  return inside < 0 ? -1 : findRoot(path, obstacle, outside, inside);
}

/** A path that starts on the surface may rise before it falls: the time of its highest point, or −1. N is that at its start. */
function timeOfTurn(path: BallisticPath, { motion }: Obstacle, initialSlope: number, s: number): number {
  const { a, point, carrier, surface, time } = path;
  let aN = a[0] * surface[0] + a[1] * surface[1] + a[2] * surface[2];
  if (motion) {
    motion.acceleration(point, time, s, carrier);
    aN -= carrier[0] * surface[0] + carrier[1] * surface[1] + carrier[2] * surface[2];
  }
  const t = aN < 0 ? -initialSlope / aN : s;
  return t < s ? t : -1;
}

/** The last known time outside, between `low` (outside) and `high` (inside), by the Illinois method. */
function findRoot(path: BallisticPath, obstacle: Obstacle, low: number, high: number): number {
  let outside = heightAt(path, obstacle, low);
  let inside = heightAt(path, obstacle, high);
  const tolerance = 1e-15 * high;
  let side = 0;
  for (let i = 0; i < ROOT_STEPS && high - low > tolerance; i++) {
    let t = (low * inside - high * outside) / (inside - outside);
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    if (t === low || t === high) break;
    const phi = heightAt(path, obstacle, t);
    if (phi >= 0) {
      low = t;
      outside = phi;
      if (side === 1) inside *= 0.5;
      side = 1;
    } else {
      high = t;
      inside = phi;
      if (side === -1) outside *= 0.5;
      side = -1;
    }
    if (phi === 0) break;
  }
  return low;
}

/** The first time at which the path enters a body with faces, from a time outside on, or −1: it is free for as long as it moves by
 *  less than φ. Near the surface it goes on to just below the plane of the face, which is a step of Newton. Source: Mirtich,
 *  Impulse-based Dynamic Simulation, 1996 (conservative advancement). */
function advanceToSurface(path: BallisticPath, obstacle: Obstacle, from: number, s: number): number {
  const speed = largestSpeed(path, obstacle, from, s);
  let phi = heightAt(path, obstacle, from);
  for (let t = from; t < s; ) {
    const before = t;
    const falling = -slope(path, obstacle, t);
    const below = falling > 0 ? (1.01 * phi) / falling : s;
    const near = Math.max(SMALL_ADVANCE * (s - from), Math.min(below, LARGE_ADVANCE * (s - from)));
    t = Math.min(s, t + Math.max(phi / speed, near));
    phi = heightAt(path, obstacle, t);
    if (phi < 0) return findRoot(path, obstacle, before, t);
  }
  return -1;
}

/** A bound of how fast φ changes along the path, m/s. */
function largestSpeed(path: BallisticPath, obstacle: Obstacle, from: number, s: number): number {
  const { u, a } = path;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const most = Math.max(Math.abs(u[axis] + from * a[axis]), Math.abs(u[axis] + s * a[axis]));
    squared += most * most;
  }
  return Math.sqrt(squared) + carrierSpeed(path, obstacle, from, s);
}

/** A bound of the speed of an obstacle along the path, m/s: what its velocity at the ends differs by is added to the larger one. */
function carrierSpeed(path: BallisticPath, { motion }: Obstacle, from: number, s: number): number {
  if (!motion) return 0;
  const { p, u, a, point, carrier, time } = path;
  let first = 0;
  let last = 0;
  for (let axis = 0; axis < 3; axis++) point[axis] = p[axis] + from * (u[axis] + 0.5 * from * a[axis]);
  motion.velocityAt(point, time + from, carrier);
  for (let axis = 0; axis < 3; axis++) first += carrier[axis] * carrier[axis];
  for (let axis = 0; axis < 3; axis++) point[axis] = p[axis] + s * (u[axis] + 0.5 * s * a[axis]);
  motion.velocityAt(point, time + s, carrier);
  for (let axis = 0; axis < 3; axis++) last += carrier[axis] * carrier[axis];
  first = Math.sqrt(first);
  last = Math.sqrt(last);
  return Math.max(first, last) + Math.abs(last - first);
}

/**
 * A time at which the path is inside a sphere that it crosses, or −1: where φ is least, its slope u·N changes from − to +. Most paths are
 * too far away to get there in the time that is left.
 */
function timeInside(path: BallisticPath, obstacle: Obstacle, s: number): number {
  const speed = largestSpeed(path, obstacle, 0, s);
  let before = 0;
  let after = s;
  for (let i = 0; i < LOWEST_STEPS; i++) {
    const t = 0.5 * (before + after);
    const phi = heightAt(path, obstacle, t);
    if (phi < 0) return t;
    if (phi > speed * (after - t)) return -1;
    if (slope(path, obstacle, t) < 0) before = t;
    else after = t;
  }
  return -1;
}

/** dφ/dt = (u − V)·N at t, m/s, with the point and the N that were computed last, and V the velocity of the obstacle. */
function slope({ u, a, point, surface, carrier, time }: BallisticPath, obstacle: Obstacle, t: number): number {
  let sum = 0;
  surfaceVelocity(obstacle, point, time + t, carrier);
  for (let axis = 0; axis < 3; axis++) sum += (u[axis] + t * a[axis] - carrier[axis]) * surface[axis];
  return sum;
}
