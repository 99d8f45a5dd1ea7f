/* The forces of the springs between two strips of a net, or within one, that lead to the same place; four at a time. */

import { copyLast, damping, lastK, lastKd, lastRest, restLengths, stiffness, whole } from './net-springs';
import { FX, FY, FZ, VX, VY, VZ, Y, Z } from './rows';
import { tension } from './stretch';

/** Each lane gets the value one or two lanes to its left, the first ones from the previous block. */
@inline
function shifted(before: v128, now: v128, shift: i32): v128 {
  return shift == 1 ? v128.shuffle<f32>(before, now, 3, 4, 5, 6) : v128.shuffle<f32>(before, now, 2, 3, 4, 5);
}

/**
 * Adds the forces of the springs from strip p to strip q, whose other end is `shift` columns to the right.
 * @param from offset of the first spring in the arrays of the model, bytes
 * @param size 4 times the number of springs
 * @returns true if some springs are no longer than `shortest` and were skipped
 */
@inline
function addForces(from: usize, size: usize, p: usize, q: usize, shift: i32, inRow: bool, shortest: f32): bool {
  if (size == 0) return false;
  copyLast(from, size);
  const limit = f32x4.splat(shortest);
  let rest = restLengths + from;
  let k = stiffness + from;
  let kd = damping + from;
  let short = i32x4.splat(0);
  let beforeX = f32x4.splat(0);
  let beforeY = beforeX;
  let beforeZ = beforeX;
  // The whole blocks, then the others up to the column in which the last spring ends.
  const end = p + size + 4 * (shift as usize);
  for (let stop = p + whole(size); ; stop = end) {
    for (; p < stop; p += 16, q += 16, rest += 16, k += 16, kd += 16) {
      const to = q + 4 * (shift as usize);
      const dx = f32x4.sub(v128.load(p), v128.load(to));
      const dy = f32x4.sub(v128.load(p, Y), v128.load(to, Y));
      const dz = f32x4.sub(v128.load(p, Z), v128.load(to, Z));
      const wx = f32x4.sub(v128.load(p, VX), v128.load(to, VX));
      const wy = f32x4.sub(v128.load(p, VY), v128.load(to, VY));
      const wz = f32x4.sub(v128.load(p, VZ), v128.load(to, VZ));
      const l = f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dz, dz)), f32x4.mul(dy, dy)));
      const none = f32x4.le(l, limit);
      short = v128.or(short, none);
      const along = f32x4.add(f32x4.add(f32x4.mul(wx, dx), f32x4.mul(wz, dz)), f32x4.mul(wy, dy));
      const t = tension(l, none, along, v128.load(rest), v128.load(k), v128.load(kd));
      const x = f32x4.mul(t, dx);
      const y = f32x4.mul(t, dy);
      const z = f32x4.mul(t, dz);
      if (inRow) {
        v128.store(p, f32x4.add(v128.load(p, FX), f32x4.sub(shifted(beforeX, x, shift), x)), FX);
        v128.store(p, f32x4.add(v128.load(p, FY), f32x4.sub(shifted(beforeY, y, shift), y)), FY);
        v128.store(p, f32x4.add(v128.load(p, FZ), f32x4.sub(shifted(beforeZ, z, shift), z)), FZ);
      } else {
        v128.store(p, f32x4.sub(v128.load(p, FX), x), FX);
        v128.store(p, f32x4.sub(v128.load(p, FY), y), FY);
        v128.store(p, f32x4.sub(v128.load(p, FZ), z), FZ);
        v128.store(q, f32x4.add(v128.load(q, FX), shift == 0 ? x : shifted(beforeX, x, shift)), FX);
        v128.store(q, f32x4.add(v128.load(q, FY), shift == 0 ? y : shifted(beforeY, y, shift)), FY);
        v128.store(q, f32x4.add(v128.load(q, FZ), shift == 0 ? z : shifted(beforeZ, z, shift)), FZ);
      }
      beforeX = x;
      beforeY = y;
      beforeZ = z;
    }
    if (p >= end) break;
    rest = lastRest;
    k = lastK;
    kd = lastKd;
  }
  return v128.any_true(short);
}

export function pullRight(from: usize, size: usize, p: usize, shortest: f32): bool {
  return addForces(from, size, p, p, 1, true, shortest);
}

export function pullTwoRight(from: usize, size: usize, p: usize, shortest: f32): bool {
  return addForces(from, size, p, p, 2, true, shortest);
}

export function pullDown(from: usize, size: usize, p: usize, q: usize, shortest: f32): bool {
  return addForces(from, size, p, q, 0, false, shortest);
}

export function pullAslant(from: usize, size: usize, p: usize, q: usize, shortest: f32): bool {
  return addForces(from, size, p, q, 1, false, shortest);
}
