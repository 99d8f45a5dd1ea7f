import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import type { Obstacle } from '../obstacles/obstacle';
import { type BallisticPath, createBallisticPath, fly, heightAt, timeOfImpact } from './ballistic-path';
import { reach, TOUCH } from './surfaces';

/** Bounces of a particle in one step, at most. */
const BOUNCES = 8;

/** A step as its particles flew it, with what it takes to fly it again. */
export interface Impacts {
  readonly flight: BallisticPath;
  /** u − v of the particle at hand, m/s. */
  readonly shift: Float64Array;
  /** For each obstacle: 1 where the particle at hand slides or rests on it, 2 where it does so since its impact: neither is hit. */
  borne: Uint8Array;
}

export function createImpacts(): Impacts {
  return { flight: createBallisticPath(), shift: new Float64Array(3), borne: new Uint8Array(0) };
}

/** Lets a particle bounce within a step that carried it from x₀, v₀ to x₁, v₁.
 *
 *    a = (v₁ − v₀)/h,  w = (x₁ − x₀)/h,  x(t) = x₀ + (w − ½ h a) t + ½ a t²
 *    u_N ← −e u_N,  |Δu_T| ≤ μ|Δu_N|
 *
 *  This is the parabola through both ends, and its velocity u what bounces: symplectic Euler flies with u = v + ½ h a,
 *  explicit Euler with v − ½ h a, the others with v. So the heights of bounces are e²ⁿ h₀ whatever the method. A particle
 *  that would be back within two steps, e|u_N| ≤ 2 h|a_N|, stays: else it would buzz for ever.
 *  Source: lecture slides Particle Dynamics, collision response. Writes x₁ and v₁ where there was an impact.
 *  @returns whether there was one */
export function bounce(
  impacts: Impacts,
  obstacles: readonly Obstacle[],
  x0: Floats,
  v0: Floats,
  { positions: x1, velocities: v1 }: State,
  o: number,
  h: number,
): boolean {
  const { flight, shift, borne } = impacts;
  const { p, u, a } = flight;
  for (let axis = 0; axis < 3; axis++) {
    const w = (x1[o + axis] - x0[o + axis]) / h;
    p[axis] = x0[o + axis];
    a[axis] = (v1[o + axis] - v0[o + axis]) / h;
    u[axis] = w - 0.5 * h * a[axis];
    shift[axis] = w + 0.5 * h * a[axis] - v1[o + axis];
  }
  for (let k = 0; k < obstacles.length; k++) {
    if (borne[k] === 0 && leaves(flight, obstacles[k], x0, v0, o) && leaves(flight, obstacles[k], x1, v1, o))
      borne[k] = 1;
  }
  let left = h;
  let hit = false;
  for (let count = 0; count < BOUNCES; count++) {
    let first = -1;
    let time = left;
    for (let k = 0; k < obstacles.length; k++) {
      if (borne[k] !== 0) continue;
      const t = timeOfImpact(flight, obstacles[k], left);
      if (t < 0 || (first >= 0 && t >= time)) continue;
      first = k;
      time = t;
    }
    if (first < 0) break;
    hit = true;
    fly(flight, time);
    left -= time;
    heightAt(flight, obstacles[first], 0);
    if (respond(impacts, obstacles[first], left, h)) borne[first] = 2;
  }
  if (!hit) return false;
  fly(flight, left);
  for (let k = 0; k < obstacles.length; k++) if (borne[k] === 2) stayOn(impacts, obstacles[k]);
  for (let axis = 0; axis < 3; axis++) {
    x1[o + axis] = p[axis];
    v1[o + axis] = u[axis] - shift[axis];
  }
  return true;
}

/** Whether a particle at x moves away from the surface: then what is below it between two such is but the error of the method. */
function leaves({ point, surface: N }: BallisticPath, obstacle: Obstacle, x: Floats, v: Floats, o: number): boolean {
  for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
  obstacle.measure(point, N, 0);
  if (N[3] > TOUCH * reach(x, o)) return false;
  return v[o] * N[0] + v[o + 1] * N[1] + v[o + 2] * N[2] >= 0;
}

/** Bounces off the surface that the particle is at, N in `surface`. @returns whether it stays there */
function respond({ flight, shift }: Impacts, { restitution, friction }: Obstacle, left: number, h: number): boolean {
  const { u, a, surface: N } = flight;
  const uN = dot(u, N);
  const aN = dot(a, N);
  const stays = restitution * Math.abs(uN) <= 2 * h * Math.abs(aN);
  let impulse = -(1 + restitution) * uN;
  let force = 0;
  if (stays) {
    impulse = -uN;
    force = Math.max(0, -aN);
    add(shift, N, -dot(shift, N));
  }
  add(u, N, impulse);
  add(a, N, force);
  rub(flight, shift, friction * Math.abs(impulse), friction * force, left);
  return stays;
}

/** From where it came to stay a particle went straight on: back to a surface that bends away, and along it. */
function stayOn({ flight, shift }: Impacts, obstacle: Obstacle): void {
  const { p, u, surface: N } = flight;
  const height = heightAt(flight, obstacle, 0);
  add(p, N, -height);
  add(shift, N, dot(u, N) - dot(shift, N));
}

/** Friction in the impact takes up to `most` m/s from u_T; where nothing is left, up to `holds` m/s² keep it so. */
function rub(
  { u, a, surface: N }: BallisticPath,
  shift: Float64Array,
  most: number,
  holds: number,
  left: number,
): void {
  if (most + holds === 0) return;
  const uN = dot(u, N);
  const aN = dot(a, N);
  const speed = Math.sqrt(Math.max(0, dot(u, u) - uN * uN));
  const pull = Math.sqrt(Math.max(0, dot(a, a) - aN * aN));
  const slowed = most + holds * left;
  const kept = speed > slowed ? 1 - slowed / speed : 0;
  for (let axis = 0; axis < 3; axis++) {
    u[axis] = uN * N[axis] + kept * (u[axis] - uN * N[axis]);
    if (kept > 0 || pull > holds) continue;
    a[axis] = aN * N[axis];
    shift[axis] = dot(shift, N) * N[axis];
  }
}

function add(a: Float64Array, b: Float64Array, factor: number): void {
  for (let axis = 0; axis < 3; axis++) a[axis] += factor * b[axis];
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
