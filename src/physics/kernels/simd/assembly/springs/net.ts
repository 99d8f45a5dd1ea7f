/* Springs of a net, row by row: from each particle to its neighbours to the right, below, below right and below left, two to
 * the right and two below. Three rows at a time are kept as planes, and of each kind those that begin in a row lie together
 * in the arrays of the model, so that four neighbours are taken at once.
 */

import { pullAslant, pullDown, pullRight, pullTwoRight } from './net-pull';
import { BEYOND, giveRow, PLACE, SINGLE, takeRow } from './rows';
import { forgetShort, keepLengths, someAreShort, toTension, twiceEnergy } from './stretch';

/** l and e of the springs from p to q, which are the places where they begin. */
function findLengths(end: usize, p: usize, q: usize, plane: usize, rest: usize, l: usize, e: usize): void {
  for (let at: usize = 0; at < end; at += 16) {
    const p1 = p + 2 * at;
    const q1 = q + 2 * at;
    const p2 = p1 + plane;
    const q2 = q1 + plane;
    const p3 = p2 + plane;
    const q3 = q2 + plane;
    const x0 = f64x2.sub(v128.load(p1), v128.load(q1));
    const x1 = f64x2.sub(v128.load(p1, 16), v128.load(q1, 16));
    const y0 = f64x2.sub(v128.load(p2), v128.load(q2));
    const y1 = f64x2.sub(v128.load(p2, 16), v128.load(q2, 16));
    const z0 = f64x2.sub(v128.load(p3), v128.load(q3));
    const z1 = f64x2.sub(v128.load(p3, 16), v128.load(q3, 16));
    keepLengths(
      f64x2.add(f64x2.add(f64x2.mul(x0, x0), f64x2.mul(y0, y0)), f64x2.mul(z0, z0)),
      f64x2.add(f64x2.add(f64x2.mul(x1, x1), f64x2.mul(y1, y1)), f64x2.mul(z1, z1)),
      rest + at,
      l + at,
      e + at,
    );
  }
  // What the last block has beyond them has a length, and no stretch.
  v128.store(l + end, f32x4.splat(1));
  v128.store(e + end, f32x4.splat(0));
}


/** What a sweep works on. */
let columns: usize = 0;
let places: usize = 0;
let rest: usize = 0;
let k: usize = 0;
let kd: usize = 0;
let l: usize = 0;
let e: usize = 0;
let shortest: f32 = 0;
let isEnergy: bool = false;
let energy: f64 = 0;

/** @returns whether forces are to be added, of A and B, which are where l and e were */
function stretch(p: usize, q: usize, shift: usize, first: i32): bool {
  const o = (first as usize) << 2;
  const end = (columns - shift) << 2;
  findLengths(end, p, q + 8 * shift, places << 3, rest + o, l, e);
  if (isEnergy) {
    energy += twiceEnergy(end, rest + o, k + o, l, e);
    return false;
  }
  toTension(end, rest + o, k + o, kd + o, l, e, shortest);
  v128.store(l + end, f32x4.splat(0));
  v128.store(e + end, f32x4.splat(0));
  return true;
}

/** The springs that begin in row p. @param runs numbers of the first springs of the six kinds, −1 where there are none */
function sweepRow(runs: usize, p: usize, q: usize, r: usize): void {
  const end = columns << 2;
  const plane = places << 2;
  const single = SINGLE * places;
  const right = load<i32>(runs);
  if (right >= 0 && stretch(p, p, 1, right)) pullRight(end, p + single, plane, l, e);
  const down = load<i32>(runs, 4);
  if (down >= 0 && stretch(p, q, 0, down)) pullDown(end, p + single, q + single, plane, l, e);
  const downRight = load<i32>(runs, 8);
  if (downRight >= 0 && stretch(p, q, 1, downRight)) pullAslant(end, p + single, q + single, plane, l, e);
  const downLeft = load<i32>(runs, 12);
  if (downLeft >= 0 && stretch(q, p, 1, downLeft)) pullAslant(end, q + single, p + single, plane, l, e);
  const twoRight = load<i32>(runs, 16);
  if (twoRight >= 0 && stretch(p, p, 2, twoRight)) pullTwoRight(end, p + single, plane, l, e);
  const twoDown = load<i32>(runs, 20);
  if (twoDown >= 0 && stretch(p, r, 0, twoDown)) pullDown(end, p + single, r + single, plane, l, e);
}

/** @param room of three rows and two planes in single precision */
function sweep(rows: i32, x: usize, v: usize, f: usize, runs: usize, room: usize): void {
  places = ((columns + 3) & ~3) + BEYOND;
  const size = PLACE * places;
  const line = columns << 4;
  const end = columns << 2;
  let p = room;
  let q = p + size;
  let r = q + size;
  l = r + size;
  e = l + 4 * places;
  takeRow(p, places, end, x, v);
  if (rows > 1) takeRow(q, places, end, x + line, v + line);
  for (let row = 0; row < rows; row++) {
    if (row + 2 < rows) takeRow(r, places, end, x + 2 * line, v + 2 * line);
    sweepRow(runs, p, q, r);
    if (!isEnergy) giveRow(p, places, end, f);
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
