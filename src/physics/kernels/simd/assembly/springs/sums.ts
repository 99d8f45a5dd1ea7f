/* Sums over vectors of the state, in double precision; `end` = 16n, their size in bytes. */

import { high, low, sumOfLanes } from '../arithmetic';

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
