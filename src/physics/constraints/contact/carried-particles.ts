/** What moving obstacles do to the particles that they hold within an implicit step: their work, and where they carry them and what they touch. */
import type { Floats } from '../../model/arena';
import { dot } from '../../model/deterministic-math';
import type { State } from '../../model/model';
import { timeOfImpact } from './ballistic-path';
import { FREE, firstSurface, type ImpactSet, SLIDES, type SolvedStep, STICKS, setCarrier } from './impact-set';
import { CONTACT_TOLERANCE, coordinateScale } from './obstacle-cache';

/** Σ P·V over the particles that moving surfaces hold: the work of these, J; writes their heat. Of a particle that slides, P is what
 *  the normals give and friction: the rest of M(v⁺ − v) − h f is the error of a step that is solved once.
 *  @param forces at the end, N; 4n */
export function carryingWork(set: ImpactSet, step: SolvedStep, end: State, forces: Floats): number {
  const { resting } = step;
  const { impulse: P, axes, carrier: V, friction, velocity: w } = set;
  let work = 0;
  set.heat = 0;
  for (let e = 0; e < set.count; e++) {
    if (set.mode[e] === FREE) continue;
    const o = 4 * set.particle[e];
    const m = resting.model.masses[set.particle[e]];
    const isHeld = set.surfaces[e] === 0;
    if (!isHeld) setCarrier(set, step, e);
    for (let axis = 0; axis < 3; axis++) {
      if (isHeld) V[axis] = set.carried[3 * e + axis];
      P[axis] = m * (end.velocities[o + axis] - resting.velocities[o + axis]) - resting.h * forces[o + axis];
      w[axis] = end.velocities[o + axis];
    }
    if (set.mode[e] === SLIDES) {
      for (let q = 9 * e; q < 9 * e + 9; q += 3) work += dot(P, axes, 0, q) * dot(V, axes, 0, q);
      work += dot(V, friction, 0, 3 * e);
      set.heat += dot(V, friction, 0, 3 * e) - dot(w, friction, 0, 3 * e);
    } else work += dot(P, V);
  }
  return work;
}

/** Sets the plane of a surface. @param point where the particle touches it at a time, m and s @param N the normal there */
export function setPlane(
  set: ImpactSet,
  { obstacles, resting }: SolvedStep,
  slot: number,
  point: ArrayLike<number>,
  N: ArrayLike<number>,
  time: number,
): void {
  const { plane, obstacle, carrier, gain, velocity } = set;
  const { motion } = obstacles[obstacle[slot]];
  const left = resting.time + resting.h - time;
  carrier.fill(0);
  gain.fill(0);
  if (motion && left > 0) {
    for (let axis = 0; axis < 3; axis++) velocity[axis] = point[axis] + N[axis];
    motion.displacement(point, time, left, carrier);
    motion.displacement(velocity, time, left, gain);
  }
  let along = 0;
  for (let axis = 0; axis < 3; axis++) {
    plane[4 * slot + axis] = N[axis] + gain[axis] - carrier[axis];
    along += plane[4 * slot + axis] * (point[axis] + carrier[axis]);
  }
  plane[4 * slot + 3] = along;
}

/** Holds a particle for the step where it is; or where the moving obstacle carries it that it touches, if that would come over it. */
export function holdInPlace(set: ImpactSet, step: SolvedStep, e: number): void {
  const { mode, surfaces, prescribed, carried, carrier } = set;
  setCarrier(set, step, e);
  const moves = isRunOver(set, step, e) ? 1 : 0;
  mode[e] = STICKS;
  surfaces[e] = 0;
  prescribed.fill(0, 3 * e, 3 * e + 3);
  for (let axis = 0; axis < 3; axis++) carried[3 * e + axis] = moves * carrier[axis];
}

/** True if an obstacle would come over a particle that stands still in the step just off the surface. */
function isRunOver(set: ImpactSet, { obstacles, resting, starts }: SolvedStep, e: number): boolean {
  const { path, particle, surfaces, obstacle, normal } = set;
  const o = 4 * particle[e];
  path.particle = particle[e];
  path.time = resting.time;
  path.u.fill(0);
  path.a.fill(0);
  const off = 2 * CONTACT_TOLERANCE * coordinateScale(starts, o);
  for (let slot = firstSurface(e); slot < firstSurface(e) + surfaces[e]; slot++) {
    const surface = obstacles[obstacle[slot]];
    if (!surface.motion) continue;
    for (let axis = 0; axis < 3; axis++) path.p[axis] = starts[o + axis];
    surface.measure(path.p, normal, 0, resting.time, particle[e]);
    for (let axis = 0; axis < 3; axis++) path.p[axis] += off * normal[axis];
    if (timeOfImpact(path, surface, resting.h) >= 0) return true;
  }
  return false;
}
