/* Products with the derivatives of the bending of a net and of its damping, where vectors are in double precision: a particle is two
 * vectors of two f64, (x, y) and (z, 0). As in `javascript/bending-loops.ts`. The direction of the damping is computed in single
 * precision, alike in both of its places, so that the matrix stays symmetric and definite. */

import { cross, high, low, minus, sumOfLanes } from '../arithmetic';

@inline
function add(to: usize, change: v128): void {
  v128.store(to, f64x2.add(v128.load(to), change));
}

@inline
function subtract(to: usize, change: v128): void {
  v128.store(to, f64x2.sub(v128.load(to), change));
}

/** p_a − p_b − p_c + p_d. @param b offsets relative to a, bytes */
@inline
function difference(p: usize, b: usize, c: usize, d: usize): v128 {
  return f64x2.sub(f64x2.sub(v128.load(p), v128.load(p + b)), f64x2.sub(v128.load(p + c), v128.load(p + d)));
}

@inline
function bend(y: usize, p: usize, factor: v128, b: usize, c: usize, d: usize): void {
  const bent = f64x2.mul(factor, difference(p, b, c, d));
  subtract(y, bent);
  add(y + b, bent);
  add(y + c, bent);
  subtract(y + d, bent);
}

/** y −= D times the differences of p, of n particles. @param weights as in `NetBending`, f32 */
export function multiplyNetBending(n: i32, columns: usize, weights: usize, y: usize, p: usize, D: f64): void {
  const line = columns << 5;
  for (const end = weights + ((n as usize) << 4); weights < end; weights += 16, y += 32, p += 32) {
    const along = load<f32>(weights) as f64;
    const down = load<f32>(weights, 4) as f64;
    const cell = load<f32>(weights, 8) as f64;
    if (along !== 0) {
      const factor = f64x2.splat(D * along);
      bend(y, p, factor, 32, 32, 64);
      bend(y + 16, p + 16, factor, 32, 32, 64);
    }
    if (down !== 0) {
      const factor = f64x2.splat(D * down);
      bend(y, p, factor, line, line, 2 * line);
      bend(y + 16, p + 16, factor, line, line, 2 * line);
    }
    if (cell !== 0) {
      const factor = f64x2.splat(D * cell);
      bend(y, p, factor, 32, line, line + 32);
      bend(y + 16, p + 16, factor, 32, line, line + 32);
    }
  }
}

/** The part of b·p of one half of each particle. */
@inline
function rateOf(p: usize, N: v128, u: v128, v: v128, b: usize, c: usize, d: usize, h: usize): v128 {
  const ofBent = f64x2.mul(N, difference(p, b, c, d));
  const ofE = f64x2.mul(u, f64x2.sub(v128.load(p + d), v128.load(p)));
  return f64x2.add(f64x2.add(ofBent, ofE), f64x2.mul(v, f64x2.sub(v128.load(p + h), v128.load(p + b))));
}

@inline
function scatter(y: usize, s: v128, N: v128, u: v128, v: v128, b: usize, c: usize, d: usize, h: usize): void {
  const sN = f64x2.mul(s, N);
  const su = f64x2.mul(s, u);
  const sv = f64x2.mul(s, v);
  add(y, f64x2.sub(su, sN));
  subtract(y + d, f64x2.add(su, sN));
  add(y + b, f64x2.add(sv, sN));
  add(y + c, sN);
  subtract(y + h, sv);
}

/** @param b offsets relative to a in the positions, which are f32, bytes: half of those in y and p */
@inline
function damp(y: usize, x: usize, p: usize, factor: f64, b: usize, c: usize, d: usize, h: usize): void {
  const e = minus(x + d, x);
  const g = minus(x + h, x + b);
  const bent = f32x4.sub(minus(x, x + b), minus(x + c, x + d));
  const N = cross(e, g);
  const u = cross(g, bent);
  const v = cross(bent, e);
  const ofLow = rateOf(p, low(N), low(u), low(v), 2 * b, 2 * c, 2 * d, 2 * h);
  const rates = f64x2.add(ofLow, rateOf(p + 16, high(N), high(u), high(v), 2 * b, 2 * c, 2 * d, 2 * h));
  const s = f64x2.splat(factor * sumOfLanes(rates));
  scatter(y, s, low(N), low(u), low(v), 2 * b, 2 * c, 2 * d, 2 * h);
  scatter(y + 16, s, high(N), high(u), high(v), 2 * b, 2 * c, 2 * d, 2 * h);
}

/** y −= factor times the damping at the positions x, f32, of the change p, of n particles. @param weights as in `NetBending`, f32 */
export function multiplyNetDamping(
  n: i32,
  columns: usize,
  weights: usize,
  y: usize,
  x: usize,
  p: usize,
  factor: f64,
): void {
  const line = columns << 4;
  for (const end = weights + ((n as usize) << 4); weights < end; weights += 16, y += 32, x += 16, p += 32) {
    const along = factor * (load<f32>(weights) as f64);
    const down = factor * (load<f32>(weights, 4) as f64);
    const cell = factor * (load<f32>(weights, 8) as f64);
    const sides = load<f32>(weights, 12) as u32;
    if (along !== 0) damp(y, x, p, along, 16, 16, 32, sides & 1 ? 16 - line : 16 + line);
    if (down !== 0) damp(y, x, p, down, line, line, 2 * line, sides & 2 ? line - 16 : line + 16);
    if (cell !== 0) damp(y, x, p, cell, 16, line, line + 16, line);
  }
}
