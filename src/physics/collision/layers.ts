import { ROW } from '../kernels/kernel';
import type { Arena } from '../model/arena';
import { type Model, placesOf } from '../model/model';
import type { WorldContext } from '../world/world-context';
import type { FeaturePair } from './closest-points';
import type { Features } from './features';
import { isNearest } from './is-nearest';
import { SIZE } from './near-pairs';

/** Stiffness of a pair over the mean stiffness of the springs at its particles. */
const RATIO = 0.25;
/** What a particle's springs count in that, of their sum: a particle inside a net has 12 of them. */
const SPRING = 1 / 8;

/** No pair comes closer in a step than this fraction of its thickness or of its distance at the start. */
export const GAP = 0.25;

/** Pairs for which there is room at first. */
const ROOM = 64;
/** Numbers of a contact: w_k, N, the distance, thickness and stiffness. */
export const CONTACT = 10;
/** Numbers of its impulse: of friction, and what the step changes in that of the push. */
export const IMPULSE = 4;

/** The pairs of features that push each other apart in a step, because they may come within their thickness. */
export type Layers = ReturnType<typeof createLayers>;

export function createLayers(model: Model, arena: Arena) {
  const { particleCount: n } = model;
  return {
    /** n; stiffness of the push at each particle, N/m: 0 where a step strains springs so little that impacts alone are enough. */
    stiffnesses: arena.doubles(n),
    /** n; of which search each was found; and the number of the present one. */
    searches: arena.indices(n),
    search: 0,
    /** Of the ends of springs: those at each particle. */
    endsOfSprings: placesOf(model.springs, n),
    /** 4n; the positions of which the pairs are, and the end of the step as foreseen, m. */
    at: arena.doubles(4 * n),
    ends: arena.doubles(4 * n),
    /** That of the features. */
    version: -1,
    count: 0,
    ...roomFor(ROOM),
    /** 4n; the positions of the contacts, m; and false if they are to be found anew. */
    here: arena.doubles(4 * n),
    isKnown: false,
    /** Number of contacts. */
    contacts: 0,
    /** 4n each; friction in the step, N, and scratch. */
    friction: arena.doubles(4 * n),
    foreseen: arena.doubles(4 * n),
    /** n; 1/kg; 0 for what nothing moves in the step. */
    mobilities: arena.doubles(n),
    /** Their derivative where it was linearized last. */
    rows: { count: 0, particles: new Uint32Array(4 * ROOM), numbers: new Float64Array(ROW * ROOM) },
  };
}

function roomFor(pairs: number) {
  return {
    /** SIZE per pair, as in `NearPairs`. */
    pairs: new Uint32Array(SIZE * pairs),
    /** 2 per pair: thickness, m, and stiffness, N/m. */
    numbers: new Float64Array(2 * pairs),
    /** At the positions `at`, m. */
    distances: new Float64Array(pairs),
    /** Contacts: pairs closer than their thickness; 4 particles and CONTACT numbers each. */
    touching: new Uint32Array(4 * pairs),
    contactNumbers: new Float64Array(CONTACT * pairs),
    /** IMPULSE per contact, N·s. */
    impulses: new Float64Array(IMPULSE * pairs),
  };
}

/** Before the stiffness of pairs is asked for in another step: masses, springs and dt may have changed. */
export function forgetStiffnesses(layers: Layers): void {
  layers.search++;
}

/** True if there is a push between two features; finds its stiffness. */
export function arePushed(layers: Layers, world: WorldContext, p: Uint32Array): boolean {
  const { searches, search } = layers;
  for (let k = 0; k < 4; k++) if (searches[p[k]] !== search) findStiffness(layers, world, p[k]);
  const { stiffnesses: k } = layers;
  return k[p[0]] + k[p[1]] + k[p[2]] + k[p[3]] > 0;
}

/** Writes the stiffness of the push between two features, N/m, to the numbers of their pair. */
export function setPushStiffness({ numbers, stiffnesses: k }: Layers, c: number, p: Uint32Array): void {
  numbers[2 * c + 1] = 0.25 * (k[p[0]] + k[p[1]] + k[p[2]] + k[p[3]]);
}

/** k − m/h², a part of it: no step of an explicit method is stable where it is positive. */
function findStiffness(
  { stiffnesses, searches, search, endsOfSprings: { starts, places } }: Layers,
  { model: { stiffness, masses, cut }, params: { dt } }: WorldContext,
  i: number,
): void {
  let sum = 0;
  for (let k = starts[i]; k < starts[i + 1]; k++)
    if (cut[places[k] >> 1] === 0) sum += SPRING * stiffness[places[k] >> 1];
  stiffnesses[i] = Math.max(0, RATIO * (sum - masses[i] / (dt * dt)));
  searches[i] = search;
}

/**
 * Adds the pair at a place of the list, whose closest points at x are known, to the contacts: if it is closer than its thickness and the
 * nearest one around, with so much of its push as it has then. Any other pair is as thick as its gap: in sharp folds the nearer ones may
 * have a common particle, and so no push.
 */
export function addIfTouching(layers: Layers, c: number, pair: FeaturePair, features: Features, x: Float64Array): void {
  const { touching, contactNumbers, numbers, contacts } = layers;
  const { particles, weights, normal, distance } = pair;
  let thickness = numbers[2 * c];
  if (distance >= thickness) return;
  if (!isNearest(pair, features, x)) {
    thickness *= GAP;
    pair.push = 1;
    if (distance >= thickness) return;
  }
  const o = CONTACT * contacts;
  for (let k = 0; k < 4; k++) {
    touching[4 * contacts + k] = particles[k];
    contactNumbers[o + k] = weights[k];
  }
  for (let axis = 0; axis < 3; axis++) contactNumbers[o + 4 + axis] = normal[axis];
  contactNumbers[o + 7] = distance;
  contactNumbers[o + 8] = thickness;
  contactNumbers[o + 9] = pair.push * numbers[2 * c + 1];
  layers.contacts++;
}

/** Makes room for twice as many pairs, while they are being found. */
export function growLayers(layers: Layers): void {
  const { pairs, numbers, distances, touching, contactNumbers, rows } = layers;
  const room = 2 * distances.length;
  const { particles, numbers: ofRows } = rows;
  Object.assign(layers, roomFor(room));
  layers.pairs.set(pairs);
  layers.numbers.set(numbers);
  layers.distances.set(distances);
  layers.touching.set(touching);
  layers.contactNumbers.set(contactNumbers);
  rows.particles = new Uint32Array(4 * room);
  rows.particles.set(particles);
  rows.numbers = new Float64Array(ROW * room);
  rows.numbers.set(ofRows);
}
