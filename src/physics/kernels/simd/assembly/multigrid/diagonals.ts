import { shifted, shiftedTwice } from './arithmetic';
import * as CELLS from './cells-product';
import { G, GROUND, Level, SMOOTHER, V } from './level';
import * as NET from './net-product';
import { clearSums } from './sweeps';

/** Of the Jacobi sweeps, as in the plain cycle. */
const OMEGA: f64 = 0.7;

/** Puts D, the block diagonal of A, where the smoother is to be. */
export function findDiagonals(level: Level): void {
  clearSums(level);
  for (let row = 0; row < level.rows; row++) {
    let e: usize = 0;
    for (let p: usize = 0; p < 3; p++) {
      for (let q = p; q < 3; q++, e++) {
        if (level.isNet) addNetEntries(level, row, e, p, q);
        else addCellsEntries(level, row, e);
      }
    }
  }
}

/** Completes entry e of the diagonal blocks in one row, and begins it in the next two, as `multiplyNetRow` does. */
function addNetEntries(level: Level, row: i32, e: usize, p: usize, q: usize): void {
  let c = level.coefficients + ((row * level.groups) as usize) * G;
  let here = level.sums + (((row % 3) * 6) as usize) * level.row + e * level.row;
  let next = level.sums + ((((row + 1) % 3) * 6) as usize) * level.row + e * level.row;
  let after = level.sums + ((((row + 2) % 3) * 6) as usize) * level.row + e * level.row;
  const unit = f32x4.splat(p === q ? 1 : 0);
  let right = f32x4.splat(0);
  let falling = right;
  let rising = right;
  let far = right;
  for (const end = c + (level.groups as usize) * G; c < end; c += G, here += V, next += V, after += V) {
    const toRight = NET.entry(c + NET.RIGHT, p, q, unit);
    const toBelow = NET.entry(c + NET.BELOW, p, q, unit);
    const fall = NET.entry(c + NET.FALLING, p, q, unit);
    const rise = NET.entry(c + NET.RISING, p, q, unit);
    const toFar = NET.entry(c + NET.FAR, p, q, unit);
    const toFarBelow = NET.entry(c + NET.FAR_BELOW, p, q, unit);
    let own = f32x4.add(v128.load(here), v128.load(c + GROUND + V * e));
    own = f32x4.add(own, f32x4.add(toRight, shifted(right, toRight)));
    own = f32x4.add(own, f32x4.add(toFar, shiftedTwice(far, toFar)));
    own = f32x4.add(own, f32x4.add(f32x4.add(toBelow, toFarBelow), f32x4.add(fall, shifted(rising, rise))));
    const down = f32x4.add(f32x4.add(toBelow, rise), shifted(falling, fall));
    v128.store(c + SMOOTHER + V * e, own);
    v128.store(next, f32x4.add(v128.load(next), down));
    v128.store(after, toFarBelow);
    right = toRight;
    falling = fall;
    rising = rise;
    far = toFar;
  }
}

function addCellsEntries(level: Level, row: i32, e: usize): void {
  let c = level.coefficients + ((row * level.groups) as usize) * G;
  let here = level.sums + (((row % 3) * 6) as usize) * level.row + e * level.row;
  let next = level.sums + ((((row + 1) % 3) * 6) as usize) * level.row + e * level.row;
  let right = f32x4.splat(0);
  let falling = right;
  let rising = right;
  for (const end = c + (level.groups as usize) * G; c < end; c += G, here += V, next += V) {
    const toRight = v128.load(c + CELLS.RIGHT + V * e);
    const toBelow = v128.load(c + CELLS.BELOW + V * e);
    const fall = v128.load(c + CELLS.FALLING + V * e);
    const rise = v128.load(c + CELLS.RISING + V * e);
    let own = f32x4.add(v128.load(here), v128.load(c + GROUND + V * e));
    own = f32x4.add(own, f32x4.add(toRight, shifted(right, toRight)));
    own = f32x4.add(own, f32x4.add(toBelow, f32x4.add(fall, shifted(rising, rise))));
    v128.store(c + SMOOTHER + V * e, own);
    v128.store(next, f32x4.add(f32x4.add(toBelow, rise), shifted(falling, fall)));
    right = toRight;
    falling = fall;
    rising = rise;
  }
}

/** D := ω D⁻¹, in f64; 0 where D isn't positive definite, as where nothing is. */
export function invertDiagonals(level: Level): void {
  let d = level.coefficients + SMOOTHER;
  for (let group = 0, end = level.rows * level.groups; group < end; group++, d += G) {
    invertPair(d);
    invertPair(d + 8);
  }
}

@inline
function double(two: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(two));
}

@inline
function single(to: usize, two: v128): void {
  v128.store64_lane(to, f32x4.demote_f64x2_zero(two), 0);
}

@inline
function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, b), f64x2.mul(c, d));
}

@inline
function invertPair(o: usize): void {
  const a = double(o);
  const b = double(o + 16);
  const c = double(o + 32);
  const d = double(o + 48);
  const e = double(o + 64);
  const f = double(o + 80);
  const A = minor(d, f, e, e);
  const B = minor(c, e, b, f);
  const C = minor(b, e, c, d);
  const determinant = f64x2.add(f64x2.add(f64x2.mul(a, A), f64x2.mul(b, B)), f64x2.mul(c, C));
  const zero = f64x2.splat(0);
  const definite = v128.and(f64x2.gt(a, zero), f64x2.gt(determinant, zero));
  const scale = v128.and(f64x2.div(f64x2.splat(OMEGA), determinant), definite);
  single(o, f64x2.mul(scale, A));
  single(o + 16, f64x2.mul(scale, B));
  single(o + 32, f64x2.mul(scale, C));
  single(o + 48, f64x2.mul(scale, minor(a, f, c, c)));
  single(o + 64, f64x2.mul(scale, minor(b, c, a, e)));
  single(o + 80, f64x2.mul(scale, minor(a, d, b, b)));
}
