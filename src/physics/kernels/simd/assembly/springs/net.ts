/* Springs of a net, row by row: from each particle to its neighbours to the right, below, below right and below left, two to
 * the right and two below. Three rows at a time are stored as planes, in strips. In the arrays of the model the springs of a row
 * that lead to the same place are contiguous, so that those of four neighbouring particles are processed at once.
 */

import { loadRow, ROW, STRIP, storeForces, Y, Z, FX, FY, FZ, VX, VY, VZ } from './rows';
import { sumOfLanes } from '../arithmetic';
import { twiceEnergy, tension } from './stretch';

/* The springs of the current sweep. Loops process four at a time: whole blocks in the arrays of the model, then copies
 * of the last ones, in which the lanes without a spring have k = k_d = 0. They lead to positions beyond the net, and l > 0.
 */

let restLengths: usize = 0;
let stiffness: usize = 0;
let damping: usize = 0;
/** L₀, k and k_d of the last block and of an empty one; 24 numbers. */
let lastRest: usize = 0;
let lastK: usize = 0;
let lastKd: usize = 0;

function useSprings(rest: usize, k: usize, kd: usize, last: usize): void {
  restLengths = rest;
  stiffness = k;
  damping = kd;
  lastRest = last;
  lastK = last + 32;
  lastKd = last + 64;
  v128.store(last, f32x4.splat(1), 16);
  v128.store(last, f32x4.splat(0), 48);
  v128.store(last, f32x4.splat(0), 80);
}

/** The part of `size` that is made of whole blocks. @param size 4 times the number of springs */
@inline
function whole(size: usize): usize {
  return size & ~15;
}

/** Copies what is after the whole blocks of the springs at `from`, an offset in bytes. */
function copyLast(from: usize, size: usize): void {
  const o = from + whole(size);
  const some = i32x4.gt_s(i32x4.splat((size & 15) as i32), i32x4(0, 4, 8, 12));
  v128.store(lastRest, v128.bitselect(v128.load(restLengths + o), f32x4.splat(1), some));
  v128.store(lastK, v128.and(v128.load(stiffness + o), some));
  v128.store(lastKd, v128.and(v128.load(damping + o), some));
}

/** Columns of the net, the first column of the current strip, and the length up to which springs are skipped, m. */
let columns: usize = 0;
let first: usize = 0;
let shortest: f32 = 0;
/** What the current sweep has found. */
let someAreShort: bool = false;
let energy: f64 = 0;

/** 4 times the number of springs of particles in this strip that lead `shift` columns to the right; no run: 0. */
@inline
function size(run: i32, shift: usize): usize {
  return run < 0 || first + shift >= columns ? 0 : min(STRIP, columns - shift - first) << 2;
}

/** The offset of the first of them in the arrays of the model, bytes. @param run index of the first one in the row */
@inline
function from(run: i32): usize {
  return ((run as usize) + first) << 2;
}

/** The forces of the springs of the particles in row p. @param runs indices of the first springs for the six places; −1: none */
function pullRow(runs: usize, p: usize, q: usize, r: usize): void {
  const right = load<i32>(runs);
  const below = load<i32>(runs, 4);
  const belowRight = load<i32>(runs, 8);
  const belowLeft = load<i32>(runs, 12);
  const twoRight = load<i32>(runs, 16);
  const twoBelow = load<i32>(runs, 20);
  if (pullRight(from(right), size(right, 1), p, shortest)) someAreShort = true;
  if (pullDown(from(below), size(below, 0), p, q, shortest)) someAreShort = true;
  if (pullAslant(from(belowRight), size(belowRight, 1), p, q, shortest)) someAreShort = true;
  if (pullAslant(from(belowLeft), size(belowLeft, 1), q, p, shortest)) someAreShort = true;
  if (pullTwoRight(from(twoRight), size(twoRight, 2), p, shortest)) someAreShort = true;
  if (pullDown(from(twoBelow), size(twoBelow, 0), p, r, shortest)) someAreShort = true;
}

/** Twice the energy of the same springs. */
function energyOfRow(runs: usize, p: usize, q: usize, r: usize): f64 {
  const right = load<i32>(runs);
  const below = load<i32>(runs, 4);
  const belowRight = load<i32>(runs, 8);
  const belowLeft = load<i32>(runs, 12);
  const twoRight = load<i32>(runs, 16);
  const twoBelow = load<i32>(runs, 20);
  const inRow = energyOf(from(right), size(right, 1), p, p + 4) + energyOf(from(twoRight), size(twoRight, 2), p, p + 8);
  const down = energyOf(from(below), size(below, 0), p, q) + energyOf(from(twoBelow), size(twoBelow, 0), p, r);
  const aslant =
    energyOf(from(belowRight), size(belowRight, 1), p, q + 4) + energyOf(from(belowLeft), size(belowLeft, 1), q, p + 4);
  return inRow + down + aslant;
}

/** Loads all strips of a row. */
function loadStrips(number: i32, row: usize, x: usize, v: usize): void {
  for (let column: usize = 0; column < columns; column += STRIP, row += ROW) {
    loadRow(number, row, min(STRIP + 2, columns - column) << 2, x + (column << 4), v + (column << 4));
  }
}

/** @param f 0 for the energy @param scratch three rows of strips, and what `useSprings` needs */
function sweep(rows: i32, x: usize, v: usize, f: usize, runs: usize, scratch: usize): void {
  const line = columns << 4;
  const strips = ROW * ((columns + STRIP - 1) / STRIP);
  let p = scratch;
  let q = p + strips;
  let r = q + strips;
  loadStrips(0, p, x, v);
  if (rows > 1) loadStrips(1, q, x + line, v + line);
  for (let row = 0; row < rows; row++) {
    if (row + 2 < rows) loadStrips(row + 2, r, x + 2 * line, v + 2 * line);
    first = 0;
    for (let at: usize = 0; at < strips; at += ROW, first += STRIP) {
      if (f == 0) {
        energy += energyOfRow(runs, p + at, q + at, r + at);
        continue;
      }
      pullRow(runs, p + at, q + at, r + at);
      storeForces(p + at, min(STRIP + 2, columns - first) << 2, f + (first << 4));
    }
    const done = p;
    p = q;
    q = r;
    r = done;
    x += line;
    v += line;
    if (f != 0) f += line;
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
  shortest = shortestLength;
  someAreShort = false;
  useSprings(restLengths, stiffness, damping, scratch + 3 * ROW * ((columns + STRIP - 1) / STRIP));
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
  energy = 0;
  useSprings(restLengths, stiffness, stiffness, scratch + 3 * ROW * ((columns + STRIP - 1) / STRIP));
  sweep(rows, x, x, 0, runs, scratch);
  return energy;
}

/** The squares of the differences of two numbers at p and q, in double precision. */
@inline
function squares(p: usize, q: usize): v128 {
  const d = f64x2.sub(f64x2.promote_low_f32x4(v128.load64_zero(p)), f64x2.promote_low_f32x4(v128.load64_zero(q)));
  return f64x2.mul(d, d);
}

/** l² of two springs. */
@inline
function squaredLengths(p: usize, q: usize): v128 {
  return f64x2.add(f64x2.add(squares(p, q), squares(p + Y, q + Y)), squares(p + Z, q + Z));
}

/** Σ k (l − L₀)², J. @param from offset of the first spring in the arrays of the model, bytes @param size 4 times their number */
function energyOf(from: usize, size: usize, p: usize, to: usize): f64 {
  if (size == 0) return 0;
  copyLast(from, size);
  let rest = restLengths + from;
  let k = stiffness + from;
  let sum = f64x2.splat(0);
  const end = p + size;
  for (let stop = p + whole(size); ; stop = end) {
    for (; p < stop; p += 16, to += 16, rest += 16, k += 16) {
      sum = f64x2.add(sum, twiceEnergy(squaredLengths(p, to), squaredLengths(p + 8, to + 8), v128.load(rest), v128.load(k)));
    }
    if (p >= end) break;
    rest = lastRest;
    k = lastK;
  }
  return sumOfLanes(sum);
}

/** Each lane gets the value one or two lanes to its left, the first ones from the previous block. */
@inline
function shifted(before: v128, now: v128, shift: i32): v128 {
  return shift == 1 ? v128.shuffle<f32>(before, now, 3, 4, 5, 6) : v128.shuffle<f32>(before, now, 2, 3, 4, 5);
}

/**
 * Adds the forces of the springs from strip p to strip q, whose other end is `shift` columns to the right.
 * @param from offset of the first spring in the arrays of the model, bytes
 * @param size 4 times the number of springs
 * @returns true if some springs are no longer than `shortest` and were skipped
 */
@inline
function addForces(from: usize, size: usize, p: usize, q: usize, shift: i32, inRow: bool, shortest: f32): bool {
  if (size == 0) return false;
  copyLast(from, size);
  const limit = f32x4.splat(shortest);
  let rest = restLengths + from;
  let k = stiffness + from;
  let kd = damping + from;
  let short = i32x4.splat(0);
  let beforeX = f32x4.splat(0);
  let beforeY = beforeX;
  let beforeZ = beforeX;
  // The whole blocks, then the others up to the column in which the last spring ends.
  const end = p + size + 4 * (shift as usize);
  for (let stop = p + whole(size); ; stop = end) {
    for (; p < stop; p += 16, q += 16, rest += 16, k += 16, kd += 16) {
      const to = q + 4 * (shift as usize);
      const dx = f32x4.sub(v128.load(p), v128.load(to));
      const dy = f32x4.sub(v128.load(p, Y), v128.load(to, Y));
      const dz = f32x4.sub(v128.load(p, Z), v128.load(to, Z));
      const wx = f32x4.sub(v128.load(p, VX), v128.load(to, VX));
      const wy = f32x4.sub(v128.load(p, VY), v128.load(to, VY));
      const wz = f32x4.sub(v128.load(p, VZ), v128.load(to, VZ));
      const l = f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dz, dz)), f32x4.mul(dy, dy)));
      const none = f32x4.le(l, limit);
      short = v128.or(short, none);
      const along = f32x4.add(f32x4.add(f32x4.mul(wx, dx), f32x4.mul(wz, dz)), f32x4.mul(wy, dy));
      const t = tension(l, none, along, v128.load(rest), v128.load(k), v128.load(kd));
      const x = f32x4.mul(t, dx);
      const y = f32x4.mul(t, dy);
      const z = f32x4.mul(t, dz);
      if (inRow) {
        v128.store(p, f32x4.add(v128.load(p, FX), f32x4.sub(shifted(beforeX, x, shift), x)), FX);
        v128.store(p, f32x4.add(v128.load(p, FY), f32x4.sub(shifted(beforeY, y, shift), y)), FY);
        v128.store(p, f32x4.add(v128.load(p, FZ), f32x4.sub(shifted(beforeZ, z, shift), z)), FZ);
      } else {
        v128.store(p, f32x4.sub(v128.load(p, FX), x), FX);
        v128.store(p, f32x4.sub(v128.load(p, FY), y), FY);
        v128.store(p, f32x4.sub(v128.load(p, FZ), z), FZ);
        v128.store(q, f32x4.add(v128.load(q, FX), shift == 0 ? x : shifted(beforeX, x, shift)), FX);
        v128.store(q, f32x4.add(v128.load(q, FY), shift == 0 ? y : shifted(beforeY, y, shift)), FY);
        v128.store(q, f32x4.add(v128.load(q, FZ), shift == 0 ? z : shifted(beforeZ, z, shift)), FZ);
      }
      beforeX = x;
      beforeY = y;
      beforeZ = z;
    }
    if (p >= end) break;
    rest = lastRest;
    k = lastK;
    kd = lastKd;
  }
  return v128.any_true(short);
}

function pullRight(from: usize, size: usize, p: usize, shortest: f32): bool {
  return addForces(from, size, p, p, 1, true, shortest);
}

function pullTwoRight(from: usize, size: usize, p: usize, shortest: f32): bool {
  return addForces(from, size, p, p, 2, true, shortest);
}

function pullDown(from: usize, size: usize, p: usize, q: usize, shortest: f32): bool {
  return addForces(from, size, p, q, 0, false, shortest);
}

function pullAslant(from: usize, size: usize, p: usize, q: usize, shortest: f32): bool {
  return addForces(from, size, p, q, 1, false, shortest);
}
