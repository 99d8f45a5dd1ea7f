/* A row of a net as planes, so that what neighbours have in common lies together: `places` numbers each,
 *
 *   x, y, z in double precision;  x, y, z, v_x, v_y, v_z, f_x, f_y, f_z in single.
 *
 * Places beyond the columns of the net lie far away, and apart: no spring that leads there is short.
 */

import { high } from './stretch';

/** Bytes of all planes, and of those ahead of the ones in single precision and of the forces, a place. */
export const PLACE: usize = 60;
export const SINGLE: usize = 24;
export const FORCES: usize = 48;
/** Places beyond the columns, so that blocks of four may begin at each. */
export const BEYOND: usize = 8;
/** m. */
const FAR: f64 = 1e15;

/** The first numbers of four particles; their second and third ones. */
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

/** Takes up a row; its forces are 0. @param end 4 times how many columns there are */
export function takeRow(row: usize, places: usize, end: usize, x: usize, v: usize): void {
  const last = (end - 4) << 2;
  const single = row + SINGLE * places;
  const plane = places << 2;
  const none = f32x4.splat(0);
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
    storeDoubles(row + 2 * at, x0);
    storeDoubles(row + 2 * at + 2 * plane, y0);
    storeDoubles(row + 2 * at + 4 * plane, z0);
    let to = single + at;
    v128.store(to, x0);
    v128.store((to += plane), y0);
    v128.store((to += plane), z0);
    const e = v128.load(v + i);
    const f = v128.load(v + j);
    const g = v128.load(v + k);
    const h = v128.load(v + l);
    v128.store((to += plane), firsts(e, f, g, h));
    v128.store((to += plane), seconds(e, f, g, h));
    v128.store((to += plane), thirds(e, f, g, h));
    v128.store((to += plane), none);
    v128.store((to += plane), none);
    v128.store((to += plane), none);
  }
  for (let place = end, far = FAR; place < end + 4 * BEYOND; place += 4, far += FAR) {
    store<f64>(row + 2 * place, far);
    store<f32>(single + place, far as f32);
  }
}

@inline
function addTo(at: usize, force: v128): void {
  v128.store(at, f32x4.add(v128.load(at), force));
}

/** f += the forces on a row. */
export function giveRow(row: usize, places: usize, end: usize, f: usize): void {
  const plane = places << 2;
  const last = f + (end << 2);
  const none = f32x4.splat(0);
  row += FORCES * places;
  for (let at: usize = 0; at < end; at += 16, f += 64) {
    const x = v128.load(row + at);
    const y = v128.load(row + at + plane);
    const z = v128.load(row + at + 2 * plane);
    const xy = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
    const z0 = v128.shuffle<f32>(z, none, 0, 4, 1, 5);
    addTo(f, v128.shuffle<f32>(xy, z0, 0, 1, 4, 5));
    if (f + 16 < last) addTo(f + 16, v128.shuffle<f32>(xy, z0, 2, 3, 6, 7));
    const yx = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
    const z2 = v128.shuffle<f32>(z, none, 2, 6, 3, 7);
    if (f + 32 < last) addTo(f + 32, v128.shuffle<f32>(yx, z2, 0, 1, 4, 5));
    if (f + 48 < last) addTo(f + 48, v128.shuffle<f32>(yx, z2, 2, 3, 6, 7));
  }
}
