import type { Floats } from '../../model/arena';
import { dot } from '../../model/deterministic-math';
import { removeAlong, setZero } from '../../model/vectors';
import { holdInPlace } from './carried-particles';
import {
  FREE,
  firstSurface,
  type ImpactSet,
  measureSurface,
  prescribe,
  removeSurface,
  SLIDES,
  type SolvedStep,
  STICKS,
  setCarrier,
} from './impact-set';
import { CONTACT_TOLERANCE, coordinateScale } from './obstacle-cache';

/** After so many solves of a step, particles are only added and held: the search for what holds then ends. */
export const REVISING_PASSES = 3;
/** After so many, those that are still in question stay where they are for the step. */
export const HOLDING_PASSES = 8;
/** The friction of a sliding particle is kept if its impulse is right to this fraction; one that sticks may exceed the limit by
 *  the error of a solve. */
export const FRICTION_TOLERANCE = 0.2;
export const SOLVE_ERROR = 0.01;
/** Sweeps over the surfaces of a particle that hits several. */
export const SWEEPS = 30;

/** Revises what holds the particles, after a solve, from the impulses P = M(v⁺ − v) − h f that the surfaces would have to give.
 *
 *    P·N < 0: the surface lets go      |P_T| > μP·N: a particle that stuck slides, with the friction μP·N
 *    friction along the motion: a particle that slid sticks
 *
 *  @param forces at the end of the step, N; 4n @param pass number of solves so far
 *  @returns true if the step must be solved again */
export function reviseImpacts(set: ImpactSet, step: SolvedStep, forces: Floats, pass: number): boolean {
  const { end } = step;
  let revised = false;
  for (let e = 0; e < set.count; e++) {
    if (set.mode[e] === FREE) continue;
    const tolerance = CONTACT_TOLERANCE * coordinateScale(end.positions, 4 * set.particle[e]);
    const off = distanceOff(set, step, e, tolerance);
    const changed = reviseHold(set, step, forces, e, pass);
    if (!changed && off <= tolerance) continue;
    revised = true;
    if (set.mode[e] === FREE) continue;
    if (pass >= HOLDING_PASSES) holdInPlace(set, step, e);
    else prescribe(set, step, e);
  }
  return revised;
}

/** Largest |φ − height| over the surfaces of an entry, m. A plane that ends inside its obstacle is no longer used. */
function distanceOff(set: ImpactSet, step: SolvedStep, e: number, tolerance: number): number {
  let most = 0;
  for (let slot = firstSurface(e); slot < firstSurface(e) + set.surfaces[e]; slot++) {
    const phi = measureSurface(set, step, step.end, e, slot);
    if (phi < -tolerance && Math.abs(set.normal[3]) <= tolerance) {
      setZero(set.plane, 4 * slot, 4);
      measureSurface(set, step, step.end, e, slot);
    }
    most = Math.max(most, Math.abs(set.normal[3]));
  }
  return most;
}

/** Revises one entry. @param revises false only holds more @returns true if it changed */
function reviseHold(set: ImpactSet, step: SolvedStep, forces: Floats, e: number, pass: number): boolean {
  const { resting, end } = step;
  const { mode, friction, impulse, surfaces } = set;
  const o = 4 * set.particle[e];
  const p = 3 * e;
  const m = resting.model.masses[set.particle[e]];
  for (let axis = o; axis < o + 3; axis++)
    impulse[axis - o] = m * (end.velocities[axis] - resting.velocities[axis]) - resting.h * forces[axis];
  // What sticks ends the step with the velocity of the surface.
  const isCarried = setCarrier(set, step, e);
  const revises = pass < REVISING_PASSES;
  for (let axis = 0; axis < 3; axis++) impulse[axis] += m * set.gain[axis];
  const count = surfaces[e];
  const limit = splitImpulse(set, step, e, revises || (isCarried && pass < HOLDING_PASSES));
  const isReleased = surfaces[e] < count;
  if (isReleased && surfaces[e] === 0) {
    mode[e] = FREE;
    return true;
  }
  if (mode[e] === SLIDES) {
    if (pushesOn(set, step, e)) {
      // A fast surface would take along what it holds.
      if (isCarried && !revises) setZero(friction, p);
      else mode[e] = STICKS;
      return true;
    }
    const before = Math.sqrt(dot(friction, friction, p, p));
    if (!revises || Math.abs(limit - before) <= FRICTION_TOLERANCE * limit) return isReleased;
    slide(set, step, e, limit);
    return true;
  }
  const needed = Math.sqrt(dot(impulse, impulse));
  if (!(revises || isCarried) || needed <= (1 + SOLVE_ERROR) * limit) return isReleased;
  mode[e] = SLIDES;
  for (let axis = 0; axis < 3; axis++) friction[p + axis] = (limit * impulse[axis]) / needed;
  return true;
}

/** Splits the impulse P into Σ λN over the surfaces, λ ≥ 0, and a rest, which remains.
 *  @param releases true removes the surfaces with λ = 0 @returns Σ μλ, the limit of friction, N·s */
function splitImpulse(set: ImpactSet, step: SolvedStep, e: number, releases: boolean): number {
  const { obstacles, end } = step;
  const { normal, normals, obstacle, surfaces, impulse, lambda } = set;
  const first = firstSurface(e);
  const count = surfaces[e];
  setZero(lambda);
  for (let s = 0; s < count; s++) {
    measureSurface(set, step, end, e, first + s);
    for (let axis = 0; axis < 3; axis++) normals[3 * s + axis] = normal[axis];
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let s = 0; s < count; s++) {
      const added = Math.max(-lambda[s], dot(impulse, normals, 0, 3 * s));
      lambda[s] += added;
      for (let axis = 0; axis < 3; axis++) impulse[axis] -= added * normals[3 * s + axis];
    }
  }
  let limit = 0;
  for (let s = count - 1; s >= 0; s--) {
    limit += obstacles[obstacle[first + s]].friction * lambda[s];
    if (releases && lambda[s] === 0) removeSurface(set, e, first + s);
  }
  return limit;
}

/** Sets the friction of a sliding particle: an impulse against its motion. */
export function slide(set: ImpactSet, step: SolvedStep, e: number, limit: number): void {
  const speed = setTangentialVelocity(set, step, e);
  for (let axis = 0; axis < 3; axis++)
    set.friction[3 * e + axis] = speed > 0 ? (-limit * set.velocity[axis]) / speed : 0;
}

/** True if the friction of a sliding particle is along its motion, relative to the surface at the end. */
export function pushesOn(set: ImpactSet, step: SolvedStep, e: number): boolean {
  setCarrier(set, step, e);
  const along = dot(set.friction, step.end.velocities, 3 * e, 4 * set.particle[e]);
  return along > dot(set.friction, set.carrier, 3 * e) + dot(set.friction, set.gain, 3 * e);
}

/** Writes the velocity along the surfaces, relative to them. @returns the speed, m/s */
export function setTangentialVelocity(set: ImpactSet, step: SolvedStep, e: number): number {
  const { velocity, axes, carrier, gain } = set;
  setCarrier(set, step, e);
  for (let axis = 0; axis < 3; axis++)
    velocity[axis] = step.end.velocities[4 * set.particle[e] + axis] - carrier[axis] - gain[axis];
  removeAlong(velocity, 0, axes, 9 * e, 3);
  return Math.sqrt(dot(velocity, velocity));
}
