import type { State } from '../../model/model';
import type { Obstacle } from '../obstacles/obstacle';
import { CONTACT_TOLERANCE, coordinateScale } from './obstacle-cache';
import { endOfGroup, type RestingContacts } from './resting-contacts';

/** Ends a step for the particle of the contacts from `from` on: one that friction holds stops; one that slides is put back on
 *  its surface, which may curve away from its path, and moves along it.
 *  @param rounding how far a position may be off the surface, m per metre of coordinate */
export function projectToSurface(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  { positions: x, velocities: v }: State,
  from: number,
  rounding: number,
): void {
  const { particle, obstacle, active, sticks, reaction, rebound, point, surface } = contacts;
  const o = 4 * particle[from];
  const to = endOfGroup(contacts, from);
  const tolerance = (sticks[from] === 1 ? CONTACT_TOLERANCE : rounding) * coordinateScale(x, o);
  for (let c = from; c < to; c++) {
    if (active[c] === 0 || !(reaction[c] > 0)) continue;
    point[0] = x[o];
    point[1] = x[o + 1];
    point[2] = x[o + 2];
    const body = obstacles[obstacle[c]];
    body.measure(point, surface, 0, particle[from]);
    if (sticks[from] === 1) v[o] = v[o + 1] = v[o + 2] = 0;
    // Over an edge it flies on.
    if (body.hasFaces && surface[3] > tolerance) continue;
    const vN = v[o] * surface[0] + v[o + 1] * surface[1] + v[o + 2] * surface[2];
    // On an edge N is not the normal of the face that it came along.
    const lost = body.hasFaces ? Math.min(0, vN - rebound[c]) : vN - rebound[c];
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(surface[3]) > tolerance) x[o + axis] -= surface[3] * surface[axis];
      v[o + axis] -= lost * surface[axis];
    }
  }
}
