import { shifted, shiftedTwice } from '../arithmetic';
import { at, G, Level, SMOOTHER, V } from './level';

// Bending by differences, as in `javascript/multigrid/bending.ts`. Its weights X, Y and Z are the planes of a field of the level.

/** Rows of f32 in the partial sums of bending. */
const SUMS: usize = 9;

/** Bending of the net := factor · weights, 4n f32. */
export function readBending(level: Level, weights: usize, factor: f32): void {
  for (let row = 0; row < level.rows; row++) {
    let to = at(level.bending, level.row, row);
    for (let column = 0; column < level.columns; column++, to += 4, weights += 16) {
      store<f32>(to, factor * load<f32>(weights));
      store<f32>(to + level.plane, factor * load<f32>(weights, 4));
      store<f32>(to + 2 * level.plane, factor * load<f32>(weights, 8));
    }
  }
}

/** Weights ½, 1, ½. */
@inline
function around(v: usize, step: usize): f32 {
  return load<f32>(v) + 0.5 * (load<f32>(v - step) + load<f32>(v + step));
}

/** The same in both directions. */
@inline
function aroundBoth(v: usize, step: usize): f32 {
  return around(v, step) + 0.5 * (around(v - 4, step) + around(v + 4, step));
}

/** Bending of the next coarser level. @param s factor of the weights, 1/16 for the bending of the same surface */
export function coarsenBending(coarse: Level, fine: Level, s: f32): void {
  const step = fine.row;
  for (let row = 0; row < coarse.rows; row++) {
    let from = at(fine.bending, step, 2 * row);
    let to = at(coarse.bending, coarse.row, row);
    for (let column = 0; column < coarse.columns; column++, from += 8, to += 4) {
      const z = from + 2 * fine.plane;
      if (column + 2 < coarse.columns) store<f32>(to, s * aroundBoth(from + 4, step));
      if (row + 2 < coarse.rows) store<f32>(to + coarse.plane, s * aroundBoth(from + fine.plane + step, step));
      const cells = load<f32>(z) + load<f32>(z, 4) + (load<f32>(z + step) + load<f32>(z + step, 4));
      store<f32>(to + 2 * coarse.plane, s * cells);
    }
  }
}

@inline
function plus(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

/** D += half of the sums of |B| over each row: then B ≤ 2 D. */
export function addBendingDiagonals(level: Level): void {
  const step = level.row;
  const two = f32x4.splat(2);
  for (let row = 0; row < level.rows; row++) {
    let x = at(level.bending, step, row);
    let d = level.coefficients + ((row * level.groups) as usize) * G + SMOOTHER;
    for (const end = d + (level.groups as usize) * G; d < end; d += G, x += V) {
      const y = x + level.plane;
      const z = y + level.plane;
      const above = row > 0 ? v128.load(y - step) : f32x4.splat(0);
      const twoAbove = row > 1 ? v128.load(y - 2 * step) : f32x4.splat(0);
      const ends = plus(plus(v128.load(x), v128.load(x - 8)), plus(v128.load(y), twoAbove));
      const middles = plus(v128.load(x - 4), above);
      const cells = plus(plus(v128.load(z), v128.load(z - 4)), plus(v128.load(z - step), v128.load(z - step - 4)));
      const sum = f32x4.mul(two, plus(plus(ends, f32x4.mul(two, middles)), cells));
      v128.store(d, plus(v128.load(d), sum));
      v128.store(d, plus(v128.load(d, 48), sum), 48);
      v128.store(d, plus(v128.load(d, 80), sum), 80);
    }
  }
}

/** Call before the first row of a product. */
export function clearBendingSums(level: Level): void {
  memory.fill(level.bendingSums, 0, SUMS * level.row);
}

/** Completes B x in one row, adds it to the row at `to`, and starts it in the next two rows, like `multiplyRow`. */
export function addBendingRow(level: Level, row: i32, to: usize): void {
  const step = level.row;
  const sums = level.bendingSums;
  let here = sums + ((row % 3) as usize) * 3 * step;
  let next = sums + (((row + 1) % 3) as usize) * 3 * step;
  let after = sums + (((row + 2) % 3) as usize) * 3 * step;
  let p = at(level.x, step, row);
  const zero = f32x4.splat(0);
  for (let axis = 0; axis < 3; axis++, p += level.plane, here += step, next += step, after += step, to += step) {
    let w = at(level.bending, step, row);
    let beforeAlong = zero;
    let beforeCell = zero;
    const end = (level.groups as usize) * V;
    for (let o: usize = 0; o < end; o += V, w += V) {
      const x = p + o;
      const here0 = v128.load(x);
      const right = v128.load(x, 4);
      const below = v128.load(x + step);
      const down = f32x4.sub(here0, below);
      const bent = f32x4.sub(f32x4.sub(here0, right), f32x4.sub(right, v128.load(x, 8)));
      const along = f32x4.mul(v128.load(w), bent);
      const sagged = f32x4.sub(down, f32x4.sub(below, v128.load(x + 2 * step)));
      const column = f32x4.mul(v128.load(w + level.plane), sagged);
      const twisted = f32x4.sub(down, f32x4.sub(right, v128.load(x + step, 4)));
      const cell = f32x4.mul(v128.load(w + 2 * level.plane), twisted);
      const middle = shifted(beforeAlong, along);
      const ends = plus(along, shiftedTwice(beforeAlong, along));
      const across = f32x4.sub(cell, shifted(beforeCell, cell));
      const inRow = plus(f32x4.sub(ends, plus(middle, middle)), plus(column, across));
      v128.store(to + o, plus(v128.load(to + o), plus(v128.load(here + o), inRow)));
      v128.store(next + o, f32x4.sub(v128.load(next + o), plus(plus(column, column), across)));
      v128.store(after + o, column);
      beforeAlong = along;
      beforeCell = cell;
    }
  }
}
