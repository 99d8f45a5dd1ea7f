import { shifted, shiftedTwice } from '../arithmetic';
import { addBendingDiagonals } from './bending';
import { BELOW, entry, FALLING, FAR, FAR_BELOW, offsetOf, RIGHT, RISING } from './blocks';
import { G, Level, NODE_BLOCK, SMOOTHER, V } from './level';
import { clearSums } from './sweeps';

/** Weight of the Jacobi sweeps, as in the JavaScript kernel. */
const OMEGA: f64 = 0.7;

/** smoother := D, the block diagonal of A. */
export function findDiagonals(level: Level): void {
  clearSums(level);
  for (let row = 0; row < level.rows; row++) {
    let e: usize = 0;
    for (let p: usize = 0; p < 3; p++) {
      for (let q = p; q < 3; q++, e++) {
        if (level.isNet) addNetEntries(level, row, e, p, q);
        else addCoarseEntries(level, row, e, p, q);
      }
    }
  }
  if (level.bending) addBendingDiagonals(level);
}

/** Completes entry e of the diagonal blocks in one row, and starts it in the next two, like `multiplyRow`. */
@inline
function addEntries(level: Level, row: i32, e: usize, p: usize, q: usize, isNet: bool): void {
  let c = level.coefficients + ((row * level.groups) as usize) * G;
  let here = level.sums + (((row % 3) * 6) as usize) * level.row + e * level.row;
  let next = level.sums + ((((row + 1) % 3) * 6) as usize) * level.row + e * level.row;
  let after = isNet ? level.sums + ((((row + 2) % 3) * 6) as usize) * level.row + e * level.row : 0;
  const unit = f32x4.splat(p === q ? 1 : 0);
  let right = f32x4.splat(0);
  let falling = right;
  let rising = right;
  let far = right;
  for (const end = c + (level.groups as usize) * G; c < end; c += G, here += V, next += V) {
    const toRight = entry(isNet, c + offsetOf(isNet, RIGHT), p, q, e, unit);
    const toBelow = entry(isNet, c + offsetOf(isNet, BELOW), p, q, e, unit);
    const fall = entry(isNet, c + offsetOf(isNet, FALLING), p, q, e, unit);
    const rise = entry(isNet, c + offsetOf(isNet, RISING), p, q, e, unit);
    let own = f32x4.add(v128.load(here), v128.load(c + NODE_BLOCK + V * e));
    own = f32x4.add(own, f32x4.add(toRight, shifted(right, toRight)));
    let down = f32x4.add(f32x4.add(toBelow, rise), shifted(falling, fall));
    if (isNet) {
      const toFar = entry(isNet, c + offsetOf(isNet, FAR), p, q, e, unit);
      const toFarBelow = entry(isNet, c + offsetOf(isNet, FAR_BELOW), p, q, e, unit);
      own = f32x4.add(own, f32x4.add(toFar, shiftedTwice(far, toFar)));
      own = f32x4.add(own, f32x4.add(f32x4.add(toBelow, toFarBelow), f32x4.add(fall, shifted(rising, rise))));
      down = f32x4.add(v128.load(next), down);
      v128.store(after, toFarBelow);
      after += V;
      far = toFar;
    } else own = f32x4.add(own, f32x4.add(toBelow, f32x4.add(fall, shifted(rising, rise))));
    v128.store(c + SMOOTHER + V * e, own);
    v128.store(next, down);
    right = toRight;
    falling = fall;
    rising = rise;
  }
}

function addNetEntries(level: Level, row: i32, e: usize, p: usize, q: usize): void {
  addEntries(level, row, e, p, q, true);
}

function addCoarseEntries(level: Level, row: i32, e: usize, p: usize, q: usize): void {
  addEntries(level, row, e, p, q, false);
}

/** smoother := ω D⁻¹, computed in f64; 0 if D is not positive definite, such as a zero block. */
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
