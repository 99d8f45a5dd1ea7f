import { dot } from '../../model/deterministic-math';
import { removeAlong } from '../../model/vectors';
import { isHalfSpace } from '../obstacles/obstacle';
import { heightAt, timeOfImpact } from './ballistic-path';
import { holdInPlace, setPlane } from './carried-particles';
import {
  addImpact,
  addSurface,
  firstSurface,
  hasSurface,
  type ImpactSet,
  prescribe,
  removeLastImpact,
  SLIDES,
  type SolvedStep,
  STICKS,
} from './impact-set';
import { CONTACT_TOLERANCE, coordinateScale } from './obstacle-cache';
import { endOfGroup } from './resting-contacts';
import { HOLDING_PASSES, pushesOn, setTangentialVelocity, slide } from './revise-impacts';

/** Adds the coupled particles that hit a surface in a step that has been solved, or left one that they slide on.
 *  @param near n; 1 if the particle may have hit one
 *  @param pass number of solves so far; 0: predicts, at the end that the step would have with the velocities at its start, which
 *    particles will slide on a curved surface, or hit one that does not reflect them
 *  @returns true if there are any */
export function addImpacts(set: ImpactSet, step: SolvedStep, near: Uint8Array, pass: number): boolean {
  const { resting } = step;
  const { inverseMasses, particleCount } = resting.model;
  let found = false;
  for (let i = 0, c = 0; i < particleCount; i++) {
    while (c < resting.count && resting.particle[c] < i) c++;
    if (set.isCoupled[i] === 0 || inverseMasses[i] === 0) continue;
    const slides = c < resting.count && resting.particle[c] === i;
    const isCarried = slides && movesUnder(step, c);
    if (slides && resting.sticks[c] === 1 && !isCarried) continue;
    const leaves = slides && (isCarried || leavesSurface(step, c, pass === 0));
    if (near[i] === 0 && !leaves) continue;
    const isKnown = set.entry[i] >= 0;
    const e = isKnown ? set.entry[i] : addImpact(set, i);
    const before = set.surfaces[e];
    addSurfacesHit(set, step, e, pass === 0);
    if (set.surfaces[e] === before && !(leaves && !isKnown)) {
      if (!isKnown) removeLastImpact(set);
      continue;
    }
    found = true;
    if (slides) takeOver(set, step, e, c);
    if (pass >= HOLDING_PASSES) holdInPlace(set, step, e);
    else hold(set, step, e, slides && !isKnown ? c : -1);
  }
  return found;
}

/** Guesses if a particle will stick or slide: it sticks if μ|Δv_N| ≥ |v_T|, and where its friction has turned.
 *  @param c the contact on which it has slid, or −1: it has hit its surfaces */
function hold(set: ImpactSet, step: SolvedStep, e: number, c: number): void {
  const { prescribed, mode, velocity, particle, friction, axes } = set;
  const { resting, obstacles, end } = step;
  const o = 4 * particle[e];
  prescribe(set, step, e);
  mode[e] = SLIDES;
  if (c >= 0) {
    for (let axis = 0; axis < 3; axis++) friction[3 * e + axis] = resting.h * resting.friction[3 * c + axis];
    if (resting.sticks[c] === 1 || pushesOn(set, step, e)) mode[e] = STICKS;
    resting.sticks[c] = 0;
    return;
  }
  for (let axis = 0; axis < 3; axis++) velocity[axis] = end.velocities[o + axis];
  removeAlong(velocity, 0, axes, 9 * e, 3);
  let stopped = 0;
  for (let axis = 0; axis < 3; axis++) {
    const part = prescribed[3 * e + axis] + velocity[axis] - end.velocities[o + axis];
    stopped += part * part;
  }
  const speed = setTangentialVelocity(set, step, e);
  let coefficient = 0;
  for (let slot = firstSurface(e); slot < firstSurface(e) + set.surfaces[e]; slot++)
    coefficient = Math.max(coefficient, obstacles[set.obstacle[slot]].friction);
  const change = coefficient * Math.sqrt(stopped);
  if (coefficient > 0 && change >= speed) mode[e] = STICKS;
  else slide(set, step, e, change * resting.model.masses[particle[e]]);
}

/** True if one of the surfaces of a particle moves: it is then held by what the surface does in the step. */
function movesUnder({ resting, obstacles }: SolvedStep, from: number): boolean {
  for (let c = from; c < endOfGroup(resting, from); c++) {
    if (resting.active[c] === 1 && obstacles[resting.obstacle[c]].motion) return true;
  }
  return false;
}

/** True if a sliding particle is off its surface at the end, as a body curves away, or if friction has pushed it on.
 *  @param predicts true is said of all that slide on a sphere or a body */
function leavesSurface({ resting, obstacles, end }: SolvedStep, from: number, predicts: boolean): boolean {
  const { particle, obstacle, active, reaction, friction, point, surface } = resting;
  const o = 4 * particle[from];
  if (dot(friction, end.velocities, 3 * from, o) > 0) return true;
  for (let c = from; c < endOfGroup(resting, from); c++) {
    if (active[c] === 0 || !(reaction[c] > 0) || isHalfSpace(obstacles[obstacle[c]])) continue;
    if (predicts) return true;
    for (let axis = 0; axis < 3; axis++) point[axis] = end.positions[o + axis];
    obstacles[obstacle[c]].measure(point, surface, 0, resting.time + resting.h, particle[from]);
    if (Math.abs(surface[3]) > CONTACT_TOLERANCE * coordinateScale(end.positions, o)) return true;
  }
  return false;
}

/** The surfaces that a particle slides on hold it from now on as those that it hits do. */
function takeOver(set: ImpactSet, step: SolvedStep, e: number, from: number): void {
  const { resting, obstacles, starts } = step;
  const { point, surface, obstacle, active, particle, time } = resting;
  for (let c = from; c < endOfGroup(resting, from); c++) {
    const slot = active[c] === 1 ? addSurface(set, e, obstacle[c], 0, 0) : -1;
    active[c] = 0;
    if (slot < 0 || isHalfSpace(obstacles[obstacle[c]])) continue;
    for (let axis = 0; axis < 3; axis++) point[axis] = starts[4 * particle[from] + axis];
    obstacles[obstacle[c]].measure(point, surface, 0, time, particle[from]);
    setPlane(set, step, slot, point, surface, time);
  }
}

/** Adds the surfaces that a particle crosses on the parabola through both ends of the step, with the heights and velocities to
 *  which they reflect it at the time t:
 *
 *    φ⁺ = e|u_N| (h − t) + ½ a_N (h − t)²,  v_N⁺ = e|u_N| + a_N (h − t) − (u − v)_N
 *
 *  They are relative to those of the surface. As in `impact.ts`, the velocity u of the parabola is not v, and a particle that would
 *  return within two steps stays. */
function addSurfacesHit(set: ImpactSet, step: SolvedStep, e: number, predicts: boolean): void {
  const { obstacles, starts, resting, end, shift } = step;
  const { p, u, a, point, carrier, surface: N } = set.path;
  const { h } = resting;
  const o = 4 * set.particle[e];
  set.path.particle = set.particle[e];
  set.path.time = resting.time;
  for (let axis = 0; axis < 3; axis++) {
    p[axis] = starts[o + axis];
    a[axis] = (end.velocities[o + axis] - resting.velocities[o + axis]) / h;
    u[axis] = (end.positions[o + axis] - starts[o + axis]) / h - 0.5 * h * a[axis];
  }
  const tolerance = CONTACT_TOLERANCE * coordinateScale(end.positions, o);
  for (let k = 0; k < obstacles.length; k++) {
    // Where a particle is reflected to depends on the solution.
    if (hasSurface(set, e, k) || (predicts && obstacles[k].restitution > 0)) continue;
    const t = timeOfImpact(set.path, obstacles[k], h);
    const isInside = heightAt(set.path, obstacles[k], h) < -tolerance;
    if (!isInside && (t < 0 || isHalfSpace(obstacles[k]))) continue;
    const left = h - Math.max(0, t);
    heightAt(set.path, obstacles[k], h - left);
    let aN = dot(a, N);
    let uN = dot(u, N) + (h - left) * aN;
    const { motion } = obstacles[k];
    if (motion) {
      motion.velocityAt(point, resting.time + h - left, carrier);
      uN -= dot(carrier, N);
      motion.acceleration(point, resting.time + h - left, Math.max(left, 0.5 * h), carrier);
      aN -= dot(carrier, N);
    }
    const speed = t < 0 ? 0 : obstacles[k].restitution * Math.abs(uN);
    const stays = speed <= 2 * h * Math.abs(aN);
    const height = stays ? 0 : left * (speed + 0.5 * left * aN);
    const slot = addSurface(set, e, k, height, stays ? 0 : speed + (left - shift * h) * aN);
    if (slot >= 0 && t >= 0 && !isHalfSpace(obstacles[k])) setPlane(set, step, slot, point, N, resting.time + t);
  }
}
