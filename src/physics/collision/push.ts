import { type ContactRows, ROW } from '../kernels/kernel';
import type { Floats } from '../model/arena';
import type { Collider } from './collider';
import { findClosestAt } from './impact-time';
import { areSame, findMoves, mostApproach } from './is-nearest';
import { addIfTouching, CONTACT } from './layers';
import { SIZE } from './near-pairs';

/** Least distance, as a fraction of the thickness, down to which the push grows as 1/d². */
const MIN_DISTANCE = 0.2;

// The push between two features at the distance d, of the thickness t:
//    E = ½k (t − d)² t/d,   F = −E' = ½k t (t²/d² − 1),   K = E'' = k t³/d³
// and below MIN_DISTANCE, at c, the parabola E(c) + F(c)(c − d) + ½K(c)(c − d)². It grows without a bound as the features close in: impacts
// at the end of a step would strain the springs instead.
// Source: Li et al., Incremental Potential Contact, has such a barrier, with a logarithm.

/** N. */
export function forceOf(t: number, k: number, d: number): number {
  const c = Math.max(MIN_DISTANCE * t, d);
  return k * t * (0.5 * ((t * t) / (c * c) - 1) + (t * t * (c - d)) / (c * c * c));
}

/** E'', N/m. */
export function stiffnessOf(t: number, k: number, d: number): number {
  const ratio = t / Math.max(MIN_DISTANCE * t, d);
  return k * ratio * ratio * ratio;
}

/** J. */
function potentialOf(t: number, k: number, d: number): number {
  const c = Math.max(MIN_DISTANCE * t, d);
  const more = c - d;
  return 0.5 * k * t * (((t - c) * (t - c)) / c + more * ((t * t) / (c * c) - 1) + (more * more * t * t) / (c * c * c));
}

/** Finds the contacts: the pairs of layers that are closer than their thickness at x. They are known if x is as before. */
export function findContacts(collider: Collider, x: Floats): void {
  const { layers, list, features } = collider;
  const { here, at, pairs, distances, numbers } = layers;
  const { pair, moves } = list;
  if (layers.isKnown && areSame(here, x)) return;
  here.set(x);
  layers.isKnown = true;
  layers.contacts = 0;
  findMoves(list, at, here);
  for (let c = 0; c < layers.count; c++) {
    // Most are so far apart that it is not needed how far their particles move.
    if (distances[c] - 2 * list.mostMove >= numbers[2 * c]) continue;
    if (distances[c] - mostApproach(pairs, SIZE * c, moves) >= numbers[2 * c]) continue;
    pair.isEdges = pairs[SIZE * c];
    for (let k = 0; k < 4; k++) pair.particles[k] = pairs[SIZE * c + 1 + k];
    findClosestAt(pair, here);
    addIfTouching(layers, c, pair, features, here);
  }
}

/** f += the pushes, N. */
export function addPushes(collider: Collider, f: Floats, x: Floats): void {
  findContacts(collider, x);
  const { contacts, touching, contactNumbers: numbers } = collider.layers;
  for (let c = 0; c < contacts; c++) {
    const o = CONTACT * c;
    const force = forceOf(numbers[o + 8], numbers[o + 9], numbers[o + 7]);
    for (let k = 0; k < 4; k++) {
      const i = 4 * touching[4 * c + k];
      const part = numbers[o + k] * force;
      f[i] += part * numbers[o + 4];
      f[i + 1] += part * numbers[o + 5];
      f[i + 2] += part * numbers[o + 6];
    }
  }
}

/** J. */
export function energyOfPushes(collider: Collider, x: Floats): number {
  findContacts(collider, x);
  const { contacts, contactNumbers: numbers } = collider.layers;
  let sum = 0;
  for (let o = 0; o < CONTACT * contacts; o += CONTACT)
    sum += potentialOf(numbers[o + 8], numbers[o + 9], numbers[o + 7]);
  return sum;
}

/** Writes the rows of the contacts. What their turning adds to the matrix is left out: it is never positive. */
export function linearizePushes(collider: Collider, x: Floats): void {
  findContacts(collider, x);
  const { contacts, touching, contactNumbers: numbers, rows } = collider.layers;
  rows.count = contacts;
  for (let k = 0; k < 4 * contacts; k++) rows.particles[k] = touching[k];
  for (let c = 0; c < contacts; c++) {
    const o = CONTACT * c;
    const r = ROW * c;
    const root = Math.sqrt(stiffnessOf(numbers[o + 8], numbers[o + 9], numbers[o + 7]));
    for (let axis = 0; axis < 3; axis++) rows.numbers[r + axis] = root * numbers[o + 4 + axis];
    for (let k = 0; k < 4; k++) rows.numbers[r + 3 + k] = numbers[o + k];
  }
}

/** blocks −= the 3×3 diagonal blocks of a Σ r rᵀ. */
export function addPushDiagonal({ count, particles, numbers }: ContactRows, blocks: Floats, a: number): void {
  for (let k = 0; k < 4 * count; k++) {
    const o = ROW * (k >> 2);
    const w = numbers[o + 3 + (k & 3)];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) blocks[9 * particles[k] + 3 * i + j] -= a * w * w * numbers[o + i] * numbers[o + j];
  }
}
