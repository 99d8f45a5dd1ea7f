import { at, Level } from './level';
import { beginRow, clearSums, findResidual, REACH, sweepRow } from './sweeps';

/** Bytes of a particle in a vector of the solver: x, y, z, 0 in f64. */
const PARTICLE: usize = 32;

/** A particle's x and y, and its z, as f32 in the low lanes. */
@inline
function planar(particle: usize): v128 {
  return f32x4.demote_f64x2_zero(v128.load(particle));
}

@inline
function upright(particle: usize): v128 {
  return f32x4.demote_f64x2_zero(v128.load(particle, 16));
}

/** Where the group that begins at `column` begins indeed: the last one moves left until it ends with the row. */
@inline
function within(column: i32, columns: i32): i32 {
  return min(column, columns - 4);
}

/** b := the vector at `r`, n particles; then as `descend`. */
export function take(net: Level, r: usize): void {
  clearSums(net);
  for (let row = 0; row < net.rows + REACH; row++) {
    if (row < net.rows) {
      takeRow(net, net.b, row, r + ((row * net.columns) as usize) * PARTICLE);
      beginRow(net, row);
    }
    if (row >= REACH) findResidual(net, row - REACH);
  }
}

/** field := the vector at `from`. */
export function takeField(net: Level, field: usize, from: usize): void {
  for (let row = 0; row < net.rows; row++) takeRow(net, field, row, from + ((row * net.columns) as usize) * PARTICLE);
}

function takeRow(net: Level, field: usize, row: i32, particles: usize): void {
  const plane = net.plane;
  for (let next = 0; next < net.columns; next += 4) {
    const column = within(next, net.columns) as usize;
    const p = particles + column * PARTICLE;
    const to = at(field, net.row, row) + (column << 2);
    const low = v128.shuffle<f32>(planar(p), planar(p + PARTICLE), 0, 1, 4, 5);
    const high = v128.shuffle<f32>(planar(p + 2 * PARTICLE), planar(p + 3 * PARTICLE), 0, 1, 4, 5);
    v128.store(to, v128.shuffle<f32>(low, high, 0, 2, 4, 6));
    v128.store(to + plane, v128.shuffle<f32>(low, high, 1, 3, 5, 7));
    const lowZ = v128.shuffle<f32>(upright(p), upright(p + PARTICLE), 0, 4, 1, 5);
    const highZ = v128.shuffle<f32>(upright(p + 2 * PARTICLE), upright(p + 3 * PARTICLE), 0, 4, 1, 5);
    v128.store(to + 2 * plane, v128.shuffle<f32>(lowZ, highZ, 0, 1, 4, 5));
  }
}

/** A last sweep; the vector at `z` := x. */
export function give(net: Level, z: usize): void {
  clearSums(net);
  for (let row = 0; row < net.rows; row++) {
    sweepRow(net, row);
    giveRow(net, net.x, row, z + ((row * net.columns) as usize) * PARTICLE);
  }
}

/** The vector at `to` := field. */
export function giveField(net: Level, field: usize, to: usize): void {
  for (let row = 0; row < net.rows; row++) giveRow(net, field, row, to + ((row * net.columns) as usize) * PARTICLE);
}

function giveRow(net: Level, field: usize, row: i32, particles: usize): void {
  for (let next = 0; next < net.columns; next += 4) {
    const column = within(next, net.columns) as usize;
    giveGroup(at(field, net.row, row) + (column << 2), net.plane, particles + column * PARTICLE);
  }
}

@inline
function giveGroup(from: usize, plane: usize, to: usize): void {
  const x = v128.load(from);
  const y = v128.load(from + plane);
  const z = v128.load(from + 2 * plane);
  const zero = f32x4.splat(0);
  const low = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
  const high = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
  v128.store(to, f64x2.promote_low_f32x4(low));
  v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f32>(z, zero, 0, 4, 4, 4)), 16);
  v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f32>(low, low, 2, 3, 2, 3)), 32);
  v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f32>(z, zero, 1, 4, 4, 4)), 48);
  v128.store(to, f64x2.promote_low_f32x4(high), 64);
  v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f32>(z, zero, 2, 4, 4, 4)), 80);
  v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f32>(high, high, 2, 3, 2, 3)), 96);
  v128.store(to, f64x2.promote_low_f32x4(v128.shuffle<f32>(z, zero, 3, 4, 4, 4)), 112);
}
