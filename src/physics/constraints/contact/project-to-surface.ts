import type { State } from '../../model/model';
import type { Obstacle } from '../obstacles/obstacle';
import { endOfGroup, type Resting } from './resting';
import { reach, TOUCH } from './surfaces';

/** Ends a step for the particle of the contacts from `from` on: one that friction holds stands still, one that slides is back
 *  on its surface where that bends away, and moves along it.
 *  @param rounding that a position may be off the surface by, m for each metre of coordinate */
export function projectToSurface(
  resting: Resting,
  obstacles: readonly Obstacle[],
  { positions: x, velocities: v }: State,
  from: number,
  rounding: number,
): void {
  const { particle, obstacle, held, sticks, reaction, point, surface } = resting;
  const o = 4 * particle[from];
  const to = endOfGroup(resting, from);
  const slack = (sticks[from] === 1 ? TOUCH : rounding) * reach(x, o);
  for (let c = from; c < to; c++) {
    if (held[c] === 0 || !(reaction[c] > 0)) continue;
    point[0] = x[o];
    point[1] = x[o + 1];
    point[2] = x[o + 2];
    obstacles[obstacle[c]].measure(point, surface, 0);
    if (sticks[from] === 1) v[o] = v[o + 1] = v[o + 2] = 0;
    const vN = v[o] * surface[0] + v[o + 1] * surface[1] + v[o + 2] * surface[2];
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(surface[3]) > slack) x[o + axis] -= surface[3] * surface[axis];
      v[o + axis] -= vN * surface[axis];
    }
  }
}
