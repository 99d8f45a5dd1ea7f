/* Springs of a net, row by row: from each particle to its neighbours to the right, below, below right and below left, two to
 * the right and two below. Three rows at a time are stored as planes, in strips. In the arrays of the model the springs of a row
 * that lead to the same place are contiguous, so that those of four neighbouring particles are processed at once.
 */

import { pullAslant, pullDown, pullRight, pullTwoRight } from './net-pull';
import { DOUBLE_Y, DOUBLE_Z, storeForces, ROW, STRIP, loadRow } from './rows';
import { clearShort, storeLengths, PLANE, someAreShort, toTension, twiceEnergy } from './stretch';

/** l² of two springs. */
@inline
function squaredLengths(p: usize, q: usize): v128 {
  const x = f64x2.sub(v128.load(p), v128.load(q));
  const y = f64x2.sub(v128.load(p, DOUBLE_Y), v128.load(q, DOUBLE_Y));
  const z = f64x2.sub(v128.load(p, DOUBLE_Z), v128.load(q, DOUBLE_Z));
  return f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
}

/** l and e of the springs from particles at p to particles at q. @param end end of `rest` */
function findLengths(end: usize, p: usize, q: usize, rest: usize, l: usize): void {
  for (; rest < end; p += 32, q += 32, rest += 16, l += 16) {
    storeLengths(squaredLengths(p, q), squaredLengths(p + 16, q + 16), rest, l);
  }
}

/** The arguments of the current sweep; the first column of the current strip; its l and e, one plane each. */
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
 * Computes the tension of the springs of particles in this strip that lead to one place.
 * @param run index of the first one in the row, −1 if there are none
 * @returns 4 times the number of springs whose A and B have replaced l and e
 */
function stretch(p: usize, q: usize, shift: usize, run: i32): usize {
  if (run < 0 || first + shift >= columns) return 0;
  const o = ((run as usize) + first) << 2;
  const count = min(STRIP, columns - shift - first) << 2;
  findLengths(rest + o + count, p, q + 8 * shift, rest + o, l);
  // Unused lanes of the last block get l = 1 and e = 0.
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

/** The springs of the particles in row p. @param runs indices of the first springs for the six places */
function sweepRow(runs: usize, p: usize, q: usize, r: usize): void {
  pullRight(stretch(p, p, 1, load<i32>(runs)), p, l);
  pullDown(stretch(p, q, 0, load<i32>(runs, 4)), p, q, l);
  pullAslant(stretch(p, q, 1, load<i32>(runs, 8)), p, q, l);
  pullAslant(stretch(q, p, 1, load<i32>(runs, 12)), q, p, l);
  pullTwoRight(stretch(p, p, 2, load<i32>(runs, 16)), p, l);
  pullDown(stretch(p, r, 0, load<i32>(runs, 20)), p, r, l);
}

/** Loads all strips of a row. */
function loadStrips(row: usize, x: usize, v: usize): void {
  for (let from: usize = 0; from < columns; from += STRIP, row += ROW) {
    loadRow(row, min(STRIP + 2, columns - from) << 2, x + (from << 4), v + (from << 4));
  }
}

/** @param scratch three rows of strips, and two planes in single precision */
function sweep(rows: i32, x: usize, v: usize, f: usize, runs: usize, scratch: usize): void {
  const line = columns << 4;
  const size = ROW * ((columns + STRIP - 1) / STRIP);
  let p = scratch;
  let q = p + size;
  let r = q + size;
  l = r + size;
  loadStrips(p, x, v);
  if (rows > 1) loadStrips(q, x + line, v + line);
  for (let row = 0; row < rows; row++) {
    if (row + 2 < rows) loadStrips(r, x + 2 * line, v + 2 * line);
    first = 0;
    for (let at: usize = 0; at < size; at += ROW, first += STRIP) {
      sweepRow(runs, p + at, q + at, r + at);
      if (!isEnergy) storeForces(p + at, min(STRIP + 2, columns - first) << 2, f + (first << 4));
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

/** f += the forces of the springs of a net. @returns true if some springs are too short and were skipped */
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
  scratch: usize,
  shortestLength: f32,
): bool {
  columns = columnCount as usize;
  rest = restLengths;
  k = stiffness;
  kd = damping;
  shortest = shortestLength;
  isEnergy = false;
  clearShort();
  sweep(rows, x, v, f, runs, scratch);
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
  scratch: usize,
): f64 {
  columns = columnCount as usize;
  rest = restLengths;
  k = stiffness;
  isEnergy = true;
  energy = 0;
  sweep(rows, x, x, 0, runs, scratch);
  return energy;
}
