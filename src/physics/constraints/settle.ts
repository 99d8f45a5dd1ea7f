import type { Obstacle } from '../contracts';
import type { State } from '../model';
import { endOfGroup, type Resting } from './resting';
import { reach, TOUCH } from './surfaces';

/** Ends a step for the particle of the contacts from `from` on: one that friction holds stands still, one that slides is back
 *  on its surface if that bends away, and one that has landed bounces.
 *  @param rounding that a position may be off the surface by, m for each metre of coordinate */
export function settle(
  resting: Resting,
  obstacles: readonly Obstacle[],
  { positions: x, velocities: v }: State,
  from: number,
  rounding: number,
): void {
  const { particle, obstacle, held, sticks, approach, reaction, point, surface } = resting;
  const o = 4 * particle[from];
  const to = endOfGroup(resting, from);
  for (let c = from; c < to; c++) {
    const pressed = held[c] === 1 && reaction[c] > 0;
    if (!pressed && approach[c] === 0) continue;
    for (let axis = 0; axis < 3; axis++) point[axis] = x[o + axis];
    obstacles[obstacle[c]].measure(point, surface, 0);
    // What pulls it off may have kept it from landing.
    if (!pressed && surface[3] > TOUCH * reach(x, o)) continue;
    if (sticks[from] === 1) v[o] = v[o + 1] = v[o + 2] = 0;
    else respond(resting, obstacles[obstacle[c]], v, o, c);
    const slack = (sticks[from] === 1 ? TOUCH : rounding) * reach(x, o);
    if (!pressed || Math.abs(surface[3]) <= slack) continue;
    for (let axis = 0; axis < 3; axis++) x[o + axis] -= surface[3] * surface[axis];
  }
}

/** v_N := e|v_N| of the approach, or 0 where what presses would have it back within two steps; |Δv_T| ≤ μ|Δv_N|. */
function respond(
  { model, particle, approach, reaction, held, h, surface: N }: Resting,
  { restitution, friction }: Obstacle,
  v: Float32Array | Float64Array,
  o: number,
  c: number,
): void {
  const vN = v[o] * N[0] + v[o + 1] * N[1] + v[o + 2] * N[2];
  const bounce = restitution * approach[c];
  const stays = bounce <= (2 * h * reaction[c]) / model.masses[particle[c]];
  const wanted = stays ? 0 : bounce;
  // One that is not held may leave faster still.
  const change = held[c] === 1 ? wanted - vN : Math.max(0, wanted - vN);
  let speed = 0;
  for (let axis = 0; axis < 3; axis++) {
    const vT = v[o + axis] - vN * N[axis];
    speed += vT * vT;
  }
  speed = Math.sqrt(speed);
  const most = approach[c] > 0 ? friction * (approach[c] + wanted) : 0;
  const kept = speed > most ? 1 - most / speed : 0;
  for (let axis = 0; axis < 3; axis++) {
    const vT = v[o + axis] - vN * N[axis];
    v[o + axis] = (most > 0 ? kept * vT : vT) + (vN + change) * N[axis];
  }
}
