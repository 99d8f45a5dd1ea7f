import type { Floats } from '../../model/arena';
import { dot } from '../../model/deterministic-math';
import type { State } from '../../model/model';
import { setZero } from '../../model/vectors';
import type { Obstacle } from '../obstacles/obstacle';
import { advancePath, type BallisticPath, createBallisticPath, heightAt, timeOfImpact } from './ballistic-path';
import { CONTACT_TOLERANCE, coordinateScale, surfaceVelocity } from './obstacle-cache';

/** Bounces of one particle in one step at most. */
const MAX_BOUNCES = 8;

/** Scratch for one particle: its path through the step. */
export type ImpactScratch = ReturnType<typeof createImpactScratch>;

export function createImpactScratch() {
  const three = () => new Float64Array(3);
  return {
    path: createBallisticPath(),
    /** u − v, m/s. */
    offset: three(),
    /** Of the obstacle, m/s and m/s². */
    velocity: three(),
    acceleration: three(),
    /** For each obstacle: 1 if the particle slides or rests on it, 2 if it does so since its impact; it hits neither. */
    support: new Uint8Array(0),
  };
}

/** Reflects a particle off the obstacles that it hit on its way from x₀, v₀ to x₁, v₁; writes x₁ and v₁.
 *
 *    a = (v₁ − v₀)/h,  w = (x₁ − x₀)/h,  x(t) = x₀ + (w − ½ h a) t + ½ a t²
 *    u_N ← −e u_N,  |Δu_T| ≤ μ|Δu_N|
 *
 *  The path is the parabola through both ends, and its velocity u is reflected: symplectic Euler moves with u = v + ½ h a,
 *  explicit Euler with v − ½ h a, the other methods with v. So the heights of bounces are e²ⁿ h₀ whatever the method. A particle
 *  that would return within two steps, e|u_N| ≤ 2 h|a_N|, stays on the surface instead of bouncing ever faster.
 *  Source: lecture slides Particle Dynamics, collision response.
 *  The velocities are relative to those of the obstacle where it is hit, and a to its acceleration.
 *  @param time at the start, s
 *  @returns true if there was an impact */
export function bounce(
  scratch: ImpactScratch,
  obstacles: readonly Obstacle[],
  x0: Floats,
  v0: Floats,
  { positions: x1, velocities: v1 }: State,
  o: number,
  time: number,
  h: number,
): boolean {
  const { path, offset, support } = scratch;
  const { p, u, a } = path;
  path.particle = o >> 2;
  path.time = time;
  for (let axis = 0; axis < 3; axis++) {
    const w = (x1[o + axis] - x0[o + axis]) / h;
    p[axis] = x0[o + axis];
    a[axis] = (v1[o + axis] - v0[o + axis]) / h;
    u[axis] = w - 0.5 * h * a[axis];
    offset[axis] = w + 0.5 * h * a[axis] - v1[o + axis];
  }
  for (let k = 0; k < obstacles.length; k++) {
    if (
      support[k] === 0 &&
      movesAway(path, obstacles[k], x0, v0, o, time) &&
      movesAway(path, obstacles[k], x1, v1, o, time + h)
    )
      support[k] = 1;
  }
  let remaining = h;
  let hit = false;
  for (let count = 0; count < MAX_BOUNCES; count++) {
    let first = -1;
    let soonest = remaining;
    for (let k = 0; k < obstacles.length; k++) {
      if (support[k] !== 0) continue;
      const t = timeOfImpact(path, obstacles[k], remaining);
      if (t < 0 || (first >= 0 && t >= soonest)) continue;
      first = k;
      soonest = t;
    }
    if (first < 0) break;
    hit = true;
    advancePath(path, soonest);
    remaining -= soonest;
    heightAt(path, obstacles[first], 0);
    if (reflect(scratch, obstacles[first], remaining, h)) support[first] = 2;
  }
  if (!hit) return false;
  advancePath(path, remaining);
  for (let k = 0; k < obstacles.length; k++) if (support[k] === 2) placeOnSurface(scratch, obstacles[k]);
  for (let axis = 0; axis < 3; axis++) {
    x1[o + axis] = p[axis];
    v1[o + axis] = u[axis] - offset[axis];
  }
  return true;
}

/** True if a particle at x is on the surface or below it, and moves outwards. A path that is below the surface between two such
 *  ends is there by the error of the method alone. */
function movesAway(path: BallisticPath, obstacle: Obstacle, x: Floats, v: Floats, o: number, time: number): boolean {
  const { point, surface: N, carrier } = path;
  for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
  obstacle.measure(point, N, 0, time, o >> 2);
  if (N[3] > CONTACT_TOLERANCE * coordinateScale(x, o)) return false;
  surfaceVelocity(obstacle, point, time, carrier);
  return (v[o] - carrier[0]) * N[0] + (v[o + 1] - carrier[1]) * N[1] + (v[o + 2] - carrier[2]) * N[2] >= 0;
}

/** Reflects u at the surface that the path has reached, N in `surface`. @returns true if the particle stays there */
function reflect(
  { path, offset, velocity, acceleration }: ImpactScratch,
  obstacle: Obstacle,
  remaining: number,
  h: number,
): boolean {
  const { u, a, point, surface: N, time } = path;
  const { restitution, friction, motion } = obstacle;
  surfaceVelocity(obstacle, point, time, velocity);
  if (motion && remaining > 0) motion.acceleration(point, time, remaining, acceleration);
  else setZero(acceleration);
  addScaled(u, velocity, -1);
  addScaled(a, acceleration, -1);
  const uN = dot(u, N);
  const aN = dot(a, N);
  const stays = restitution * Math.abs(uN) <= 2 * h * Math.abs(aN);
  let impulse = -(1 + restitution) * uN;
  let force = 0;
  if (stays) {
    impulse = -uN;
    force = Math.max(0, -aN);
    addScaled(offset, N, -dot(offset, N));
  }
  addScaled(u, N, impulse);
  addScaled(a, N, force);
  applyFriction(path, offset, friction * Math.abs(impulse), friction * force, remaining);
  addScaled(u, velocity, 1);
  addScaled(a, acceleration, 1);
  return stays;
}

/** A particle that stays went straight on from the impact: moves it back to the curved surface, with the velocity along it. */
function placeOnSurface({ path, offset, velocity }: ImpactScratch, obstacle: Obstacle): void {
  const { p, u, point, surface: N, time } = path;
  const height = heightAt(path, obstacle, 0);
  surfaceVelocity(obstacle, point, time, velocity);
  addScaled(p, N, -height);
  addScaled(offset, N, dot(u, N) - dot(velocity, N) - dot(offset, N));
}

/** Friction in the impact removes up to `impulse` m/s of u_T; if it removes all, up to `hold` m/s² keep the particle at rest. */
function applyFriction(
  { u, a, surface: N }: BallisticPath,
  offset: Float64Array,
  impulse: number,
  hold: number,
  remaining: number,
): void {
  if (impulse + hold === 0) return;
  const uN = dot(u, N);
  const aN = dot(a, N);
  const speed = Math.sqrt(Math.max(0, dot(u, u) - uN * uN));
  const pull = Math.sqrt(Math.max(0, dot(a, a) - aN * aN));
  const slowed = impulse + hold * remaining;
  const kept = speed > slowed ? 1 - slowed / speed : 0;
  for (let axis = 0; axis < 3; axis++) {
    u[axis] = uN * N[axis] + kept * (u[axis] - uN * N[axis]);
    if (kept > 0 || pull > hold) continue;
    a[axis] = aN * N[axis];
    offset[axis] = dot(offset, N) * N[axis];
  }
}

function addScaled(a: Float64Array, b: Float64Array, factor: number): void {
  for (let axis = 0; axis < 3; axis++) a[axis] += factor * b[axis];
}
