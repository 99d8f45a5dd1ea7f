import { at, entryOf, Level, Net, SMOOTHER } from './level';
import { addressOf, BELOW, FALLING, FAR, FAR_BELOW, offsetOf, RIGHT, RISING, addToCoarse } from './blocks';

/** Adds the block of each spring with one fixed end to the node blocks of the coarse nodes that its free end is interpolated
 *  from, with their weights: a fixed end contributes 0 to the stretch. */
export function addFixedSprings(coarse: Level, fine: Level, net: Net): void {
  for (let c = 0; c < net.filteredCount; c++) {
    const particle = load<i32>(net.filtered + (c << 2));
    const i = particle % fine.columns;
    const j = particle / fine.columns;
    if (isFree(fine, net, i, j)) continue;
    addSpring(coarse, fine, net, RIGHT, i, j, i + 1, j);
    addSpring(coarse, fine, net, RIGHT, i - 1, j, i - 1, j);
    addSpring(coarse, fine, net, BELOW, i, j, i, j + 1);
    addSpring(coarse, fine, net, BELOW, i, j - 1, i, j - 1);
    addSpring(coarse, fine, net, FALLING, i, j, i + 1, j + 1);
    addSpring(coarse, fine, net, FALLING, i - 1, j - 1, i - 1, j - 1);
    addSpring(coarse, fine, net, RISING, i - 1, j, i - 1, j + 1);
    addSpring(coarse, fine, net, RISING, i, j - 1, i + 1, j - 1);
    addSpring(coarse, fine, net, FAR, i, j, i + 2, j);
    addSpring(coarse, fine, net, FAR, i - 2, j, i - 2, j);
    addSpring(coarse, fine, net, FAR_BELOW, i, j, i, j + 2);
    addSpring(coarse, fine, net, FAR_BELOW, i, j - 2, i, j - 2);
  }
}

@inline
export function isFree(fine: Level, net: Net, i: i32, j: i32): bool {
  return load<f32>(at(net.free, fine.row, j) + (i << 2)) !== 0;
}

/** The spring of node (column, row) at a place, with its free end at (i, j); ignored if one of them is outside the net. */
function addSpring(coarse: Level, fine: Level, net: Net, spring: usize, column: i32, row: i32, i: i32, j: i32): void {
  if (column < 0 || row < 0 || i < 0 || j < 0 || i >= fine.columns || j >= fine.rows) return;
  if (!isFree(fine, net, i, j)) return;
  const b = addressOf(fine, column, row) + offsetOf(true, spring);
  addToCoarse(coarse, i, j, 1, load<f32>(b), load<f32>(b, 16), load<f32>(b, 32), load<f32>(b, 48));
}

/** Sets `free` and `filtered` from S. */
export function readFilter(level: Level, net: Net): void {
  let count = 0;
  let filter = net.filter;
  for (let row = 0; row < level.rows; row++) {
    const free = at(net.free, level.row, row);
    for (let column = 0; column < level.columns; column++, filter += 72) {
      const trace = entryOf(filter, 0) + entryOf(filter, 3) + entryOf(filter, 5);
      store<f32>(free + (column << 2), trace === 0 ? 0 : 1);
      if (trace === 3) continue;
      store<i32>(net.filtered + (count << 2), row * level.columns + column);
      count++;
    }
  }
  net.filteredCount = count;
}

/** y := S y; y is a field. */
export function filter(level: Level, net: Net, y: usize): void {
  for (let c = 0; c < net.filteredCount; c++) {
    const i = load<i32>(net.filtered + (c << 2));
    const s = net.filter + 72 * (i as usize);
    const o = at(y, level.row, i / level.columns) + ((i % level.columns) << 2);
    const u: f64 = load<f32>(o);
    const v: f64 = load<f32>(o + level.plane);
    const w: f64 = load<f32>(o + 2 * level.plane);
    store<f32>(o, (entryOf(s, 0) * u + entryOf(s, 1) * v + entryOf(s, 2) * w) as f32);
    store<f32>(o + level.plane, (entryOf(s, 1) * u + entryOf(s, 3) * v + entryOf(s, 4) * w) as f32);
    store<f32>(o + 2 * level.plane, (entryOf(s, 2) * u + entryOf(s, 4) * v + entryOf(s, 5) * w) as f32);
  }
}

/** For particles with S ≠ I: smoother := S D S + δ(I − S), δ = tr D, which can be inverted; if `inverted`, S D⁻¹ S. */
export function filterSmoother(level: Level, net: Net, inverted: bool): void {
  for (let c = 0; c < net.filteredCount; c++) {
    const i = load<i32>(net.filtered + (c << 2));
    const smoother = addressOf(level, i % level.columns, i / level.columns) + SMOOTHER;
    filterBlock(smoother, net.filter + 72 * (i as usize), inverted);
  }
}

function filterBlock(d: usize, s: usize, inverted: bool): void {
  const a: f64 = load<f32>(d);
  const b: f64 = load<f32>(d, 16);
  const c: f64 = load<f32>(d, 32);
  const e: f64 = load<f32>(d, 48);
  const f: f64 = load<f32>(d, 64);
  const g: f64 = load<f32>(d, 80);
  const delta = inverted ? 0 : a + e + g;
  const sxx = entryOf(s, 0);
  const sxy = entryOf(s, 1);
  const sxz = entryOf(s, 2);
  const syy = entryOf(s, 3);
  const syz = entryOf(s, 4);
  const szz = entryOf(s, 5);
  // The columns of D S.
  const xx = a * sxx + b * sxy + c * sxz;
  const yx = b * sxx + e * sxy + f * sxz;
  const zx = c * sxx + f * sxy + g * sxz;
  const xy = a * sxy + b * syy + c * syz;
  const yy = b * sxy + e * syy + f * syz;
  const zy = c * sxy + f * syy + g * syz;
  const xz = a * sxz + b * syz + c * szz;
  const yz = b * sxz + e * syz + f * szz;
  const zz = c * sxz + f * syz + g * szz;
  store<f32>(d, (sxx * xx + sxy * yx + sxz * zx + delta * (1 - sxx)) as f32);
  store<f32>(d, (sxx * xy + sxy * yy + sxz * zy - delta * sxy) as f32, 16);
  store<f32>(d, (sxx * xz + sxy * yz + sxz * zz - delta * sxz) as f32, 32);
  store<f32>(d, (sxy * xy + syy * yy + syz * zy + delta * (1 - syy)) as f32, 48);
  store<f32>(d, (sxy * xz + syy * yz + syz * zz - delta * syz) as f32, 64);
  store<f32>(d, (sxz * xz + syz * yz + szz * zz + delta * (1 - szz)) as f32, 80);
}
