import type { Obstacle } from '../obstacles/obstacle';

/** Bisections at most; each is a secant step where that is safe. */
const ROOT_STEPS = 60;
/** Halvings on the way to the lowest point over a ball: a way that cuts no deeper than the 2⁻⁴⁰th part of it grazes. */
const LOWEST_STEPS = 40;

/** The way of a particle within a step: x(t) = p + u t + ½ a t² from the last bounce on. */
export interface BallisticPath {
  /** m. */
  readonly p: Float64Array;
  /** m/s. */
  readonly u: Float64Array;
  /** m/s². */
  readonly a: Float64Array;
  /** Scratch: a point of the way, and N and φ there. */
  readonly point: Float64Array;
  readonly surface: Float64Array;
}

export function createBallisticPath(): BallisticPath {
  const three = () => new Float64Array(3);
  return { p: three(), u: three(), a: three(), point: three(), surface: new Float64Array(4) };
}

/** φ after t seconds, m; N is then in `surface`. */
export function heightAt({ p, u, a, point, surface }: BallisticPath, obstacle: Obstacle, t: number): number {
  for (let axis = 0; axis < 3; axis++) point[axis] = p[axis] + t * (u[axis] + 0.5 * t * a[axis]);
  obstacle.measure(point, surface, 0);
  return surface[3];
}

/** Goes on by t seconds. */
export function fly({ p, u, a }: BallisticPath, t: number): void {
  for (let axis = 0; axis < 3; axis++) {
    p[axis] += t * (u[axis] + 0.5 * t * a[axis]);
    u[axis] += t * a[axis];
  }
}

/** When the way first enters an obstacle within s seconds; −1 if it doesn't, or comes from within and leads out. */
export function timeOfImpact(flight: BallisticPath, obstacle: Obstacle, s: number): number {
  const begin = heightAt(flight, obstacle, 0);
  const approach = slope(flight, 0);
  if (begin <= 0 && approach < 0) return 0;
  const low = begin > 0 ? 0 : timeOfTurn(flight, approach, s);
  if (low < 0 || heightAt(flight, obstacle, low) < 0) return -1;
  if (heightAt(flight, obstacle, s) < 0) return root(flight, obstacle, low, s);
  if (obstacle.curvature === 0) return -1;
  const inside = timeInside(flight, obstacle, s);
  return inside < 0 ? -1 : root(flight, obstacle, low, inside);
}

/** From the surface a way may rise before it falls: when it turns, or −1. N is that at its beginning. */
function timeOfTurn({ a, surface }: BallisticPath, rise: number, s: number): number {
  const aN = a[0] * surface[0] + a[1] * surface[1] + a[2] * surface[2];
  const t = aN < 0 ? -rise / aN : s;
  return t < s ? t : -1;
}

/** Between a time outside and one inside: the last known time outside, by the Illinois method. */
function root(flight: BallisticPath, obstacle: Obstacle, low: number, high: number): number {
  let outside = heightAt(flight, obstacle, low);
  let inside = heightAt(flight, obstacle, high);
  const enough = 1e-15 * high;
  let side = 0;
  for (let i = 0; i < ROOT_STEPS && high - low > enough; i++) {
    let t = (low * inside - high * outside) / (inside - outside);
    if (!(t > low && t < high)) t = 0.5 * (low + high);
    if (t === low || t === high) break;
    const phi = heightAt(flight, obstacle, t);
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

/** A time inside a ball that the way leads through, or −1: where φ is least, its slope u·N turns from − to +. */
function timeInside(flight: BallisticPath, obstacle: Obstacle, s: number): number {
  let before = 0;
  let after = s;
  for (let i = 0; i < LOWEST_STEPS; i++) {
    const t = 0.5 * (before + after);
    if (heightAt(flight, obstacle, t) < 0) return t;
    if (slope(flight, t) < 0) before = t;
    else after = t;
  }
  return -1;
}

/** u·N at t, m/s, with the N that was found last. */
function slope({ u, a, surface }: BallisticPath, t: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) sum += (u[axis] + t * a[axis]) * surface[axis];
  return sum;
}
