/* Springs in any order. What they ask of a particle lies together, so that one address reaches it all: 96 bytes,
 *
 *   x, y, z, 0 in double precision;  x, y, z, 0;  v;  f in single.
 */

import { forgetShort, keepLengths, someAreShort, toTension, twiceEnergy } from './stretch';

const SIZE: usize = 96;
const X: usize = 32;
const V: usize = 48;
const F: usize = 64;
/** Springs of one round, times 4: what is kept of them stays in the nearest cache. */
const ROUND: usize = 1024;

/** |d|² of a spring as (d_x² + d_y² + d_z², …) takes two of them: this is (d_x², d_y²). */
@inline
function squares(ends: usize, half: usize): v128 {
  const d = f64x2.sub(v128.load((load<u32>(ends) as usize) + half), v128.load((load<u32>(ends, 4) as usize) + half));
  return f64x2.mul(d, d);
}

/** |d|² of two springs. */
@inline
function squaredLengths(ends: usize): v128 {
  const a = squares(ends, 0);
  const b = squares(ends + 8, 0);
  const z = v128.shuffle<f64>(squares(ends, 16), squares(ends + 8, 16), 0, 2);
  return f64x2.add(f64x2.add(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3)), z);
}

function findLengths(end: usize, ends: usize, rest: usize, l: usize, e: usize): void {
  for (let at: usize = 0; at < end; at += 16) {
    const four = ends + (at << 1);
    keepLengths(squaredLengths(four), squaredLengths(four + 16), rest + at, l + at, e + at);
  }
}

@inline
function difference(ends: usize, field: usize): v128 {
  return f32x4.sub(v128.load((load<u32>(ends) as usize) + field), v128.load((load<u32>(ends, 4) as usize) + field));
}

@inline
function pull(ends: usize, force: v128): void {
  const a = load<u32>(ends) as usize;
  const b = load<u32>(ends, 4) as usize;
  v128.store(a + F, f32x4.sub(v128.load(a + F), force));
  v128.store(b + F, f32x4.add(v128.load(b + F), force));
}

/** x + z, y of two vectors: (x₀ + z₀, x₁ + z₁, y₀, y₁). */
@inline
function fold(p: v128, q: v128): v128 {
  return f32x4.add(v128.shuffle<f32>(p, q, 0, 4, 1, 5), v128.shuffle<f32>(p, q, 2, 6, 3, 7));
}

/** @param a A and @param b B of the springs */
function addForces(end: usize, ends: usize, a: usize, b: usize): void {
  for (let at: usize = 0; at < end; at += 16) {
    const s0 = ends + (at << 1);
    const s1 = s0 + 8;
    const s2 = s0 + 16;
    const s3 = s0 + 24;
    const d0 = difference(s0, X);
    const d1 = difference(s1, X);
    const d2 = difference(s2, X);
    const d3 = difference(s3, X);
    const w01 = fold(f32x4.mul(difference(s0, V), d0), f32x4.mul(difference(s1, V), d1));
    const w23 = fold(f32x4.mul(difference(s2, V), d2), f32x4.mul(difference(s3, V), d3));
    const along = f32x4.add(v128.shuffle<f32>(w01, w23, 0, 1, 4, 5), v128.shuffle<f32>(w01, w23, 2, 3, 6, 7));
    const t = f32x4.add(v128.load(a + at), f32x4.mul(v128.load(b + at), along));
    pull(s0, f32x4.mul(v128.shuffle<f32>(t, t, 0, 0, 0, 0), d0));
    pull(s1, f32x4.mul(v128.shuffle<f32>(t, t, 1, 1, 1, 1), d1));
    pull(s2, f32x4.mul(v128.shuffle<f32>(t, t, 2, 2, 2, 2), d2));
    pull(s3, f32x4.mul(v128.shuffle<f32>(t, t, 3, 3, 3, 3), d3));
  }
}

/** Fills the records, at rest and without forces. @param end 16n */
function takePositions(end: usize, x: usize, records: usize): void {
  for (let at: usize = 0; at < end; at += 16, records += SIZE) {
    const place = v128.load(x + at);
    v128.store(records, f64x2.promote_low_f32x4(place));
    v128.store(records, f64x2.promote_low_f32x4(v128.shuffle<f32>(place, place, 2, 3, 2, 3)), 16);
    v128.store(records, place, X);
  }
}

/**
 * f += the forces of springs.
 * @param m of those that there are, a multiple of 4
 * @param ends 2m; addresses of the records of either end
 * @param records of n particles, and room for what is kept of a round
 * @returns whether some are short and have been left out
 */
export function addListForces(
  n: i32,
  m: i32,
  x: usize,
  v: usize,
  f: usize,
  ends: usize,
  rest: usize,
  k: usize,
  kd: usize,
  records: usize,
  shortest: f32,
): bool {
  const all = (n as usize) << 4;
  const l = records + SIZE * (n as usize);
  const e = l + ROUND;
  takePositions(all, x, records);
  for (let at: usize = 0, to = records; at < all; at += 16, to += SIZE) {
    v128.store(to, v128.load(v + at), V);
    v128.store(to, f32x4.splat(0), F);
  }
  forgetShort();
  for (let j: usize = 0, last = (m as usize) << 2; j < last; j += ROUND) {
    const end = min(ROUND, last - j);
    findLengths(end, ends + (j << 1), rest + j, l, e);
    toTension(end, rest + j, k + j, kd + j, l, e, shortest);
    addForces(end, ends + (j << 1), l, e);
  }
  for (let at: usize = 0, from = records; at < all; at += 16, from += SIZE) {
    v128.store(f + at, f32x4.add(v128.load(f + at), v128.load(from, F)));
  }
  return someAreShort;
}

/** Σ k (l − L₀)², J. */
export function listEnergy(n: i32, m: i32, x: usize, ends: usize, rest: usize, k: usize, records: usize): f64 {
  const l = records + SIZE * (n as usize);
  const e = l + ROUND;
  takePositions((n as usize) << 4, x, records);
  let sum: f64 = 0;
  for (let j: usize = 0, last = (m as usize) << 2; j < last; j += ROUND) {
    const end = min(ROUND, last - j);
    findLengths(end, ends + (j << 1), rest + j, l, e);
    sum += twiceEnergy(end, rest + j, k + j, l, e);
  }
  return sum;
}
