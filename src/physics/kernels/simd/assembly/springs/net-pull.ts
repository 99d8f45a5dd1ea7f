/* The forces of springs between two strips of a net, or within one, from A and B; four springs at a time. */

import { FX, FY, FZ, VX, VY, VZ, X, Y, Z } from './rows';
import { PLANE } from './stretch';

/** Each lane gets the value one or two lanes to its left, the first ones from the previous block. */
@inline
function shifted(before: v128, now: v128, shift: i32): v128 {
  return shift == 1 ? v128.shuffle<f32>(before, now, 3, 4, 5, 6) : v128.shuffle<f32>(before, now, 2, 3, 4, 5);
}

/**
 * Adds the forces of the springs from strip p to strip q, whose other end is `shift` columns to the right.
 * @param count 4 times the number of springs
 * @param a address of A; B is one plane further; both are 0 in the block of four after the last spring
 */
@inline
function addForces(count: usize, p: usize, q: usize, shift: i32, inRow: bool, a: usize): void {
  if (count == 0) return;
  let beforeX = f32x4.splat(0);
  let beforeY = beforeX;
  let beforeZ = beforeX;
  for (const end = p + count + 4 * (shift as usize); p < end; p += 16, q += 16, a += 16) {
    const to = q + 4 * (shift as usize);
    const dx = f32x4.sub(v128.load(p, X), v128.load(to, X));
    const dy = f32x4.sub(v128.load(p, Y), v128.load(to, Y));
    const dz = f32x4.sub(v128.load(p, Z), v128.load(to, Z));
    const wx = f32x4.sub(v128.load(p, VX), v128.load(to, VX));
    const wy = f32x4.sub(v128.load(p, VY), v128.load(to, VY));
    const wz = f32x4.sub(v128.load(p, VZ), v128.load(to, VZ));
    const along = f32x4.add(f32x4.add(f32x4.mul(wx, dx), f32x4.mul(wy, dy)), f32x4.mul(wz, dz));
    const t = f32x4.add(v128.load(a), f32x4.mul(v128.load(a, PLANE), along));
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
}

export function pullRight(count: usize, p: usize, a: usize): void {
  addForces(count, p, p, 1, true, a);
}

export function pullTwoRight(count: usize, p: usize, a: usize): void {
  addForces(count, p, p, 2, true, a);
}

export function pullDown(count: usize, p: usize, q: usize, a: usize): void {
  addForces(count, p, q, 0, false, a);
}

export function pullAslant(count: usize, p: usize, q: usize, a: usize): void {
  addForces(count, p, q, 1, false, a);
}
