import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import type { Obstacle } from '../obstacles/obstacle';
import { CONTACT_TOLERANCE, coordinateScale, surfaceVelocity } from './obstacle-cache';
import { endOfGroup, type RestingContacts } from './resting-contacts';

/** Ends a step for the particle of the contacts from `from` on: one that friction holds stops; one that slides is put back on
 *  its surface, which may curve away from its path, and moves along it.
 *  @param starts 4n; positions at the start of the step, m
 *  @param rounding how far a position may be off the surface, m per metre of coordinate */
export function projectToSurface(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  { positions: x, velocities: v }: State,
  from: number,
  starts: Floats,
  rounding: number,
): void {
  const { particle, obstacle, active, sticks, reaction, rebound, point, surface, carrier, time, h } = contacts;
  const o = 4 * particle[from];
  const to = endOfGroup(contacts, from);
  const tolerance = (sticks[from] === 1 ? CONTACT_TOLERANCE : rounding) * coordinateScale(x, o);
  for (let c = from; c < to; c++) {
    if (active[c] === 0 || !(reaction[c] > 0)) continue;
    const body = obstacles[obstacle[c]];
    if (body.motion && sticks[from] === 1) {
      for (let axis = 0; axis < 3; axis++) point[axis] = starts[o + axis];
      body.motion.displacement(point, time, h, carrier);
      for (let axis = 0; axis < 3; axis++) x[o + axis] = starts[o + axis] + carrier[axis];
    }
    point[0] = x[o];
    point[1] = x[o + 1];
    point[2] = x[o + 2];
    body.measure(point, surface, 0, time + h, particle[from]);
    surfaceVelocity(body, point, time + h, carrier);
    if (sticks[from] === 1) for (let axis = 0; axis < 3; axis++) v[o + axis] = carrier[axis];
    // Over an edge it flies on.
    if (body.hasFaces && surface[3] > tolerance) continue;
    const vN =
      (v[o] - carrier[0]) * surface[0] + (v[o + 1] - carrier[1]) * surface[1] + (v[o + 2] - carrier[2]) * surface[2];
    // On an edge N is not the normal of the face that it came along.
    const lost = body.hasFaces ? Math.min(0, vN - rebound[c]) : vN - rebound[c];
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(surface[3]) > tolerance) x[o + axis] -= surface[3] * surface[axis];
      v[o + axis] -= lost * surface[axis];
    }
  }
}
