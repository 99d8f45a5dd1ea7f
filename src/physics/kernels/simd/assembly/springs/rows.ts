/* A strip of a row of a net as planes of BATCH numbers each, so that the same component of neighbours is contiguous:
 *
 *   x, y, z in double precision;  x, y, z, v_x, v_y, v_z, f_x, f_y, f_z in single.
 *
 * The distance between planes is a constant, so that the loops use immediate offsets. Beyond the columns of the net a strip has
 * positions far away from all others and from each other: no spring that leads there is short.
 */

import { high, PLANE } from './stretch';

/** Columns whose springs belong to a strip; these may end two columns further, in the following block of four. */
export const STRIP: usize = 128;
/** Offsets of the planes: of positions in double precision, and of the others; bytes. */
export const DOUBLE_Y: usize = 2 * PLANE;
export const DOUBLE_Z: usize = 4 * PLANE;
export const X: usize = 6 * PLANE;
export const Y: usize = 7 * PLANE;
export const Z: usize = 8 * PLANE;
export const VX: usize = 9 * PLANE;
export const VY: usize = 10 * PLANE;
export const VZ: usize = 11 * PLANE;
export const FX: usize = 12 * PLANE;
export const FY: usize = 13 * PLANE;
export const FZ: usize = 14 * PLANE;
/** Size of all planes, bytes. */
export const ROW: usize = 15 * PLANE;
/** Positions set beyond the last column. */
const BEYOND: usize = 8;
/** Distance between them, m. */
const FAR: f64 = 1e15;

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

@inline
function storeDoubles(to: usize, a: v128): void {
  v128.store(to, f64x2.promote_low_f32x4(a));
  v128.store(to, high(a), 16);
}

/** Loads positions and velocities of a strip and sets its forces to 0. @param end 4 times its number of columns */
export function loadRow(row: usize, end: usize, x: usize, v: usize): void {
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
    const x0 = firsts(a, b, c, d);
    const y0 = seconds(a, b, c, d);
    const z0 = thirds(a, b, c, d);
    const e = v128.load(v + i);
    const f = v128.load(v + j);
    const g = v128.load(v + k);
    const h = v128.load(v + l);
    const double = row + 2 * at;
    const single = row + at;
    storeDoubles(double, x0);
    storeDoubles(double + DOUBLE_Y, y0);
    storeDoubles(double + DOUBLE_Z, z0);
    v128.store(single, x0, X);
    v128.store(single, y0, Y);
    v128.store(single, z0, Z);
    v128.store(single, firsts(e, f, g, h), VX);
    v128.store(single, seconds(e, f, g, h), VY);
    v128.store(single, thirds(e, f, g, h), VZ);
    v128.store(single, zero, FX);
    v128.store(single, zero, FY);
    v128.store(single, zero, FZ);
  }
  for (let place = end, far = FAR; place < end + 4 * BEYOND; place += 4, far += FAR) {
    store<f64>(row + 2 * place, far);
    store<f32>(row + place, far as f32, X);
  }
}

@inline
function addTo(at: usize, force: v128): void {
  v128.store(at, f32x4.add(v128.load(at), force));
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
    addTo(f, v128.shuffle<f32>(xy, z0, 0, 1, 4, 5));
    if (f + 16 < last) addTo(f + 16, v128.shuffle<f32>(xy, z0, 2, 3, 6, 7));
    const yx = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    const z2 = v128.shuffle<f32>(z, zero, 2, 6, 3, 7);
    if (f + 32 < last) addTo(f + 32, v128.shuffle<f32>(yx, z2, 0, 1, 4, 5));
    if (f + 48 < last) addTo(f + 48, v128.shuffle<f32>(yx, z2, 2, 3, 6, 7));
  }
}
