import type { Floats } from '../../model/arena';
import { dot } from '../../model/deterministic-math';
import type { State } from '../../model/model';
import { removeAlong, setZero } from '../../model/vectors';
import type { Obstacle } from '../obstacles/obstacle';
import { surfaceVelocity } from './obstacle-cache';
import { endOfGroup, type RestingContacts } from './resting-contacts';

/** Sweeps over the contacts of a particle that lies on several. */
export const SWEEPS = 30;
/** Relative length of a projected vector below which it is only rounding error. */
const ROUNDING_RESIDUE = 1e-12;

/** Adds the normal and friction forces of surfaces on the particles that rest on them, N, to f; 4n.
 *
 *    λ_k ≥ 0,  (f + Σ λ N)·N_k + κ_k m |v_T|² − 2m(ω × v)·N_k ≥ 0,  one of the two is zero
 *    |f_T + m v_T/h| ≤ μλ:  friction holds, f := 0
 *    otherwise  f −= μλ v_T/|v_T|,  from rest f_T/|f_T|
 *
 *  κ m |v_T|² keeps a sliding particle on a curved surface, and 2m(ω × v)·N on one that turns by ω. λ comes from
 *  Gauss–Seidel, which is exact for one surface. The first force evaluation of a step decides which contacts are active and
 *  which particles stick, until the end of the step.
 *  Sources: lecture slides Particle Dynamics, contact; Moreau, Unilateral Contact and Dry Friction, for stopping in a step. */
export function addContactReactions(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  f: Floats,
  state: State,
): void {
  const { count, active, activeSetKnown } = contacts;
  for (let from = 0; from < count; ) {
    const to = endOfGroup(contacts, from);
    let acts = !activeSetKnown;
    for (let c = from; c < to; c++) if (active[c] === 1) acts = true;
    if (acts) reactOnParticle(contacts, obstacles, f, state, from, to);
    from = to;
  }
  contacts.activeSetKnown = true;
}

/** The same for the particle of the contacts `from` … `to` − 1. */
function reactOnParticle(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  f: Floats,
  y: State,
  from: number,
  to: number,
): void {
  const { model, velocities, particle, obstacle, active, sticks, reaction, friction, blockedAxes, activeSetKnown } =
    contacts;
  const { point, surface, force, tangential, velocity, start, acceleration } = contacts;
  const i = particle[from];
  const o = 4 * i;
  const m = model.masses[i];
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = y.positions[o + axis];
    force[axis] = f[o + axis];
    velocity[axis] = y.velocities[o + axis];
    start[axis] = velocities[o + axis];
  }
  for (let c = from; c < to; c++) obstacles[obstacle[c]].measure(point, surface, 4 * (c - from), y.time, i);
  const moves = moveAlong(contacts, obstacles, y.time, from, to);
  if (moves) for (let axis = 0; axis < 3; axis++) force[axis] -= m * acceleration[axis];
  solveNormalForces(contacts, obstacles, from, to);

  let frictionLimit = 0;
  let pressed = false;
  for (let c = from; c < to; c++) {
    if (!(reaction[c] > 0)) continue;
    pressed = true;
    frictionLimit += obstacles[obstacle[c]].friction * reaction[c];
    if (!activeSetKnown) active[c] = 1;
  }
  // A surface that does not press gives no friction either.
  setZero(friction, 3 * from);
  if (!pressed) return;
  if (sticks[from] === 1) {
    for (let axis = 0; axis < 3; axis++) {
      f[o + axis] = moves ? m * acceleration[axis] : 0;
      // The normal forces are not in what friction holds.
      if (moves) friction[3 * from + axis] = -force[axis];
    }
    return;
  }

  findNormalAxes(contacts, from, to);
  if (!activeSetKnown) for (let q = 0; q < 3 * (to - from); q++) blockedAxes[3 * from + q] = contacts.axes[q];
  for (let axis = 0; axis < 3; axis++) tangential[axis] = force[axis];
  project(contacts, to - from, tangential);
  project(contacts, to - from, velocity);
  project(contacts, to - from, start);
  if (!activeSetKnown && frictionStops(contacts, m, frictionLimit)) sticks[from] = 1;
  const cancelled = sticks[from] === 1 || (isZero(tangential) && isZero(velocity));
  for (let axis = 0; axis < 3; axis++) friction[3 * from + axis] = -force[axis];
  if (!cancelled) applyFriction(contacts, frictionLimit);
  for (let axis = 0; axis < 3; axis++) {
    if (!(moves && cancelled)) friction[3 * from + axis] += force[axis];
    f[o + axis] = cancelled ? 0 : force[axis];
    if (moves) f[o + axis] += m * acceleration[axis];
  }
}

/** Makes velocities those relative to the first moving obstacle of a particle, and writes its acceleration. @returns false if none moves */
function moveAlong(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  time: number,
  from: number,
  to: number,
): boolean {
  const { obstacle, point, carrier, velocity, start, acceleration, h } = contacts;
  for (let c = from; c < to; c++) {
    const { motion } = obstacles[obstacle[c]];
    if (!motion) continue;
    motion.velocityAt(point, time, carrier);
    for (let axis = 0; axis < 3; axis++) velocity[axis] -= carrier[axis];
    motion.velocityAt(point, contacts.time, carrier);
    for (let axis = 0; axis < 3; axis++) start[axis] -= carrier[axis];
    motion.acceleration(point, contacts.time, h, acceleration);
    return true;
  }
  return false;
}

/** The power of moving obstacles on the particles that rest on them or slide, with the λ and the friction of the last evaluation, W. */
export function carryingPower(contacts: RestingContacts, obstacles: readonly Obstacle[], state: State): number {
  const { count, particle, obstacle, active, reaction, friction, point, carrier, surface } = contacts;
  let power = 0;
  for (let from = 0; from < count; from = endOfGroup(contacts, from)) {
    const i = particle[from];
    let pulled = false;
    for (let axis = 0; axis < 3; axis++) point[axis] = state.positions[4 * i + axis];
    for (let c = from; c < endOfGroup(contacts, from); c++) {
      const { motion } = obstacles[obstacle[c]];
      if (!motion || active[c] === 0) continue;
      obstacles[obstacle[c]].measure(point, surface, 0, state.time, i);
      motion.velocityAt(point, state.time, carrier);
      power += reaction[c] * dot(carrier, surface);
      if (!pulled) power += dot(carrier, friction, 0, 3 * from);
      pulled = true;
    }
  }
  return power;
}

/** force += Σ λ N, over the contacts that are active, or may become so. */
function solveNormalForces(contacts: RestingContacts, obstacles: readonly Obstacle[], from: number, to: number): void {
  const { model, particle, obstacle, active, reaction, activeSetKnown, surface, force, velocity: v } = contacts;
  const m = model.masses[particle[from]];
  const vv = dot(v, v);
  for (let c = from; c < to; c++) reaction[c] = 0;
  const sweeps = to - from === 1 ? 1 : SWEEPS;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let c = from; c < to; c++) {
      if (activeSetKnown && active[c] === 0) continue;
      const N = 4 * (c - from);
      const vN = dot(v, surface, 0, N);
      const body = obstacles[obstacle[c]];
      const bent = body.curvature * m * (vv - vN * vN) - m * coriolis(body, contacts.time, v, surface, N);
      const missing = -(dot(force, surface, 0, N) + bent);
      const change = Math.max(-reaction[c], missing);
      reaction[c] += change;
      for (let axis = 0; axis < 3; axis++) force[axis] += change * surface[N + axis];
    }
  }
}

/** 2(ω × v)·N where a surface turns, m/s²; it keeps a particle that slides on it with the velocity v. @param N 3, from `at` on */
export function coriolis({ motion }: Obstacle, time: number, v: Float64Array, N: Float64Array, at: number): number {
  if (!motion) return 0;
  const { spin } = motion.poseAt(time);
  let sum = 0;
  for (let i = 0, j = 1, k = 2; i < 3; j = k, k = i++) sum += N[at + i] * (spin[j] * v[k] - spin[k] * v[j]);
  return 2 * sum;
}

/** Orthogonal unit vectors that span the normals of the pressing surfaces; zero where one adds no direction. */
function findNormalAxes({ reaction, surface, axes }: RestingContacts, from: number, to: number): void {
  for (let c = from; c < to; c++) {
    const q = 3 * (c - from);
    const N = 4 * (c - from);
    for (let axis = 0; axis < 3; axis++) axes[q + axis] = reaction[c] > 0 ? surface[N + axis] : 0;
    if (q === 0) continue;
    removeAlong(axes, q, axes, 0, c - from);
    const length = Math.sqrt(dot(axes, axes, q, q));
    for (let axis = 0; axis < 3; axis++) axes[q + axis] = length > 1e-6 ? axes[q + axis] / length : 0;
  }
}

/** vector −= Σ q qᵀ vector over the first `count` axes. */
function project({ axes }: RestingContacts, count: number, vector: Float64Array): void {
  const before = dot(vector, vector);
  removeAlong(vector, 0, axes, 0, count);
  if (dot(vector, vector) > ROUNDING_RESIDUE * ROUNDING_RESIDUE * before) return;
  vector[0] = vector[1] = vector[2] = 0;
}

/** True if friction can end the step at rest: |f_T + m v_T/h| ≤ μλ. */
function frictionStops({ tangential, start, h }: RestingContacts, m: number, frictionLimit: number): boolean {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const needed = tangential[axis] + (m / h) * start[axis];
    squared += needed * needed;
  }
  return frictionLimit > 0 && squared <= frictionLimit * frictionLimit;
}

/** Subtracts μλ along the motion; a stage whose velocity has reversed within the step uses the velocity at its start. */
function applyFriction({ force, tangential, velocity, start }: RestingContacts, frictionLimit: number): void {
  if (frictionLimit === 0) return;
  const turnedBack = dot(velocity, start) < 0;
  const motion = turnedBack ? start : velocity;
  const isAtRest = isZero(motion);
  const along = isAtRest ? tangential : motion;
  const length = Math.sqrt(dot(along, along));
  if (length === 0) return;
  const friction = isAtRest ? Math.min(frictionLimit, length) : frictionLimit;
  for (let axis = 0; axis < 3; axis++) force[axis] -= (friction * along[axis]) / length;
}

/** Σ μλ|v_T| over the sliding particles, W, with the λ of the last force evaluation. A particle that stops within the step
 *  stops at its end, in `projectToSurface`. */
export function frictionHeat(
  contacts: RestingContacts,
  obstacles: readonly Obstacle[],
  { positions: x, velocities: v, time }: State,
): number {
  const { count, particle, obstacle, active, sticks, reaction, blockedAxes, point, velocity, carrier } = contacts;
  let heat = 0;
  for (let from = 0; from < count; ) {
    const to = endOfGroup(contacts, from);
    const o = 4 * particle[from];
    let limit = 0;
    for (let axis = 0; axis < 3; axis++) {
      point[axis] = x[o + axis];
      velocity[axis] = v[o + axis];
    }
    for (let c = from; c < to; c++) {
      if (!obstacles[obstacle[c]].motion) continue;
      surfaceVelocity(obstacles[obstacle[c]], point, time, carrier);
      for (let axis = 0; axis < 3; axis++) velocity[axis] -= carrier[axis];
      break;
    }
    let squared = dot(velocity, velocity);
    for (let c = from; c < to; c++) {
      if (active[c] === 0 || sticks[from] === 1 || !(reaction[c] > 0)) continue;
      limit += obstacles[obstacle[c]].friction * reaction[c];
      const along = dot(velocity, blockedAxes, 0, 3 * c);
      squared -= along * along;
    }
    heat += limit * Math.sqrt(Math.max(0, squared));
    from = to;
  }
  return heat;
}

function isZero(vector: Float64Array): boolean {
  return vector[0] === 0 && vector[1] === 0 && vector[2] === 0;
}
