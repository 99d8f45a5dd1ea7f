import type { Floats } from '../model/arena';
import type { State } from '../model/model';
import type { Collider } from './collider';
import { updateFeatures } from './features';
import { areApart, comesWithin, findClosestAt, REACHED } from './impact-time';
import { areSame, findLeastDistances, findMoves, isNearest, mostApproach, moveDistances } from './is-nearest';
import { addIfTouching, arePushed, forgetStiffnesses, GAP, growLayers, setPushStiffness } from './layers';
import { REACH, readPair, SIZE, updateNearPairs } from './near-pairs';

/** True if the pairs are those of a state. */
export function areLayersOf({ world, features, layers }: Collider, { positions, velocities }: State): boolean {
  const { at, ends } = layers;
  updateFeatures(features, world);
  if (layers.version !== features.version) return false;
  for (let o = 0; o < at.length; o++)
    if (at[o] !== positions[o] || ends[o] !== at[o] + world.params.dt * velocities[o]) return false;
  return true;
}

/** Finds the pairs for a step from a state, and their contacts there. They depend on the state alone, not on earlier steps. */
export function findLayers(collider: Collider, { positions, velocities }: State): void {
  const { world, features, list, layers } = collider;
  const { at, ends } = layers;
  const { dt } = world.params;
  updateFeatures(features, world);
  layers.version = features.version;
  layers.count = 0;
  layers.isKnown = false;
  layers.contacts = 0;
  forgetStiffnesses(layers);
  /** Turns into NaN where a position is not finite. */
  let zero = 0;
  at.set(positions);
  for (let o = 0; o < ends.length; o++) {
    ends[o] = at[o] + dt * velocities[o];
    zero += 0 * ends[o];
  }
  if (zero !== 0) return;
  updateNearPairs(list, at, ends);
  listLayers(collider);
}

/** Finds the pairs of a state within the step. The list of near pairs must hold there. */
export function updateLayers(collider: Collider, { positions }: State): void {
  const { layers } = collider;
  if (areSame(layers.at, positions)) return;
  layers.at.set(positions);
  layers.count = layers.contacts = 0;
  listLayers(collider);
}

/** Finds those pairs of the list of near pairs that may touch at `layers.at`. */
function listLayers(collider: Collider): void {
  const { list, layers } = collider;
  const { at, ends } = layers;
  if (list.count === 0) return;
  moveDistances(list, at);
  findMoves(list, at, ends);
  findLeastDistances(list);
  let areExact = true;
  for (let c = 0; c < list.count; c++) {
    if (list.leastDistances[c] > REACH * list.thicknesses[c]) continue;
    if (!measureAndAdd(collider, c)) areExact = false;
  }
  list.areExact = areExact;
  layers.here.set(at);
  layers.isKnown = true;
}

/** Measures a pair of the list of near pairs, and adds it if it comes within reach. @returns false if it has no push: its distance stays a
 *  bound */
function measureAndAdd({ world, list, layers, features }: Collider, c: number): boolean {
  const { at, ends, count } = layers;
  const { pair } = list;
  const thickness = list.thicknesses[c];
  const reach = REACH * thickness;
  readPair(list, c);
  if (!arePushed(layers, world, pair.particles)) return false;
  findClosestAt(pair, at);
  list.distances[c] = pair.distance;
  if (pair.distance > reach) {
    pair.limit = reach;
    if (areApart(pair, at, ends)) return true;
    // What the list knows of a pair depends on when it was made: without this, the layers of a step would depend on earlier steps.
    pair.limit = reach / REACHED;
    if (!comesWithin(pair, at, ends)) return true;
  }
  if (count === layers.distances.length) growLayers(layers);
  for (let l = 0; l < SIZE; l++) layers.pairs[SIZE * count + l] = list.pairs[SIZE * c + l];
  layers.numbers[2 * count] = thickness;
  setPushStiffness(layers, count, pair.particles);
  layers.distances[count] = list.distances[c];
  layers.count++;
  addIfTouching(layers, count, pair, features, at);
  return true;
}

/**
 * The longest part of the straight ways from x to y, 0–1, on which no pair with a push comes closer than its gap, unless another one is as
 * close, which has the push. 1: the whole ways. The list of near pairs then holds on them.
 * Source: Li et al., Incremental Potential Contact, where it bounds each iteration of Newton's method.
 */
export function findFreePart(collider: Collider, x: Floats, y: Floats): number {
  const { world, list, layers, foreseen, features, follows } = collider;
  const { from, to } = foreseen;
  from.set(x);
  to.set(y);
  if (!updateNearPairs(list, from, to, follows) || list.count === 0) return 1;
  const { pair, moves } = list;
  moveDistances(list, from);
  findMoves(list, from, to);
  let part = 1;
  for (let c = 0; c < list.count; c++) {
    const limit = GAP * list.thicknesses[c];
    // Most are so far apart that it is not needed how far their particles move.
    if (list.distances[c] - 2 * list.mostMove > limit) continue;
    const approach = mostApproach(list.pairs, SIZE * c, moves);
    if (list.distances[c] - approach > limit) continue;
    readPair(list, c);
    if (!arePushed(layers, world, pair.particles)) continue;
    findClosestAt(pair, from);
    list.distances[c] = pair.distance;
    pair.limit = GAP * Math.min(pair.distance, list.thicknesses[c]);
    if (pair.distance - approach > pair.limit || areApart(pair, from, to)) continue;
    if (pair.limit > 0 && comesWithin(pair, from, to) && isNearest(pair, features, from, to))
      part = Math.min(part, pair.time);
  }
  return part;
}
