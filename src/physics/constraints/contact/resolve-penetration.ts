import type { Floats } from '../../model/arena';
import { dot } from '../../model/deterministic-math';
import type { Obstacle } from '../obstacles/obstacle';
import { surfaceVelocity } from './obstacle-cache';

/** Rounds over all obstacles at most; in a narrow wedge each round gains little. */
export const ROUNDS = 40;

/** Scratch for one particle, in double precision. */
export type PenetrationScratch = ReturnType<typeof createPenetrationScratch>;

export function createPenetrationScratch() {
  return {
    /** m. */
    point: new Float64Array(3),
    /** m/s. */
    velocity: new Float64Array(3),
    /** N and φ. */
    surface: new Float64Array(4),
    /** Of an obstacle, m/s. */
    carrier: new Float64Array(3),
    /** Where the particle may return to, m. */
    retreat: new Float64Array(3),
  };
}

/** Moves a particle that is deeper than `tolerance` m in an obstacle onto its surface, and removes its inward velocity.
 *  @param time of x, s
 *  @param back 4n; m; where it may return to if no point outside all obstacles is found
 *  @returns true if it moved */
export function resolvePenetration(
  { point, velocity, surface, retreat, carrier }: PenetrationScratch,
  obstacles: readonly Obstacle[],
  x: Floats,
  v: Floats,
  o: number,
  time: number,
  tolerance: number,
  back: Floats,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = x[o + axis];
    velocity[axis] = v[o + axis];
    retreat[axis] = back[o + axis];
  }
  let moved = false;
  let inside = true;
  for (let round = 0; round < ROUNDS && inside; round++) {
    inside = false;
    for (let k = 0; k < obstacles.length; k++) {
      obstacles[k].measure(point, surface, 0, time, o >> 2);
      if (!(surface[3] < -tolerance)) continue;
      inside = moved = true;
      surfaceVelocity(obstacles[k], point, time, carrier);
      const inward = Math.min(0, dot(velocity, surface) - dot(carrier, surface));
      for (let axis = 0; axis < 3; axis++) {
        point[axis] -= surface[3] * surface[axis];
        velocity[axis] -= inward * surface[axis];
      }
    }
  }
  if (!moved) return false;
  if (inside && leastDistance(obstacles, retreat, time, surface) > leastDistance(obstacles, point, time, surface)) {
    point.set(retreat);
    velocity.fill(0);
  }
  for (let axis = 0; axis < 3; axis++) {
    x[o + axis] = point[axis];
    v[o + axis] = velocity[axis];
  }
  return true;
}

/** True if a particle is deeper than `tolerance` m in an obstacle. @param time of x, s */
export function isInside(
  { point, surface }: PenetrationScratch,
  obstacles: readonly Obstacle[],
  x: Floats,
  o: number,
  time: number,
  tolerance: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
  return leastDistance(obstacles, point, time, surface) < -tolerance;
}

/** The least φ over all obstacles, m. */
function leastDistance(
  obstacles: readonly Obstacle[],
  point: Float64Array,
  time: number,
  surface: Float64Array,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].measure(point, surface, 0, time);
    least = Math.min(least, surface[3]);
  }
  return least;
}
