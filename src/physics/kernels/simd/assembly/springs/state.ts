/* Loops over vectors of the state; `end` = 16n, their size in bytes. */

import { high, low, sumOfLanes } from '../arithmetic';
import { narrow } from './stretch';

/** y += a x. */
export function addScaled(end: usize, y: usize, a: f32, x: usize): void {
  const w = f32x4.splat(a);
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(y + at, f32x4.add(v128.load(y + at), f32x4.mul(w, v128.load(x + at))));
  }
}

/** y := a y. */
export function scale(end: usize, y: usize, a: f32): void {
  const w = f32x4.splat(a);
  for (let at: usize = 0; at < end; at += 16) v128.store(y + at, f32x4.mul(w, v128.load(y + at)));
}

/** v_i += h w_i f_i, then x += h v. */
export function kickAndDrift(end: usize, x: usize, v: usize, h: f32, w: usize, f: usize): void {
  const step = f32x4.splat(h);
  for (let at: usize = 0; at < end; at += 16, w += 4) {
    const weight = f32x4.splat(h * load<f32>(w));
    const velocity = f32x4.add(v128.load(v + at), f32x4.mul(weight, v128.load(f + at)));
    v128.store(v + at, velocity);
    v128.store(x + at, f32x4.add(v128.load(x + at), f32x4.mul(step, velocity)));
  }
}

/** y_i := w_i y_i. */
export function scaleRows(end: usize, y: usize, w: usize): void {
  for (let at: usize = 0; at < end; at += 16) {
    v128.store(y + at, f32x4.mul(f32x4.splat(load<f32>(w + (at >> 2))), v128.load(y + at)));
  }
}

/** f_i −= w_i g e_y. */
export function addGravity(end: usize, f: usize, w: usize, g: f32): void {
  for (let at: usize = 0; at < end; at += 16) {
    store<f32>(f + at, load<f32>(f + at, 4) - g * load<f32>(w + (at >> 2)), 4);
  }
}

/** f_i += (x, y, z). */
export function addEverywhere(end: usize, f: usize, x: f32, y: f32, z: f32): void {
  const all = f32x4(x, y, z, 0);
  for (let at: usize = 0; at < end; at += 16) v128.store(f + at, f32x4.add(v128.load(f + at), all));
}

/* Stiff springs amplify rounding errors in the positions of a stage. So these sums are computed in double precision and rounded
 * once, as the JavaScript loops do.
 */

/** sum + w k, two numbers. */
@inline
function plus(sum: v128, w: v128, k: v128): v128 {
  return f64x2.add(sum, f64x2.mul(w, k));
}

/** out := y + w0 k0. */
export function combineOne(end: usize, out: usize, y: usize, w0: f64, k0: usize): void {
  const w = f64x2.splat(w0);
  for (let at: usize = 0; at < end; at += 16) {
    const from = v128.load(y + at);
    const k = v128.load(k0 + at);
    v128.store(out + at, narrow(plus(low(from), w, low(k)), plus(high(from), w, high(k))));
  }
}

/** out := y + (w0 k0 + w1 k1). */
export function combineTwo(end: usize, out: usize, y: usize, w0: f64, k0: usize, w1: f64, k1: usize): void {
  combine(end, out, y, w0, k0, w1, k1, 0, k0, 0, k0);
}

/** out := y + (w0 k0 + w1 k1 + w2 k2 + w3 k3). */
export function combine(
  end: usize,
  out: usize,
  y: usize,
  w0: f64,
  k0: usize,
  w1: f64,
  k1: usize,
  w2: f64,
  k2: usize,
  w3: f64,
  k3: usize,
): void {
  const a = f64x2.splat(w0);
  const b = f64x2.splat(w1);
  const c = f64x2.splat(w2);
  const d = f64x2.splat(w3);
  for (let at: usize = 0; at < end; at += 16) {
    const p = v128.load(k0 + at);
    const q = v128.load(k1 + at);
    const r = v128.load(k2 + at);
    const s = v128.load(k3 + at);
    const from = v128.load(y + at);
    const l = plus(plus(plus(f64x2.mul(a, low(p)), b, low(q)), c, low(r)), d, low(s));
    const u = plus(plus(plus(f64x2.mul(a, high(p)), b, high(q)), c, high(r)), d, high(s));
    v128.store(out + at, narrow(f64x2.add(low(from), l), f64x2.add(high(from), u)));
  }
}

/** True if every entry is finite: x − x is 0 for finite x, otherwise NaN. */
export function areFinite(end: usize, x: usize): bool {
  let rest = f32x4.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const now = v128.load(x + at);
    rest = v128.or(rest, f32x4.sub(now, now));
  }
  return !v128.any_true(rest);
}

/** True if y > height for every x_i = (x, y, z). */
export function areAbove(end: usize, x: usize, height: f32): bool {
  const least = f32x4.splat(height);
  let above = i32x4.splat(-1);
  let at: usize = 0;
  for (; at + 64 <= end; at += 64) {
    const first = v128.and(f32x4.gt(v128.load(x + at), least), f32x4.gt(v128.load(x + at, 16), least));
    const second = v128.and(f32x4.gt(v128.load(x + at, 32), least), f32x4.gt(v128.load(x + at, 48), least));
    above = v128.and(above, v128.and(first, second));
  }
  for (; at < end; at += 16) above = v128.and(above, f32x4.gt(v128.load(x + at), least));
  return i32x4.extract_lane(above, 1) != 0;
}

/** xᵀy. */
export function product(end: usize, x: usize, y: usize): f64 {
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const a = v128.load(x + at);
    const b = v128.load(y + at);
    sum = f64x2.add(sum, f64x2.add(f64x2.mul(low(a), low(b)), f64x2.mul(high(a), high(b))));
  }
  return sumOfLanes(sum);
}

/** Σ w_i |x_i|². */
export function weightedSquares(end: usize, w: usize, x: usize): f64 {
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const now = v128.load(x + at);
    const a = low(now);
    const b = high(now);
    const squares = f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b));
    sum = f64x2.add(sum, f64x2.mul(f64x2.splat(load<f32>(w + (at >> 2)) as f64), squares));
  }
  return sumOfLanes(sum);
}

/** Σ w_i y_i with x_i = (x, y, z). */
export function weightedHeights(end: usize, w: usize, x: usize): f64 {
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < end; at += 16) {
    const weight = f64x2.splat(load<f32>(w + (at >> 2)) as f64);
    sum = f64x2.add(sum, f64x2.mul(weight, low(v128.load(x + at))));
  }
  return f64x2.extract_lane(sum, 1);
}
