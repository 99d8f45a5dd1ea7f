/* A strip of a row of a net as planes of numbers, so that the same component of neighbours is contiguous:
 *
 *   x, y, z, v_x, v_y, v_z, f_x, f_y, f_z.
 *
 * The distance between planes is a constant, so that the loops use immediate offsets. Beyond the columns of the net a strip has
 * positions far away from all others and from each other, also from those of the next two rows: no spring that leads there is short.
 */

import { add } from '../arithmetic';

/** Columns whose springs belong to a strip; these may end two columns further, in the following block of four. */
export const STRIP: usize = 128;
/** Distance between planes, and offsets of all but the first, bytes. */
const PLANE: usize = 4 * 160;
export const Y: usize = PLANE;
export const Z: usize = 2 * PLANE;
export const VX: usize = 3 * PLANE;
export const VY: usize = 4 * PLANE;
export const VZ: usize = 5 * PLANE;
export const FX: usize = 6 * PLANE;
export const FY: usize = 7 * PLANE;
export const FZ: usize = 8 * PLANE;
/** Size of all planes, bytes. */
export const ROW: usize = 9 * PLANE;
/** Positions set beyond the last column. */
const BEYOND: i32 = 8;
/** Distance between them, m. */
const FAR: f32 = 1e15;

/** The first components of four particles; below, the second and third ones. */
@inline
function firsts(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 0, 4, 1, 5), 0, 1, 4, 5);
}

@inline
function seconds(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 0, 4, 1, 5), 2, 3, 6, 7);
}

@inline
function thirds(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 6, 3, 7), v128.shuffle<f32>(c, d, 2, 6, 3, 7), 0, 1, 4, 5);
}

/** Loads positions and velocities of a strip and sets its forces to 0. @param number of the row @param end 4 times its columns */
export function loadRow(number: i32, row: usize, end: usize, x: usize, v: usize): void {
  const last = (end - 4) << 2;
  const zero = f32x4.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const i = at << 2;
    const j = min(i + 16, last);
    const k = min(i + 32, last);
    const l = min(i + 48, last);
    const a = v128.load(x + i);
    const b = v128.load(x + j);
    const c = v128.load(x + k);
    const d = v128.load(x + l);
    const e = v128.load(v + i);
    const f = v128.load(v + j);
    const g = v128.load(v + k);
    const h = v128.load(v + l);
    const to = row + at;
    v128.store(to, firsts(a, b, c, d));
    v128.store(to, seconds(a, b, c, d), Y);
    v128.store(to, thirds(a, b, c, d), Z);
    v128.store(to, firsts(e, f, g, h), VX);
    v128.store(to, seconds(e, f, g, h), VY);
    v128.store(to, thirds(e, f, g, h), VZ);
    v128.store(to, zero, FX);
    v128.store(to, zero, FY);
    v128.store(to, zero, FZ);
  }
  const before: i32 = BEYOND * (number % 3);
  let far = FAR + FAR * (before as f32);
  for (let place = end; place < end + 4 * (BEYOND as usize); place += 4, far += FAR) store<f32>(row + place, far);
}

/** f += the forces on a strip. */
export function storeForces(row: usize, end: usize, f: usize): void {
  const last = f + (end << 2);
  const zero = f32x4.splat(0);
  for (const stop = row + end; row < stop; row += 16, f += 64) {
    const x = v128.load(row, FX);
    const y = v128.load(row, FY);
    const z = v128.load(row, FZ);
    const xy = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
    const z0 = v128.shuffle<f32>(z, zero, 0, 4, 1, 5);
    add(f, v128.shuffle<f32>(xy, z0, 0, 1, 4, 5));
    if (f + 16 < last) add(f + 16, v128.shuffle<f32>(xy, z0, 2, 3, 6, 7));
    const yx = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    const z2 = v128.shuffle<f32>(z, zero, 2, 6, 3, 7);
    if (f + 32 < last) add(f + 32, v128.shuffle<f32>(yx, z2, 0, 1, 4, 5));
    if (f + 48 < last) add(f + 48, v128.shuffle<f32>(yx, z2, 2, 3, 6, 7));
  }
}
