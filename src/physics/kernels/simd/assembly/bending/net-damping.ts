/* The damping of the bending of a net, as in `javascript/bending-loops.ts`, in the same letters; a particle is a vector of four f32. */

import { add, cross, minus, subtract } from '../arithmetic';

/** @param i offset of the particle a, bytes; below, those of b, c, d and h relative to it */
@inline
function dampDifference(y: usize, x: usize, p: usize, factor: f32, b: usize, c: usize, d: usize, h: usize): void {
  const e = minus(x + d, x);
  const g = minus(x + h, x + b);
  const bent = f32x4.sub(minus(x, x + b), minus(x + c, x + d));
  const N = cross(e, g);
  const u = cross(g, bent);
  const v = cross(bent, e);
  const ofBent = f32x4.mul(N, f32x4.sub(minus(p, p + b), minus(p + c, p + d)));
  const products = f32x4.add(f32x4.add(ofBent, f32x4.mul(u, minus(p + d, p))), f32x4.mul(v, minus(p + h, p + b)));
  const pairs = f32x4.add(products, v128.shuffle<f32>(products, products, 1, 0, 3, 2));
  const rate = f32x4.add(pairs, v128.shuffle<f32>(pairs, pairs, 2, 3, 0, 1));
  const s = f32x4.mul(f32x4.splat(factor), rate);
  const sN = f32x4.mul(s, N);
  const su = f32x4.mul(s, u);
  const sv = f32x4.mul(s, v);
  add(y, f32x4.sub(su, sN));
  subtract(y + d, f32x4.add(su, sN));
  add(y + b, f32x4.add(sv, sN));
  add(y + c, sN);
  subtract(y + h, sv);
}

/** f −= factor times the damping at the positions x and velocities v of n particles. @param weights as in `NetBending` */
export function addNetDamping(n: i32, columns: usize, weights: usize, f: usize, x: usize, v: usize, factor: f32): void {
  const line = columns << 4;
  for (const end = weights + ((n as usize) << 4); weights < end; weights += 16, f += 16, x += 16, v += 16) {
    const along = factor * load<f32>(weights);
    const down = factor * load<f32>(weights, 4);
    const cell = factor * load<f32>(weights, 8);
    const sides = load<f32>(weights, 12) as u32;
    if (along !== 0) dampDifference(f, x, v, along, 16, 16, 32, sides & 1 ? 16 - line : 16 + line);
    if (down !== 0) dampDifference(f, x, v, down, line, line, 2 * line, sides & 2 ? line - 16 : line + 16);
    if (cell !== 0) dampDifference(f, x, v, cell, 16, line, line + 16, line);
  }
}
