import { add } from '../arithmetic';
import { isFree } from './net-filter';
import { Level, Net, SMOOTHER, V } from './level';
import { addBlock, addressOf, addToCoarse } from './blocks';

// Contacts between four particles of the net each, as in `javascript/multigrid/contacts.ts`. Products copy the particles that are in
// contact, one vector x, y, z, 0 of f32 each. A contact is three vectors of four numbers: the distances of its particles from the
// first copy, bytes, i32; w_k, f32; √(a K) N and 0, f32.

/** Bytes of a contact, and of its w_k and √(a K) N. */
const CONTACT: usize = 3 * V;
const WEIGHTS: usize = V;
const NORMAL: usize = 2 * V;

/** Created by `multigrid-memory.ts` with the same fields in the same order. Every usize is an address. */
@unmanaged
export class Contacts {
  contacts: usize = 0;
  count: i32 = 0;
  /** The particles in contact: their distances from node (0, 0) in a plane, bytes, i32. */
  particles: usize = 0;
  particleCount: i32 = 0;
  /** Copies of these particles, and what is added to them. */
  copies: usize = 0;
  sums: usize = 0;
}

/** The field y += sign · Σ r (rᵀ x) over the contacts. */
export function addContacts(level: Level, list: Contacts, y: usize, x: usize, sign: f32): void {
  copyParticles(level, list, x);
  const copies = list.copies;
  const sums = list.sums;
  let contact = list.contacts;
  for (const end = contact + (list.count as usize) * CONTACT; contact < end; contact += CONTACT) {
    const i = load<u32>(contact) as usize;
    const j = load<u32>(contact, 4) as usize;
    const k = load<u32>(contact, 8) as usize;
    const l = load<u32>(contact, 12) as usize;
    const wj = v128.load32_splat(contact + WEIGHTS, 4);
    const wk = v128.load32_splat(contact + WEIGHTS, 8);
    const wl = v128.load32_splat(contact + WEIGHTS, 12);
    const n = v128.load(contact + NORMAL);
    // The weights sum to 0. Differences of particles that are close together have no rounding errors.
    const first = v128.load(copies + i);
    let apart = f32x4.mul(wj, f32x4.sub(v128.load(copies + j), first));
    apart = f32x4.add(apart, f32x4.mul(wk, f32x4.sub(v128.load(copies + k), first)));
    apart = f32x4.add(apart, f32x4.mul(wl, f32x4.sub(v128.load(copies + l), first)));
    const along = f32x4.mul(n, apart);
    const sum = f32x4.extract_lane(along, 0) + f32x4.extract_lane(along, 1) + f32x4.extract_lane(along, 2);
    const push = f32x4.mul(n, f32x4.splat(sign * sum));
    // One after the other: two of the particles may be the same one.
    add(sums + i, f32x4.mul(v128.load32_splat(contact + WEIGHTS), push));
    add(sums + j, f32x4.mul(wj, push));
    add(sums + k, f32x4.mul(wk, push));
    add(sums + l, f32x4.mul(wl, push));
  }
  addSums(level, list, y);
}

/** Copies the particles in contact from the field x, and clears their sums. */
function copyParticles(level: Level, list: Contacts, x: usize): void {
  const plane = level.plane;
  let to = list.copies;
  let sum = list.sums;
  let particle = list.particles;
  for (const end = particle + ((list.particleCount as usize) << 2); particle < end; particle += 4, to += V, sum += V) {
    const from = x + load<u32>(particle);
    store<f32>(to, load<f32>(from));
    store<f32>(to, load<f32>(from + plane), 4);
    store<f32>(to, load<f32>(from + 2 * plane), 8);
    v128.store(sum, f32x4.splat(0));
  }
}

/** Adds the sums to the field y. */
function addSums(level: Level, list: Contacts, y: usize): void {
  const plane = level.plane;
  let sum = list.sums;
  let particle = list.particles;
  for (const end = particle + ((list.particleCount as usize) << 2); particle < end; particle += 4, sum += V) {
    const to = y + load<u32>(particle);
    store<f32>(to, load<f32>(to) + load<f32>(sum));
    store<f32>(to + plane, load<f32>(to + plane) + load<f32>(sum, 4));
    store<f32>(to + 2 * plane, load<f32>(to + 2 * plane) + load<f32>(sum, 8));
  }
}

/** Adds the contacts to the smoother of the net, before it is inverted, and half of their diagonal blocks to the coarse level. */
export function addContactDiagonals(coarse: Level, fine: Level, net: Net, list: Contacts): void {
  let contact = list.contacts;
  for (const end = contact + (list.count as usize) * CONTACT; contact < end; contact += CONTACT) {
    const x = load<f32>(contact + NORMAL);
    const y = load<f32>(contact + NORMAL, 4);
    const z = load<f32>(contact + NORMAL, 8);
    for (let k: usize = 0; k < V; k += 4) {
      const place = load<u32>(list.particles + load<u32>(contact + k) / 4);
      const row = (place / (fine.row as u32)) as i32;
      const column = ((place % (fine.row as u32)) >> 2) as i32;
      const weight = load<f32>(contact + k, WEIGHTS);
      addBlock(addressOf(fine, column, row) + SMOOTHER, abs<f32>(weight), x, y, z, 0);
      if (isFree(fine, net, column, row)) addToCoarse(coarse, column, row, 0.5 * weight * weight, x, y, z, 0);
    }
  }
}
