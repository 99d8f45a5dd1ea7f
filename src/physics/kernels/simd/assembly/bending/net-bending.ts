// The bending of a net by differences and its damping, as in `javascript/bending-loops.ts`; a particle is a vector of four f32.

import { add, cross, minus, subtract } from '../arithmetic';

/* Each difference is computed at its first particle. What it adds to the next two rows is kept in `scratch`, two vectors a column:
 *
 *   the sum for the next row, and the difference down the column, which the row after the next gets.
 */

/** p and the particle at `next`, or the one before the end of the vectors. */
@inline
function clamped(p: usize, end: usize, within: bool): usize {
  return within ? p : min(p, end - 16);
}

/** @param within true if no address leads out of the vectors; they end at `end` in x */
@inline
function bendRow(columns: usize, w: usize, f: usize, x: usize, end: usize, D: f32, scratch: usize, within: bool): void {
  const line = columns << 4;
  const factor = f32x4.splat(D);
  const zero = f32x4.splat(0);
  let here = v128.load(x);
  let right = v128.load(clamped(x + 16, end, within));
  let below = v128.load(clamped(x + line, end, within));
  let slope = f32x4.sub(here, right);
  let down = f32x4.sub(here, below);
  let bentBefore = zero;
  let changeBefore = zero;
  let twistBefore = zero;
  for (const stop = x + line; x < stop; x += 16, f += 16, w += 16, scratch += 32) {
    const farRight = v128.load(clamped(x + 32, end, within));
    const belowRight = v128.load(clamped(x + line + 16, end, within));
    const farBelow = v128.load(clamped(x + 2 * line, end, within));
    const nextSlope = f32x4.sub(right, farRight);
    const nextDown = f32x4.sub(right, belowRight);
    const bent = f32x4.mul(v128.load32_splat(w), f32x4.sub(slope, nextSlope));
    const sag = f32x4.mul(v128.load32_splat(w, 4), f32x4.sub(down, f32x4.sub(below, farBelow)));
    const twist = f32x4.mul(v128.load32_splat(w, 8), f32x4.sub(down, nextDown));
    // p_i − 2p_i−1 + p_i−2 along the row.
    const change = f32x4.sub(bent, bentBefore);
    const across = f32x4.sub(twist, twistBefore);
    const sum = f32x4.add(f32x4.add(f32x4.sub(change, changeBefore), across), f32x4.add(sag, v128.load(scratch)));
    const sagAbove = v128.load(scratch, 16);
    v128.store(scratch, f32x4.sub(f32x4.sub(sagAbove, across), f32x4.add(sag, sag)));
    v128.store(scratch, sag, 16);
    v128.store(f, f32x4.sub(v128.load(f), f32x4.mul(factor, sum)));
    bentBefore = bent;
    changeBefore = change;
    twistBefore = twist;
    right = farRight;
    below = belowRight;
    slope = nextSlope;
    down = nextDown;
  }
}

function bendInner(columns: usize, w: usize, f: usize, x: usize, D: f32, scratch: usize): void {
  bendRow(columns, w, f, x, 0, D, scratch, true);
}

function bendLast(columns: usize, w: usize, f: usize, x: usize, end: usize, D: f32, scratch: usize): void {
  bendRow(columns, w, f, x, end, D, scratch, false);
}

/** f −= D times the differences of x. @param weights X, Y, Z and 0 of each particle @param scratch 8 numbers a column */
export function addNetBending(rows: i32, columns: usize, weights: usize, f: usize, x: usize, D: f32, scratch: usize): void {
  const line = columns << 4;
  const end = x + (rows as usize) * line;
  memory.fill(scratch, 0, 2 * line);
  for (let row = 0; row < rows; row++) {
    if (row + 2 < rows) bendInner(columns, weights, f, x, D, scratch);
    else bendLast(columns, weights, f, x, end, D, scratch);
    weights += line;
    f += line;
    x += line;
  }
}

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
