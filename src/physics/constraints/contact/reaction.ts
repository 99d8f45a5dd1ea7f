import type { Floats } from '../../model/arena';
import type { State } from '../../model/model';
import type { Obstacle } from '../obstacles/obstacle';
import { endOfGroup, type Resting } from './resting';

/** Sweeps over the contacts of a particle that lies on several. */
const SWEEPS = 30;
/** Part of a vector that is left over from rounding where all of it is taken away. */
const LEFT_OVER = 1e-12;

/** What surfaces do to the particles that rest on them.
 *
 *    λ_k ≥ 0,  (f + Σ λ N)·N_k + κ_k m |v_T|² ≥ 0,  one of the two zero
 *    f_T + m v_T/h no larger than μλ:  friction holds, f := 0
 *    else  f −= μλ v_T/|v_T|,  from rest f_T/|f_T|
 *
 *  κ m |v_T|² keeps a sliding particle on a curved surface. λ by Gauss–Seidel, which is exact for one surface. Who is
 *  pressed on and who sticks is settled at the first forces of a step, and holds to its end.
 *  Sources: lecture slides Particle Dynamics, contact; Moreau, Unilateral Contact and Dry Friction, for the stop in a step. */
export function react(resting: Resting, obstacles: readonly Obstacle[], f: Floats, state: State): void {
  const { count, held, settled } = resting;
  for (let from = 0; from < count; ) {
    const to = endOfGroup(resting, from);
    let acts = !settled;
    for (let c = from; c < to; c++) if (held[c] === 1) acts = true;
    if (acts) reactOn(resting, obstacles, f, state, from, to);
    from = to;
  }
  resting.settled = true;
}

/** On the particle of the contacts `from` … `to` − 1. */
function reactOn(
  resting: Resting,
  obstacles: readonly Obstacle[],
  f: Floats,
  y: State,
  from: number,
  to: number,
): void {
  const { model, velocities, particle, obstacle, held, sticks, reaction, blocked, settled } = resting;
  const { point, surface, force, tangential, velocity, start } = resting;
  const i = particle[from];
  const o = 4 * i;
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = y.positions[o + axis];
    force[axis] = f[o + axis];
    velocity[axis] = y.velocities[o + axis];
    start[axis] = velocities[o + axis];
  }
  for (let c = from; c < to; c++) obstacles[obstacle[c]].measure(point, surface, 4 * (c - from));
  press(resting, obstacles, from, to);

  let limit = 0;
  let pressed = false;
  for (let c = from; c < to; c++) {
    if (!(reaction[c] > 0)) continue;
    pressed = true;
    limit += obstacles[obstacle[c]].friction * reaction[c];
    if (!settled) held[c] = 1;
  }
  if (!pressed) return;
  if (sticks[from] === 1) {
    f[o] = f[o + 1] = f[o + 2] = 0;
    return;
  }

  findAxes(resting, from, to);
  if (!settled) for (let q = 0; q < 3 * (to - from); q++) blocked[3 * from + q] = resting.axes[q];
  for (let axis = 0; axis < 3; axis++) tangential[axis] = force[axis];
  project(resting, to - from, tangential);
  project(resting, to - from, velocity);
  project(resting, to - from, start);
  if (!settled && stops(resting, model.masses[i], limit)) sticks[from] = 1;
  const taken = sticks[from] === 1 || (isZero(tangential) && isZero(velocity));
  if (!taken) rub(resting, limit);
  for (let axis = 0; axis < 3; axis++) f[o + axis] = taken ? 0 : force[axis];
}

/** force += Σ λ N, with the λ of each contact that is held, or may yet be. */
function press(resting: Resting, obstacles: readonly Obstacle[], from: number, to: number): void {
  const { model, particle, obstacle, held, reaction, settled, surface, force, velocity: v } = resting;
  const m = model.masses[particle[from]];
  const vv = dot(v, 0, v, 0);
  for (let c = from; c < to; c++) reaction[c] = 0;
  const sweeps = to - from === 1 ? 1 : SWEEPS;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let c = from; c < to; c++) {
      if (settled && held[c] === 0) continue;
      const N = 4 * (c - from);
      const vN = dot(v, 0, surface, N);
      const bend = obstacles[obstacle[c]].curvature * m * (vv - vN * vN);
      const lack = -(dot(force, 0, surface, N) + bend);
      const more = Math.max(-reaction[c], lack);
      reaction[c] += more;
      for (let axis = 0; axis < 3; axis++) force[axis] += more * surface[N + axis];
    }
  }
}

/** Unit vectors at right angles that span the normals of the surfaces that press; zero where one adds no direction. */
function findAxes({ reaction, surface, axes }: Resting, from: number, to: number): void {
  for (let c = from; c < to; c++) {
    const q = 3 * (c - from);
    const N = 4 * (c - from);
    for (let axis = 0; axis < 3; axis++) axes[q + axis] = reaction[c] > 0 ? surface[N + axis] : 0;
    if (q === 0) continue;
    for (let other = 0; other < q; other += 3) {
      const along = dot(axes, q, axes, other);
      for (let axis = 0; axis < 3; axis++) axes[q + axis] -= along * axes[other + axis];
    }
    const length = Math.sqrt(dot(axes, q, axes, q));
    for (let axis = 0; axis < 3; axis++) axes[q + axis] = length > 1e-6 ? axes[q + axis] / length : 0;
  }
}

/** vector −= Σ q qᵀ vector over the first `count` axes. */
function project({ axes }: Resting, count: number, vector: Float64Array): void {
  const whole = dot(vector, 0, vector, 0);
  for (let q = 0; q < 3 * count; q += 3) {
    const along = dot(vector, 0, axes, q);
    for (let axis = 0; axis < 3; axis++) vector[axis] -= along * axes[q + axis];
  }
  if (dot(vector, 0, vector, 0) > LEFT_OVER * LEFT_OVER * whole) return;
  vector[0] = vector[1] = vector[2] = 0;
}

/** Whether friction can end the step at rest: |f_T + m v_T/h| ≤ μλ. */
function stops({ tangential, start, h }: Resting, m: number, limit: number): boolean {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const needed = tangential[axis] + (m / h) * start[axis];
    squared += needed * needed;
  }
  return limit > 0 && squared <= limit * limit;
}

/** Takes μλ off the force, against the motion; a stage that has turned round within the step goes by the step's start. */
function rub({ force, tangential, velocity, start }: Resting, limit: number): void {
  if (limit === 0) return;
  const back = dot(velocity, 0, start, 0) < 0;
  const moves = back ? start : velocity;
  const rests = isZero(moves);
  const along = rests ? tangential : moves;
  const length = Math.sqrt(dot(along, 0, along, 0));
  if (length === 0) return;
  const friction = rests ? Math.min(limit, length) : limit;
  for (let axis = 0; axis < 3; axis++) force[axis] -= (friction * along[axis]) / length;
}

function isZero(vector: Float64Array): boolean {
  return vector[0] === 0 && vector[1] === 0 && vector[2] === 0;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
