import type { FeaturePair } from '../../collision/closest-points';
import { areApart, comesWithin, findClosestAt, REACHED } from '../../collision/impact-time';
import { findMoves, isNearest, mostApproach, moveDistances } from '../../collision/is-nearest';
import { arePushed, GAP } from '../../collision/layers';
import { readPair, SIZE } from '../../collision/near-pairs';
import { addContact, type Motion } from './contacts';
import { joinZones } from './rigid-zones';
import type { StepData } from './step-data';

/** Fraction of an overlap that `pushApart` removes in a step. */
const PUSH = 0.5;
/** Least part of Σ w_k² that belongs to particles which can move, for `pushApart`. */
const MOVABLE = 0.25;
/** The same for a pair with a pin that moves: such a pin would press the pair together, until the other particles could not move. */
const KEPT = 0.9;
/** Least thickness for that, as a fraction of the spacing. */
const MIN_THICKNESS = 1e-3;

/**
 * Finds the pairs that are within their thickness or come there; where a force pushes layers apart, those that come too close. A contact
 * keeps the distance at the start, or the thickness if that is less. Pairs that overlap at the start, and have no such force, are also
 * added to `overlaps`, with the distance that `pushApart` is to give them.
 */
export function findContacts({ world, collider, motion, contacts, overlaps }: StepData): void {
  const { list, layers, features, pushes } = collider;
  const { starts, ends } = motion;
  const { inverseMasses } = world.model;
  const { pair, moves } = list;
  moveDistances(list, starts);
  findMoves(list, starts, ends);
  for (let c = 0; c < list.count; c++) {
    const thickness = list.thicknesses[c];
    // Most are so far apart that it is not needed how far their particles move.
    if (list.distances[c] - 2 * list.mostMove > thickness) continue;
    const approach = mostApproach(list.pairs, SIZE * c, moves);
    if (list.distances[c] - approach > thickness) continue;
    readPair(list, c);
    if (!list.areExact) {
      findClosestAt(pair, starts);
      list.distances[c] = pair.distance;
      if (list.distances[c] - approach > thickness) continue;
    }
    const distance = list.distances[c];
    let pushed = pushes && arePushed(layers, world, pair.particles);
    const limit = pushed ? GAP * Math.min(distance, thickness) : thickness;
    pair.limit = limit;
    if (distance - approach > limit || areApart(pair, starts, ends)) continue;
    findClosestAt(pair, starts);
    if (distance < limit) pair.time = 0;
    else if (!comesWithin(pair, starts, ends)) continue;
    // Where another pair is as close or closer, this one need only not come much closer.
    if (!pushed && !isNearest(pair, features, starts, ends, false)) {
      pair.limit = (hasMovingPin(pair, motion, inverseMasses) ? KEPT : GAP) * Math.min(distance, thickness);
      if (!comesWithin(pair, starts, ends)) continue;
      pushed = true;
    }
    pair.limit = Math.min(distance, thickness);
    addContact(contacts, pair, inverseMasses);
    if (pushed || distance >= thickness || !isMovable(pair, inverseMasses)) continue;
    pair.limit = distance + PUSH * (thickness - distance);
    addContact(overlaps, pair, inverseMasses);
  }
}

function hasMovingPin({ particles }: FeaturePair, { starts, ends }: Motion, inverseMasses: ArrayLike<number>): boolean {
  for (let k = 0; k < 4; k++) {
    if (inverseMasses[particles[k]] > 0) continue;
    for (let o = 4 * particles[k]; o < 4 * particles[k] + 3; o++) if (starts[o] !== ends[o]) return true;
  }
  return false;
}

/** False if nearly all of Σ w_k² belongs to pins: the other particles would have to move by many times the overlap. */
function isMovable({ particles, weights }: FeaturePair, inverseMasses: ArrayLike<number>): boolean {
  let all = 0;
  let free = 0;
  for (let k = 0; k < 4; k++) {
    const squared = weights[k] * weights[k];
    all += squared;
    if (inverseMasses[particles[k]] > 0) free += squared;
  }
  return free > MOVABLE * all;
}

/**
 * Finds the pairs with a particle that a contact has moved, which come closer than their gap.
 * @param joins false: adds contacts; true: joins the particles to a zone
 * @returns true if zones have changed
 */
export function findImpacts({ collider, motion, contacts, zones, world }: StepData, joins: boolean): boolean {
  const { list, features } = collider;
  const { starts, ends, moved } = motion;
  const { pair, moves } = list;
  const { particles: p } = pair;
  const thinnest = MIN_THICKNESS * features.spacing;
  let changes = false;
  findMoves(list, starts, ends);
  for (let c = 0; c < list.count; c++) {
    const thickness = Math.max(thinnest, list.thicknesses[c]);
    if (list.distances[c] - mostApproach(list.pairs, SIZE * c, moves) > REACHED * GAP * thickness) continue;
    readPair(list, c);
    if (moved[p[0]] + moved[p[1]] + moved[p[2]] + moved[p[3]] === 0) continue;
    pair.limit = GAP * thickness;
    if (areApart(pair, starts, ends)) continue;
    findClosestAt(pair, starts);
    const distance = Math.min(thickness, pair.distance);
    pair.limit = GAP * distance;
    if (!(distance > 0 && comesWithin(pair, starts, ends))) continue;
    pair.limit = distance;
    if (!joins) addContact(contacts, pair, world.model.inverseMasses);
    else if (joinZones(zones, p)) changes = true;
  }
  return changes;
}

/** True if a pair of which a particle can move comes closer than its gap. */
export function comesTooClose(data: StepData): boolean {
  data.motion.moved.fill(1);
  data.contacts.count = 0;
  findImpacts(data, false);
  return data.contacts.count > 0;
}
