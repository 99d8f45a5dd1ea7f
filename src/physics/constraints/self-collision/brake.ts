import { updateLayers } from '../../collision/find-layers';
import { energyOfPushes } from '../../collision/push';
import type { State } from '../../model/model';
import { CONTACT_TOLERANCE, coordinateScale, obstaclesOf } from '../contact/obstacle-cache';
import { resolvePenetration } from '../contact/resolve-penetration';
import { comesTooClose } from './find-contacts';
import { countFree, type StepData } from './step-data';

/** Energies at most that the search for the longest step measures. */
const TRIALS = 8;
/** It ends at an energy that is less than allowed by at most this part of what would be allowed at rest. */
const CLOSE = 0.05;
/** Least distance of a trial from the ends of the bracket, as a part of it. */
const MARGIN = 0.1;
/** Halvings at most of a motion that comes too close. */
const HALVINGS = 4;

/** Scratch, m/s. */
const mean = new Float64Array(3);

/** True if a corrected step ends with more energy than its start, and than it had before it was corrected. */
export function takesEnergy(data: StepData, state: State): boolean {
  const corrected = energyOf(data, state);
  return corrected > data.before && corrected > energyOf(data, data.start);
}

/** J; with the layers that are near in this state, in place of those of the start of the step. */
function energyOf(data: StepData, state: State): number {
  updateLayers(data.collider, state);
  return energyWithPull(data, state);
}

/**
 * J; a correction that takes a held particle back from the pointer pays for it by what the step has gained there. Under methods that solve
 * springs the push between layers is no force, but how near layers are counts here as under others: it pays for moving them apart.
 */
export function energyWithPull({ world, present, collider }: StepData, state: State): number {
  world.energy(state, present);
  const push = world.solvesSprings ? energyOfPushes(collider, state.positions) : 0;
  present.elastic += push;
  present.total += push;
  return present.total + world.pullEnergy(state);
}

/**
 * Bounds the energy that a correction, which strains the springs, leaves in a step: by that of its start with the work of moving pins,
 * or of its end before the correction if that is more; steps without a solve for the push may have the error of their method in addition.
 * The excess is taken from the velocities of what was corrected. Where they have less, the whole motion is shortened, the displacements
 * and the velocities alike. What does not collide on its way does not collide on a part of it, except with pins, which move all of
 * theirs: where they would, the step keeps its length: the energy that is too much is then their work.
 * @returns the work that the correction has then done, J
 */
export function brake(data: StepData, state: State, h: number): number {
  const { start, before, collider } = data;
  const corrected = energyOf(data, state);
  if (corrected <= before) return 0;
  const ofPins = workOfPins(data, state);
  const atStart = energyOf(data, start);
  const own = Math.max(before, atStart);
  const error = collider.pushes ? 0 : errorOf(data, h);
  const most = Math.max(own, atStart + ofPins) + error;
  data.workOfPins = Math.max(0, Math.min(corrected, most) - own - error);
  if (corrected <= most) return corrected - before;
  if (calm(data, state, corrected - most)) return most - before;
  data.boundsHeat = true;
  const end = shortenTo(data, state, most, corrected);
  if (data.workOfPins > 0) data.workOfPins = Math.max(0, end - own - error);
  return Math.max(0, end - before);
}

/** −Σ ½(f₀ + f₁)·d of the pins that have moved by d, with the forces on them at the start and at the corrected end of the step, J. */
function workOfPins(data: StepData, state: State): number {
  return pinsMove(data, state) ? workAgainst(data, data.start, state) + workAgainst(data, state, state) : 0;
}

/** Its half with the forces in one state, J. */
function workAgainst({ world, forces, motion: { starts } }: StepData, at: State, { positions: x }: State): number {
  const { inverseMasses } = world.model;
  world.computeForces(at, forces);
  let work = 0;
  for (let o = 0; o < forces.length; o++) if (inverseMasses[o >> 2] === 0) work -= 0.5 * forces[o] * (x[o] - starts[o]);
  return work;
}

/**
 * ½Σ m|Δx|²/h² of the correction, J: with a velocity that ends a step, a method of order 1 falls by gh² where ½gh² would keep its energy.
 * No correction counts for more than the acceleration of its particle, by which it moved h²a.
 */
function errorOf({ world, ends, motion, start }: StepData, h: number): number {
  const { masses, inverseMasses } = world.model;
  let sum = 0;
  for (let o = 0; o < ends.length; o++) {
    const change = motion.ends[o] - ends[o];
    const accelerated = ends[o] - motion.starts[o] - h * start.velocities[o];
    if (inverseMasses[o >> 2] > 0) sum += masses[o >> 2] * Math.min(change * change, accelerated * accelerated);
  }
  return (0.5 * sum) / (h * h);
}

/**
 * Takes so much energy from the velocities of what has been corrected against each other: their mean, and so their momentum, stays.
 * @param excess J @returns false if they have less: then nothing has changed
 */
function calm({ motion: { moved }, world }: StepData, { velocities: v }: State, excess: number): boolean {
  const { masses, inverseMasses } = world.model;
  let mass = 0;
  mean.fill(0);
  for (let i = 0; i < moved.length; i++) {
    if (moved[i] === 0 || inverseMasses[i] === 0) continue;
    mass += masses[i];
    for (let axis = 0; axis < 3; axis++) mean[axis] += masses[i] * v[4 * i + axis];
  }
  for (let axis = 0; axis < 3; axis++) mean[axis] /= mass;
  let kinetic = 0;
  for (let i = 0; i < moved.length; i++) {
    if (moved[i] === 0 || inverseMasses[i] === 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      const u = v[4 * i + axis] - mean[axis];
      kinetic += 0.5 * masses[i] * u * u;
    }
  }
  if (!(kinetic > excess)) return false;
  const scale = Math.sqrt(1 - excess / kinetic);
  for (let i = 0; i < moved.length; i++) {
    if (moved[i] === 0 || inverseMasses[i] === 0) continue;
    for (let axis = 0; axis < 3; axis++) v[4 * i + axis] = mean[axis] + scale * (v[4 * i + axis] - mean[axis]);
  }
  return true;
}

/**
 * Finds by secants the longest motion with at most so much energy. `present` is the energy of the start.
 * @param corrected the energy of all of the motion, J
 * @returns that of the motion found, J
 */
function shortenTo(data: StepData, state: State, most: number, corrected: number): number {
  const { corrected: ends, motion, world, present } = data;
  ends.set(state.positions);
  motion.velocities.set(state.velocities);
  shorten(data, state, 0);
  // Of the start, where only pins move.
  const kinetic = 0.5 * world.kernel.weightedSquares(world.model.masses, state.velocities);
  let found = kinetic + present.elastic + present.gravity + world.pullEnergy(state);
  let low = 0;
  let high = 1;
  let scale = 0;
  let spare = most - found;
  let excess = corrected - most;
  const close = CLOSE * spare;
  for (let k = 0; k < TRIALS; k++) {
    const secant = spare / (spare + excess);
    scale = low + Math.min(Math.max(secant, MARGIN), 1 - MARGIN) * (high - low);
    shorten(data, state, scale);
    const total = energyOf(data, state);
    const rest = most - total;
    if (rest >= 0) {
      found = total;
      low = scale;
      spare = rest;
      excess /= 2;
      if (rest <= close) break;
    } else {
      high = scale;
      excess = -rest;
      spare /= 2;
    }
  }
  if (scale !== low) shorten(data, state, low);
  motion.ends.set(state.positions);
  let isClose = comesTooClose(data);
  // A part of a way around an obstacle may come too close where the whole does not: then a shorter one is left, or none.
  for (let k = 0; isClose && low > 0 && !pinsMove(data, state); k++) {
    low = k < HALVINGS ? low / 2 : 0;
    shorten(data, state, low);
    found = energyOf(data, state);
    motion.ends.set(state.positions);
    isClose = comesTooClose(data);
  }
  if (isClose) {
    shorten(data, state, 1);
    found = energyOf(data, state);
    if (pinsMove(data, state)) data.workOfPins = Math.max(0, found - most);
    return found;
  }
  if (low > 0) return found;
  // What has not moved has no energy from a motion but from that of the pins.
  if (pinsMove(data, state)) data.changed = 'hand';
  data.stopped = countFree(world.model);
  return found;
}

/** True if a particle with a prescribed motion moves in the step. Else what a correction gives back is what the solve has lost. */
function pinsMove({ world, motion: { starts } }: StepData, { positions: x }: State): boolean {
  const { inverseMasses } = world.model;
  for (let o = 0; o < x.length; o++) if (inverseMasses[o >> 2] === 0 && x[o] !== starts[o]) return true;
  return false;
}

/** Leaves this part of the motion, 0–1. A part of a way around an obstacle may end inside: then it ends on the surface. */
function shorten(
  { world, corrected, obstacles, penetration, phi, endTime, motion: { starts, velocities } }: StepData,
  state: State,
  scale: number,
): void {
  const { inverseMasses } = world.model;
  const { positions: x, velocities: v } = state;
  for (let o = 0; o < corrected.length; o++) {
    if (inverseMasses[o >> 2] === 0) continue;
    x[o] = starts[o] + scale * (corrected[o] - starts[o]);
    v[o] = scale * velocities[o];
  }
  const all = obstaclesOf(obstacles, world);
  for (let k = 0; k < all.length; k++) {
    all[k].distances(x, phi, phi.length, endTime);
    for (let i = 0; i < phi.length; i++) {
      if (phi[i] >= 0 || inverseMasses[i] === 0) continue;
      resolvePenetration(penetration, all, x, v, 4 * i, endTime, CONTACT_TOLERANCE * coordinateScale(x, 4 * i), starts);
    }
  }
}
