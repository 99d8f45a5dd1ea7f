/* Springs of a net, row by row: from each particle to its neighbours to the right, below, below right and below left, two to
 * the right and two below. Three rows at a time are kept as planes, in strips, and of each kind those that
 * begin in a row lie together in the arrays of the model, so that four neighbours are taken at once.
 */

import { pullAslant, pullDown, pullRight, pullTwoRight } from './net-pull';
import { DOUBLE_Y, DOUBLE_Z, giveRow, ROW, STRIP, takeRow } from './rows';
import { forgetShort, keepLengths, PLANE, someAreShort, toTension, twiceEnergy } from './stretch';

/** l² of two springs. */
@inline
function squaredLengths(p: usize, q: usize): v128 {
  const x = f64x2.sub(v128.load(p), v128.load(q));
  const y = f64x2.sub(v128.load(p, DOUBLE_Y), v128.load(q, DOUBLE_Y));
  const z = f64x2.sub(v128.load(p, DOUBLE_Z), v128.load(q, DOUBLE_Z));
  return f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
}

/** l and e of springs from p to q, which are the places where they begin. @param end where those of `rest` end */
function findLengths(end: usize, p: usize, q: usize, rest: usize, l: usize): void {
  for (; rest < end; p += 32, q += 32, rest += 16, l += 16) {
    keepLengths(squaredLengths(p, q), squaredLengths(p + 16, q + 16), rest, l);
  }
}

/** What a sweep works on; the first column of a strip; and l and e of the springs in it, a plane each. */
let columns: usize = 0;
let first: usize = 0;
let rest: usize = 0;
let k: usize = 0;
let kd: usize = 0;
let l: usize = 0;
let shortest: f32 = 0;
let isEnergy: bool = false;
let energy: f64 = 0;

/**
 * Finds the tension of springs that begin in this strip.
 * @param run number of the first one in the row, −1 where there are none
 * @returns 4 times how many have forces to be added, of A and B, which are where l and e were
 */
function stretch(p: usize, q: usize, shift: usize, run: i32): usize {
  if (run < 0 || first + shift >= columns) return 0;
  const o = ((run as usize) + first) << 2;
  const count = min(STRIP, columns - shift - first) << 2;
  findLengths(rest + o + count, p, q + 8 * shift, rest + o, l);
  // What the last block has beyond them has a length, and no stretch.
  const beyond = l + count;
  v128.store(beyond, f32x4.splat(1));
  v128.store(beyond, f32x4.splat(0), PLANE);
  if (isEnergy) {
    energy += twiceEnergy(count, rest + o, k + o, l);
    return 0;
  }
  toTension(count, rest + o, k + o, kd + o, l, shortest);
  v128.store(beyond, f32x4.splat(0));
  v128.store(beyond, f32x4.splat(0), PLANE);
  return count;
}

/** The springs that begin in row p. @param runs numbers of the first springs of the six kinds */
function sweepRow(runs: usize, p: usize, q: usize, r: usize): void {
  pullRight(stretch(p, p, 1, load<i32>(runs)), p, l);
  pullDown(stretch(p, q, 0, load<i32>(runs, 4)), p, q, l);
  pullAslant(stretch(p, q, 1, load<i32>(runs, 8)), p, q, l);
  pullAslant(stretch(q, p, 1, load<i32>(runs, 12)), q, p, l);
  pullTwoRight(stretch(p, p, 2, load<i32>(runs, 16)), p, l);
  pullDown(stretch(p, r, 0, load<i32>(runs, 20)), p, r, l);
}

/** Takes up all strips of a row. */
function takeStrips(row: usize, x: usize, v: usize): void {
  for (let from: usize = 0; from < columns; from += STRIP, row += ROW) {
    takeRow(row, min(STRIP + 2, columns - from) << 2, x + (from << 4), v + (from << 4));
  }
}

/** @param room of three rows of strips, and two planes in single precision */
function sweep(rows: i32, x: usize, v: usize, f: usize, runs: usize, room: usize): void {
  const line = columns << 4;
  const size = ROW * ((columns + STRIP - 1) / STRIP);
  let p = room;
  let q = p + size;
  let r = q + size;
  l = r + size;
  takeStrips(p, x, v);
  if (rows > 1) takeStrips(q, x + line, v + line);
  for (let row = 0; row < rows; row++) {
    if (row + 2 < rows) takeStrips(r, x + 2 * line, v + 2 * line);
    first = 0;
    for (let at: usize = 0; at < size; at += ROW, first += STRIP) {
      sweepRow(runs, p + at, q + at, r + at);
      if (!isEnergy) giveRow(p + at, min(STRIP + 2, columns - first) << 2, f + (first << 4));
    }
    const done = p;
    p = q;
    q = r;
    r = done;
    x += line;
    v += line;
    f += line;
    runs += 24;
  }
}

/** f += the forces of the springs of a net. @returns whether some are short and have been left out */
export function addNetForces(
  rows: i32,
  columnCount: i32,
  x: usize,
  v: usize,
  f: usize,
  runs: usize,
  restLengths: usize,
  stiffness: usize,
  damping: usize,
  room: usize,
  shortestLength: f32,
): bool {
  columns = columnCount as usize;
  rest = restLengths;
  k = stiffness;
  kd = damping;
  shortest = shortestLength;
  isEnergy = false;
  forgetShort();
  sweep(rows, x, v, f, runs, room);
  return someAreShort;
}

/** Σ k (l − L₀)², J. */
export function netEnergy(
  rows: i32,
  columnCount: i32,
  x: usize,
  runs: usize,
  restLengths: usize,
  stiffness: usize,
  room: usize,
): f64 {
  columns = columnCount as usize;
  rest = restLengths;
  k = stiffness;
  isEnergy = true;
  energy = 0;
  sweep(rows, x, x, 0, runs, room);
  return energy;
}
