import type { Model, State } from '../model/model';
import { areFinite } from '../model/state';
import { areApart } from './are-apart';
import type { Collider } from './collider';
import { updateFeatures } from './features';
import { findClosestAt } from './impact-time';
import { growLayers, type Layers, stiffnessOf } from './layers';
import { farthest, REACH, readPair, SIZE, updateNearPairs } from './near-pairs';
import { moveDistances } from './pair-distances';

/** Stiffness of a pair over the mean stiffness of the springs at its particles. */
const RATIO = 0.25;
/** What a particle's springs count in that, of their sum: a particle inside a net has 12 of them. */
const SPRING = 1 / 8;

/** True if the pairs are those of a state. */
export function areLayersOf({ world, features, layers }: Collider, { positions, velocities }: State): boolean {
  const { at, ends } = layers;
  updateFeatures(features, world);
  if (layers.version !== features.version) return false;
  for (let o = 0; o < at.length; o++)
    if (at[o] !== positions[o] || ends[o] !== at[o] + world.params.dt * velocities[o]) return false;
  return true;
}

/** Finds the pairs for a step from a state. They depend on the state alone, not on earlier steps. */
export function findLayers({ world, features, list, layers }: Collider, { positions, velocities }: State): void {
  const { at, ends } = layers;
  const { pair } = list;
  updateFeatures(features, world);
  layers.version = features.version;
  layers.count = 0;
  layers.isKnown = false;
  at.set(positions);
  for (let o = 0; o < ends.length; o++) ends[o] = at[o] + world.params.dt * velocities[o];
  if (!(findStiffnesses(layers, world.model, world.params.dt) && areFinite(ends))) return;
  updateNearPairs(list, at, ends);
  const ahead = 2 * farthest(list, at, ends);
  layers.ahead = ahead;
  moveDistances(list, at);
  for (let c = 0; c < list.count; c++) {
    const thickness = list.thicknesses[c];
    const reach = Math.min(REACH * thickness, thickness + ahead);
    if (list.distances[c] > reach) continue;
    readPair(list, c);
    pair.limit[0] = reach;
    list.distances[c] = reach;
    if (areApart(pair, at, at)) continue;
    findClosestAt(pair, at);
    list.distances[c] = pair.distance[0];
    // Where the closest points are ends of edges, a particle and a triangle are as close.
    if (list.distances[c] >= reach || (pair.isEdges === 1 && !pair.isInside)) continue;
    const k = stiffnessOf(layers, pair.particles);
    if (k === 0) continue;
    const { count } = layers;
    if (count === layers.distances.length) growLayers(layers);
    for (let l = 0; l < SIZE; l++) layers.pairs[SIZE * count + l] = list.pairs[SIZE * c + l];
    layers.numbers[2 * count] = thickness;
    layers.numbers[2 * count + 1] = k;
    layers.distances[count] = pair.distance[0];
    layers.count++;
  }
  list.areExact = true;
}

/** k − m/h², a part of it: no step of an explicit method is stable where it is positive. @returns true if it is, somewhere */
function findStiffnesses(
  { stiffnesses }: Layers,
  { springs, stiffness, cut, springCount, masses }: Model,
  h: number,
): boolean {
  let stiffest = 0;
  stiffnesses.fill(0);
  for (let j = 0; j < 2 * springCount; j++)
    if (cut[j >> 1] === 0) stiffnesses[springs[j]] += SPRING * stiffness[j >> 1];
  for (let i = 0; i < stiffnesses.length; i++) {
    stiffnesses[i] = Math.max(0, RATIO * (stiffnesses[i] - masses[i] / (h * h)));
    stiffest = Math.max(stiffest, stiffnesses[i]);
  }
  return stiffest > 0;
}
