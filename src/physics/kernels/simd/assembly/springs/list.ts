/* Springs in any order, one batch at a time. `ends` has the byte offsets of a spring's ends in a vector. */

import { clearShort, high, storeLengths, PLANE, someAreShort, toTension, twiceEnergy } from './stretch';

/** Distance from l of the first spring of a batch to its d, bytes; l, e and d of a batch fit in the first-level cache. */
const D: usize = 2 * PLANE;

@inline
function thirds(a: v128, b: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, b, 2, 6, 2, 6));
}

/** l² of two springs in double precision; stores d of each in single precision. */
@inline
function squaredLengths(x: usize, ends: usize, d: usize): v128 {
  const a = v128.load(x + (load<u32>(ends) as usize));
  const b = v128.load(x + (load<u32>(ends, 4) as usize));
  const p = v128.load(x + (load<u32>(ends, 8) as usize));
  const q = v128.load(x + (load<u32>(ends, 12) as usize));
  v128.store(d, f32x4.sub(a, b));
  v128.store(d, f32x4.sub(p, q), 16);
  const u = f64x2.sub(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const w = f64x2.sub(f64x2.promote_low_f32x4(p), f64x2.promote_low_f32x4(q));
  const z = f64x2.sub(thirds(a, p), thirds(b, q));
  const uu = f64x2.mul(u, u);
  const ww = f64x2.mul(w, w);
  return f64x2.add(f64x2.add(v128.shuffle<f64>(uu, ww, 0, 2), v128.shuffle<f64>(uu, ww, 1, 3)), f64x2.mul(z, z));
}

function findLengths(end: usize, x: usize, ends: usize, rest: usize, l: usize): void {
  for (let d = l + D, stop = rest + end; rest < stop; rest += 16, l += 16, d += 64, ends += 32) {
    storeLengths(squaredLengths(x, ends, d), squaredLengths(x, ends + 16, d + 32), rest, l);
  }
}

@inline
function difference(a: usize, b: usize): v128 {
  return f32x4.sub(v128.load(a), v128.load(b));
}

@inline
function pull(a: usize, b: usize, force: v128): void {
  v128.store(a, f32x4.sub(v128.load(a), force));
  v128.store(b, f32x4.add(v128.load(b), force));
}

/** x + z, y of two vectors: (x₀ + z₀, x₁ + z₁, y₀, y₁). */
@inline
function fold(p: v128, q: v128): v128 {
  return f32x4.add(v128.shuffle<f32>(p, q, 0, 4, 1, 5), v128.shuffle<f32>(p, q, 2, 6, 3, 7));
}

/** @param a address of A; B is one plane further */
function addForces(end: usize, v: usize, f: usize, ends: usize, a: usize): void {
  for (let d = a + D, stop = a + end; a < stop; a += 16, d += 64, ends += 32) {
    const d0 = v128.load(d);
    const d1 = v128.load(d, 16);
    const d2 = v128.load(d, 32);
    const d3 = v128.load(d, 48);
    const a0 = load<u32>(ends) as usize;
    const b0 = load<u32>(ends, 4) as usize;
    const a1 = load<u32>(ends, 8) as usize;
    const b1 = load<u32>(ends, 12) as usize;
    const a2 = load<u32>(ends, 16) as usize;
    const b2 = load<u32>(ends, 20) as usize;
    const a3 = load<u32>(ends, 24) as usize;
    const b3 = load<u32>(ends, 28) as usize;
    const w01 = fold(f32x4.mul(difference(v + a0, v + b0), d0), f32x4.mul(difference(v + a1, v + b1), d1));
    const w23 = fold(f32x4.mul(difference(v + a2, v + b2), d2), f32x4.mul(difference(v + a3, v + b3), d3));
    const along = f32x4.add(v128.shuffle<f32>(w01, w23, 0, 1, 4, 5), v128.shuffle<f32>(w01, w23, 2, 3, 6, 7));
    const t = f32x4.add(v128.load(a), f32x4.mul(v128.load(a, PLANE), along));
    pull(f + a0, f + b0, f32x4.mul(v128.shuffle<f32>(t, t, 0, 0, 0, 0), d0));
    pull(f + a1, f + b1, f32x4.mul(v128.shuffle<f32>(t, t, 1, 1, 1, 1), d1));
    pull(f + a2, f + b2, f32x4.mul(v128.shuffle<f32>(t, t, 2, 2, 2, 2), d2));
    pull(f + a3, f + b3, f32x4.mul(v128.shuffle<f32>(t, t, 3, 3, 3, 3), d3));
  }
}

/**
 * f += the forces of springs.
 * @param m a multiple of 4
 * @param scratch 6 planes
 * @returns true if some springs are too short and were skipped
 */
export function addListForces(
  m: i32,
  x: usize,
  v: usize,
  f: usize,
  ends: usize,
  rest: usize,
  k: usize,
  kd: usize,
  scratch: usize,
  shortest: f32,
): bool {
  clearShort();
  for (let j: usize = 0, last = (m as usize) << 2; j < last; j += PLANE) {
    const end = min(PLANE, last - j);
    findLengths(end, x, ends + (j << 1), rest + j, scratch);
    toTension(end, rest + j, k + j, kd + j, scratch, shortest);
    addForces(end, v, f, ends + (j << 1), scratch);
  }
  return someAreShort;
}

/** Σ k (l − L₀)², J. */
export function listEnergy(m: i32, x: usize, ends: usize, rest: usize, k: usize, scratch: usize): f64 {
  let sum: f64 = 0;
  for (let j: usize = 0, last = (m as usize) << 2; j < last; j += PLANE) {
    const end = min(PLANE, last - j);
    findLengths(end, x, ends + (j << 1), rest + j, scratch);
    sum += twiceEnergy(end, rest + j, k + j, scratch);
  }
  return sum;
}
