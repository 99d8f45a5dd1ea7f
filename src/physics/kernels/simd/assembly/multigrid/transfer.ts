import * as BLOCKS from './blocks';
import { even, odd, shifted } from '../arithmetic';
import { at, G, Level, Net, NODE_BLOCK, V } from './level';

// The coarse blocks of `javascript/multigrid/level.ts`, for whole rows: first sums over rows,
//
//    X = Σ s_j x(·, j),  Y = y(·, 2J) + y(·, 2J+1),  diagonals like Y,  Γ = Σ s_j G(·, j),  s = ½, 1, ½ around row 2J,
//
// then sums along the row: ¼ of pairs of neighbours for X and the diagonals; weights ½, 1, ½ for Y and Γ. A spring over two
// edges counts double in each of them: this gives 4 Σ s_j for those downwards, in Y, and the weights ½, 1, ½ along the row for
// those to the right. Springs with a fixed end are left to `net-filter.ts`.

/** The kinds of sums, in this order: six rows of f32 each. */
const FAMILIES: usize = 6;
const X: usize = 0;
const Y: usize = 6;
const FALLING: usize = 12;
const RISING: usize = 18;
const GAMMA: usize = 24;
const FAR: usize = 30;

/** Computes the blocks of the next coarser level. @param sums scratch, 36 rows of `fine` */
export function coarsen(coarse: Level, fine: Level, net: Net, sums: usize): void {
  for (let row = 0; row < coarse.rows; row++) {
    memory.fill(sums, 0, 6 * FAMILIES * fine.row);
    for (let near = -1; near <= 1; near++) {
      const from = 2 * row + near;
      if (from < 0 || from >= fine.rows) continue;
      if (fine.isNet) addNetRow(fine, net, from, sums, near === 0 ? 1 : 0.5, near < 0 ? 0 : 1);
      else addCoarseRow(fine, from, sums, near === 0 ? 1 : 0.5, near < 0 ? 0 : 1);
    }
    gatherRow(coarse, row, sums, fine.row);
  }
}

@inline
function add(sum: usize, weight: v128, value: v128): void {
  v128.store(sum, f32x4.add(v128.load(sum), f32x4.mul(weight, value)));
}

/** @param s weight of nodes and edges in the row @param whole weight of the edges down from it: 1 or 0 */
function addNetRow(fine: Level, net: Net, row: i32, sums: usize, s: f32, whole: f32): void {
  const step = fine.row;
  let c = fine.coefficients + ((row * fine.groups) as usize) * G;
  let free = at(net.free, step, row);
  for (let group = 0; group < fine.groups; group++, c += G, free += V, sums += V) {
    const here = v128.load(free);
    const right = v128.load(free, 4);
    const below = v128.load(free + step);
    const inRow = f32x4.mul(f32x4.splat(s), here);
    const down = f32x4.mul(f32x4.splat(whole), here);
    const forRight = f32x4.mul(inRow, right);
    const forFar = f32x4.mul(inRow, v128.load(free, 8));
    const forBelow = f32x4.mul(down, below);
    const forFarBelow = f32x4.mul(f32x4.mul(f32x4.splat(4), inRow), v128.load(free + 2 * step));
    const forFalling = f32x4.mul(down, v128.load(free + step, 4));
    const forRising = f32x4.mul(f32x4.splat(whole), f32x4.mul(right, below));
    let e: usize = 0;
    for (let p: usize = 0; p < 3; p++) {
      for (let q = p; q < 3; q++, e++) {
        const unit = f32x4.splat(p === q ? 1 : 0);
        const sum = sums + e * step;
        add(sum + X * step, forRight, BLOCKS.entry(true, c + BLOCKS.offsetOf(true, BLOCKS.RIGHT), p, q, e, unit));
        add(sum + Y * step, forBelow, BLOCKS.entry(true, c + BLOCKS.offsetOf(true, BLOCKS.BELOW), p, q, e, unit));
        add(sum + Y * step, forFarBelow, BLOCKS.entry(true, c + BLOCKS.offsetOf(true, BLOCKS.FAR_BELOW), p, q, e, unit));
        add(sum + FALLING * step, forFalling, BLOCKS.entry(true, c + BLOCKS.offsetOf(true, BLOCKS.FALLING), p, q, e, unit));
        add(sum + RISING * step, forRising, BLOCKS.entry(true, c + BLOCKS.offsetOf(true, BLOCKS.RISING), p, q, e, unit));
        add(sum + GAMMA * step, inRow, v128.load(c + NODE_BLOCK + V * e));
        add(sum + FAR * step, forFar, BLOCKS.entry(true, c + BLOCKS.offsetOf(true, BLOCKS.FAR), p, q, e, unit));
      }
    }
  }
}

function addCoarseRow(fine: Level, row: i32, sums: usize, s: f32, whole: f32): void {
  const step = fine.row;
  const inRow = f32x4.splat(s);
  const down = f32x4.splat(whole);
  let c = fine.coefficients + ((row * fine.groups) as usize) * G;
  for (let group = 0; group < fine.groups; group++, c += G, sums += V) {
    for (let e: usize = 0; e < 6; e++) {
      const sum = sums + e * step;
      add(sum + X * step, inRow, v128.load(c + BLOCKS.offsetOf(false, BLOCKS.RIGHT) + V * e));
      add(sum + Y * step, down, v128.load(c + BLOCKS.offsetOf(false, BLOCKS.BELOW) + V * e));
      add(sum + FALLING * step, down, v128.load(c + BLOCKS.offsetOf(false, BLOCKS.FALLING) + V * e));
      add(sum + RISING * step, down, v128.load(c + BLOCKS.offsetOf(false, BLOCKS.RISING) + V * e));
      add(sum + GAMMA * step, inRow, v128.load(c + NODE_BLOCK + V * e));
    }
  }
}

function gatherRow(coarse: Level, row: i32, sums: usize, step: usize): void {
  const quarter = f32x4.splat(0.25);
  for (let e: usize = 0; e < 6; e++) {
    let sum = sums + e * step;
    let to = coarse.coefficients + ((row * coarse.groups) as usize) * G + V * e;
    let beforeY = f32x4.splat(0);
    let beforeG = beforeY;
    let beforeFar = beforeY;
    for (let group = 0; group < coarse.groups; group++, to += G, sum += 2 * V) {
      const oddY = oddOf(sum + Y * step);
      const oddG = oddOf(sum + GAMMA * step);
      const oddFar = oddOf(sum + FAR * step);
      const x = f32x4.mul(quarter, pairs(sum + X * step));
      v128.store(to + BLOCKS.offsetOf(false, BLOCKS.RIGHT), f32x4.add(x, around(evenOf(sum + FAR * step), beforeFar, oddFar)));
      v128.store(to + BLOCKS.offsetOf(false, BLOCKS.BELOW), f32x4.mul(quarter, around(evenOf(sum + Y * step), beforeY, oddY)));
      v128.store(to + BLOCKS.offsetOf(false, BLOCKS.FALLING), f32x4.mul(quarter, pairs(sum + FALLING * step)));
      v128.store(to + BLOCKS.offsetOf(false, BLOCKS.RISING), f32x4.mul(quarter, pairs(sum + RISING * step)));
      v128.store(to + NODE_BLOCK, around(evenOf(sum + GAMMA * step), beforeG, oddG));
      beforeY = oddY;
      beforeG = oddG;
      beforeFar = oddFar;
    }
  }
}

@inline
function evenOf(two: usize): v128 {
  return even(v128.load(two), v128.load(two, 16));
}

@inline
function oddOf(two: usize): v128 {
  return odd(v128.load(two), v128.load(two, 16));
}

@inline
function pairs(two: usize): v128 {
  return f32x4.add(evenOf(two), oddOf(two));
}

/** Weights ½, 1, ½. */
@inline
function around(evens: v128, before: v128, odds: v128): v128 {
  return f32x4.add(evens, f32x4.mul(f32x4.splat(0.5), f32x4.add(shifted(before, odds), odds)));
}

/** The sum of the row before `v`, `v` and the row after it, with weights ½, 1, ½. */
@inline
function between(v: usize, step: usize): v128 {
  const around = f32x4.add(v128.load(v - step), v128.load(v + step));
  return f32x4.add(v128.load(v), f32x4.mul(f32x4.splat(0.5), around));
}

/** b of the coarse level := Pᵀ r, where P interpolates bilinearly. */
export function restrict(coarse: Level, fine: Level): void {
  const half = f32x4.splat(0.5);
  for (let axis = 0; axis < 3; axis++) {
    for (let row = 0; row < coarse.rows; row++) {
      let b = at(coarse.b + (axis as usize) * coarse.plane, coarse.row, row);
      let r = at(fine.r + (axis as usize) * fine.plane, fine.row, 2 * row);
      let before = f32x4.splat(0);
      for (const end = b + (coarse.groups as usize) * V; b < end; b += V, r += 2 * V) {
        const low = between(r, fine.row);
        const high = between(r + V, fine.row);
        const odds = odd(low, high);
        const around = f32x4.add(shifted(before, odds), odds);
        v128.store(b, f32x4.add(even(low, high), f32x4.mul(half, around)));
        before = odds;
      }
    }
  }
}

/** x of the fine level += s P x of the coarse one. */
export function prolong(fine: Level, coarse: Level, s: f32): void {
  const half = f32x4.splat(0.5);
  const scaled = f32x4.splat(0.5 * s);
  for (let axis = 0; axis < 3; axis++) {
    for (let row = 0; row < fine.rows; row++) {
      let x = at(fine.x + (axis as usize) * fine.plane, fine.row, row);
      let e = at(coarse.x + (axis as usize) * coarse.plane, coarse.row, row >> 1);
      // The same row twice if the fine row lies on a coarse one.
      const other = e + (row & 1 ? coarse.row : 0);
      const beyond = x + ((fine.columns as usize) << 2);
      const difference = other - e;
      for (; x < beyond; x += 2 * V, e += V) {
        const left = f32x4.mul(scaled, f32x4.add(v128.load(e), v128.load(e + difference)));
        const right = f32x4.mul(scaled, f32x4.add(v128.load(e, 4), v128.load(e + difference, 4)));
        const middle = f32x4.mul(half, f32x4.add(left, right));
        v128.store(x, f32x4.add(v128.load(x), v128.shuffle<f32>(left, middle, 0, 4, 1, 5)));
        v128.store(x, f32x4.add(v128.load(x, 16), v128.shuffle<f32>(left, middle, 2, 6, 3, 7)), 16);
      }
      v128.store(beyond, f32x4.splat(0));
      v128.store(beyond, f32x4.splat(0), 16);
    }
  }
}
