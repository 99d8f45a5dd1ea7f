/* Springs of a net, row by row: from each particle to its neighbours to the right, below, below right and below left, two to
 * the right and two below. Three rows at a time are stored as planes, in strips. In the arrays of the model the springs of a row
 * that lead to the same place are contiguous, so that those of four neighbouring particles are processed at once.
 */

import { energyOf } from './net-energy';
import { pullAslant, pullDown, pullRight, pullTwoRight } from './net-pull';
import { useSprings } from './net-springs';
import { loadRow, ROW, STRIP, storeForces } from './rows';

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
