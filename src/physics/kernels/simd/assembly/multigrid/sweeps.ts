import { dot3 } from '../arithmetic';
import { addBendingRow, clearBendingSums } from './bending';
import { at, G, Level, SMOOTHER, V } from './level';
import { multiplyCoarseRow, multiplyNetRow } from './product';

/** Row j of a product reads the rows up to j + REACH. */
const REACH = 2;

/** x := ω D⁻¹ b, r := b − A x, in one pass over the rows: x is REACH rows ahead of r. */
export function preSmooth(level: Level): void {
  clearSums(level);
  for (let row = 0; row < level.rows + REACH; row++) {
    if (row < level.rows) smoothRow(level, row);
    if (row >= REACH) residualRow(level, row - REACH);
  }
}

/** x := ω D⁻¹ b of a row. */
function smoothRow(level: Level, row: i32): void {
  let b = at(level.b, level.row, row);
  let x = at(level.x, level.row, row);
  let c = coefficientsOf(level, row) + SMOOTHER;
  for (let group = 0; group < level.groups; group++, b += V, x += V, c += G) {
    smooth(c, x, level.plane, v128.load(b), v128.load(b + level.plane), v128.load(b + 2 * level.plane), false);
  }
}

/** r := b − A x. */
export function findResidual(level: Level): void {
  clearSums(level);
  for (let row = 0; row < level.rows; row++) residualRow(level, row);
}

/** r := b − A x of a row. */
function residualRow(level: Level, row: i32): void {
  const plane = level.plane;
  let Ax = multiplyRow(level, row);
  let b = at(level.b, level.row, row);
  let r = at(level.r, level.row, row);
  for (const end = b + (level.groups as usize) * V; b < end; b += V, r += V, Ax += V) {
    v128.store(r, f32x4.sub(v128.load(b), v128.load(Ax)));
    v128.store(r + plane, f32x4.sub(v128.load(b + plane), v128.load(Ax + level.row)));
    v128.store(r + 2 * plane, f32x4.sub(v128.load(b + 2 * plane), v128.load(Ax + 2 * level.row)));
  }
}

/** The field at `y` := A x. */
export function multiply(level: Level, y: usize): void {
  clearSums(level);
  for (let row = 0; row < level.rows; row++) {
    let Ax = multiplyRow(level, row);
    let to = at(y, level.row, row);
    for (const end = to + (level.groups as usize) * V; to < end; to += V, Ax += V) {
      v128.store(to, v128.load(Ax));
      v128.store(to + level.plane, v128.load(Ax + level.row));
      v128.store(to + 2 * level.plane, v128.load(Ax + 2 * level.row));
    }
  }
}

/** x += ω D⁻¹(b − A x), in place: the products of later rows no longer read the x of a finished row. */
export function postSmooth(level: Level): void {
  clearSums(level);
  for (let row = 0; row < level.rows; row++) correctRow(level, row);
}

function correctRow(level: Level, row: i32): void {
  const plane = level.plane;
  let Ax = multiplyRow(level, row);
  let b = at(level.b, level.row, row);
  let x = at(level.x, level.row, row);
  let c = coefficientsOf(level, row) + SMOOTHER;
  for (const end = b + (level.groups as usize) * V; b < end; b += V, x += V, Ax += V, c += G) {
    const rx = f32x4.sub(v128.load(b), v128.load(Ax));
    const ry = f32x4.sub(v128.load(b + plane), v128.load(Ax + level.row));
    const rz = f32x4.sub(v128.load(b + 2 * plane), v128.load(Ax + 2 * level.row));
    smooth(c, x, plane, rx, ry, rz, true);
  }
}

/** x += ω D⁻¹ r. */
export function smoothResidual(level: Level): void {
  const plane = level.plane;
  for (let row = 0; row < level.rows; row++) {
    let r = at(level.r, level.row, row);
    let x = at(level.x, level.row, row);
    let c = coefficientsOf(level, row) + SMOOTHER;
    for (const end = r + (level.groups as usize) * V; r < end; r += V, x += V, c += G) {
      smooth(c, x, plane, v128.load(r), v128.load(r + plane), v128.load(r + 2 * plane), true);
    }
  }
}

/** Call before the first row of a product. */
export function clearSums(level: Level): void {
  memory.fill(level.sums, 0, 18 * level.row);
  if (level.bending) clearBendingSums(level);
}

/** Computes (A x)_row. @returns its address; its planes are `level.row` bytes apart */
function multiplyRow(level: Level, row: i32): usize {
  if (level.isNet) multiplyNetRow(level, row);
  else multiplyCoarseRow(level, row);
  const sums = level.sums + ((row % 3) as usize) * 6 * level.row;
  if (level.bending) addBendingRow(level, row, sums);
  return sums;
}

@inline
function coefficientsOf(level: Level, row: i32): usize {
  return level.coefficients + ((row * level.groups) as usize) * G;
}

/** x := ω D⁻¹ r of a group, or x += ω D⁻¹ r if `add`. */
@inline
function smooth(c: usize, x: usize, plane: usize, rx: v128, ry: v128, rz: v128, add: bool): void {
  const xy = v128.load(c, 16);
  const xz = v128.load(c, 32);
  const yz = v128.load(c, 64);
  const sx = dot3(v128.load(c), xy, xz, rx, ry, rz);
  const sy = dot3(xy, v128.load(c, 48), yz, rx, ry, rz);
  const sz = dot3(xz, yz, v128.load(c, 80), rx, ry, rz);
  v128.store(x, add ? f32x4.add(v128.load(x), sx) : sx);
  v128.store(x + plane, add ? f32x4.add(v128.load(x + plane), sy) : sy);
  v128.store(x + 2 * plane, add ? f32x4.add(v128.load(x + 2 * plane), sz) : sz);
}
