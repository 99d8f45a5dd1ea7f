import { updateNearPairs } from '../../collision/near-pairs';
import type { State } from '../../model/model';
import { CONTACT_TOLERANCE, coordinateScale, obstaclesOf } from '../contact/obstacle-cache';
import { isInside, resolvePenetration } from '../contact/resolve-penetration';
import { takesEnergy } from './brake';
import { type Motion, sweepContacts } from './contacts';
import { findImpacts } from './find-contacts';
import { clearZones, countHeld, moveZones } from './rigid-zones';
import { countFree, type StepData } from './step-data';

/** Gauss–Seidel sweeps over the contacts, each time that some have been found, where a solve for the push between layers leaves little
 *  to correct. */
const SWEEPS = 4;
/** Sweeps at most where contacts alone hold a stack of layers. */
const MAX_SWEEPS = 64;
/** They end when a sweep moves pairs by less than this part of the first. With more, particles of wrung explicit cloths are stopped more
 *  often. With less, a stack does not come to rest under a method that solves springs. */
const CONVERGED = { explicit: 0.01, solvesSprings: 0.1 };
/** How often contacts are found from the corrected motion, before zones move rigidly. */
const PASSES = 3;
/** Rounds of both; then all particles that can move stay where they began the step. */
const MAX_ROUNDS = 30;

/** Corrects the motion, until no pair comes too close. */
export function correct(data: StepData, state: State): void {
  const { collider, motion, zones, world, contacts } = data;
  const { starts, ends, velocities, moved } = motion;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round < PASSES) sweepToRest(data);
    else if (round > PASSES) moveZones(zones, motion, world.model, (particle) => penetrates(data, particle));
    else clearZones(zones);
    store(motion, state);
    updateNearPairs(collider.list, starts, ends);
    const { count } = contacts;
    if (!findImpacts(data, round >= PASSES) && contacts.count === count) {
      if (round > PASSES) data.stopped = countHeld(zones, world.model);
      return;
    }
  }
  for (let o = 0; o < ends.length; o++) {
    if (world.model.inverseMasses[o >> 2] === 0) continue;
    ends[o] = starts[o];
    velocities[o] = 0;
    moved[o >> 2] = 1;
  }
  data.stopped = countFree(world.model);
  store(motion, state);
}

/**
 * Pushes pairs that overlap apart, after the step has been corrected. The push is taken back if it brings other pairs too close or takes
 * energy: the motion in a short step of an explicit method has too little, and `brake` would stop the whole cloth.
 */
export function pushApart(data: StepData, state: State): void {
  const { collider, motion, overlaps, contacts, world, safe } = data;
  const { starts, ends, velocities } = motion;
  safe.positions.set(state.positions);
  safe.velocities.set(state.velocities);
  for (let count = 0; count < SWEEPS; count++) {
    sweepContacts(overlaps, motion, world.model.inverseMasses, 0);
    sweep(data);
  }
  store(motion, state);
  updateNearPairs(collider.list, starts, ends);
  const { count } = contacts;
  findImpacts(data, false);
  if (contacts.count === count && !takesEnergy(data, state)) return;
  ends.set(safe.positions);
  velocities.set(safe.velocities);
  store(motion, state);
  updateNearPairs(collider.list, starts, ends);
}

/** True if a particle ends the step inside an obstacle. */
function penetrates({ obstacles, penetration, motion: { ends }, world, endTime }: StepData, particle: number): boolean {
  const tolerance = CONTACT_TOLERANCE * coordinateScale(ends, 4 * particle);
  return isInside(penetration, obstaclesOf(obstacles, world), ends, 4 * particle, endTime, tolerance);
}

function sweepToRest(data: StepData): void {
  const { pushes } = data.collider;
  const converged = data.world.solvesSprings ? CONVERGED.solvesSprings : CONVERGED.explicit;
  const first = sweep(data);
  for (let count = 1; count < (pushes ? SWEEPS : MAX_SWEEPS); count++)
    if (sweep(data) <= converged * first && !pushes) return;
}

/** @returns as `sweepContacts` */
function sweep(data: StepData): number {
  const { contacts, motion, world, obstacles, penetration, endTime } = data;
  const { inverseMasses, particleCount } = world.model;
  const { starts, ends, velocities, moved } = motion;
  const all = obstaclesOf(obstacles, world);
  const most = sweepContacts(contacts, motion, inverseMasses, world.params.clothFriction);
  if (all.length === 0) return most;
  for (let i = 0; i < particleCount; i++) {
    if (moved[i] === 0 || inverseMasses[i] === 0) continue;
    const tolerance = CONTACT_TOLERANCE * coordinateScale(ends, 4 * i);
    resolvePenetration(penetration, all, ends, velocities, 4 * i, endTime, tolerance, starts);
  }
  return most;
}

/** Writes the motion to the state, which rounds it, and takes it as it is then. */
function store({ ends, velocities, moved }: Motion, { positions: x, velocities: v }: State): void {
  for (let o = 0; o < ends.length; o++) {
    if (moved[o >> 2] === 0) continue;
    x[o] = ends[o];
    v[o] = velocities[o];
    ends[o] = x[o];
  }
}
