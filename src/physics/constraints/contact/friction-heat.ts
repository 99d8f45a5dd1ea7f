import type { State } from '../../model/model';
import type { Obstacle } from '../obstacles/obstacle';
import { endOfGroup, type Resting } from './resting';

/** Σ μλ|v_T| over the particles that slide, W, with the λ of the last evaluation of the forces. What stops within the step
 *  stops at its end, by `settle`. */
export function frictionHeat(resting: Resting, obstacles: readonly Obstacle[], { velocities: v }: State): number {
  const { count, particle, obstacle, held, sticks, reaction, blocked } = resting;
  let heat = 0;
  for (let from = 0; from < count; ) {
    const to = endOfGroup(resting, from);
    const o = 4 * particle[from];
    let limit = 0;
    let squared = v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2];
    for (let c = from; c < to; c++) {
      if (held[c] === 0 || sticks[from] === 1 || !(reaction[c] > 0)) continue;
      limit += obstacles[obstacle[c]].friction * reaction[c];
      const along = v[o] * blocked[3 * c] + v[o + 1] * blocked[3 * c + 1] + v[o + 2] * blocked[3 * c + 2];
      squared -= along * along;
    }
    heat += limit * Math.sqrt(Math.max(0, squared));
    from = to;
  }
  return heat;
}
