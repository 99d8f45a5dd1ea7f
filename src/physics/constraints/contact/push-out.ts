import type { Floats } from '../../model/arena';
import type { Obstacle } from '../obstacles/obstacle';

/** Rounds over all obstacles; in a narrow wedge each gains little. */
const ROUNDS = 40;

/** A particle on its way out of obstacles, in double precision. */
export interface PushOut {
  /** m. */
  readonly point: Float64Array;
  /** m/s. */
  readonly velocity: Float64Array;
  readonly surface: Float64Array;
  /** Where it may go back to, m. */
  readonly retreat: Float64Array;
}

export function createPushOut(): PushOut {
  return {
    point: new Float64Array(3),
    velocity: new Float64Array(3),
    surface: new Float64Array(4),
    retreat: new Float64Array(3),
  };
}

/** Moves a particle that is deeper than `slack` m in an obstacle onto its surface, and lets it go no deeper.
 *  @param back 4n; where it may go back to if it can't be got out of all of them
 *  @returns whether it moved */
export function pushOut(
  { point, velocity, surface, retreat }: PushOut,
  obstacles: readonly Obstacle[],
  x: Floats,
  v: Floats,
  o: number,
  slack: number,
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
      obstacles[k].measure(point, surface, 0);
      if (!(surface[3] < -slack)) continue;
      inside = moved = true;
      const inward = Math.min(0, velocity[0] * surface[0] + velocity[1] * surface[1] + velocity[2] * surface[2]);
      for (let axis = 0; axis < 3; axis++) {
        point[axis] -= surface[3] * surface[axis];
        velocity[axis] -= inward * surface[axis];
      }
    }
  }
  if (!moved) return false;
  if (inside && lowest(obstacles, retreat, surface) > lowest(obstacles, point, surface)) {
    point.set(retreat);
    velocity.fill(0);
  }
  for (let axis = 0; axis < 3; axis++) {
    x[o + axis] = point[axis];
    v[o + axis] = velocity[axis];
  }
  return true;
}

/** The least φ over all obstacles, m. */
function lowest(obstacles: readonly Obstacle[], point: Float64Array, surface: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < obstacles.length; k++) {
    obstacles[k].measure(point, surface, 0);
    least = Math.min(least, surface[3]);
  }
  return least;
}
