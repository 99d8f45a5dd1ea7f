import { high, low, single, sumOfLanes } from '../arithmetic';
import { at, Level } from './level';

// Loops over whole fields, f32 including the zeros around them, whose sizes are multiples of 16 bytes; and copies between fields
// and vectors of the linear solver, in which a particle is x, y, z, 0 in f64.

/** Bytes whose products are summed in single precision: eight per lane. */
const BLOCK: usize = 128;

/** xᵀy: the sum of a block in f32, the sum over blocks in f64. */
export function dotFields(x: usize, y: usize, size: usize): f64 {
  let first = f64x2.splat(0);
  let second = first;
  const last = x + size;
  for (let end = min(x + BLOCK, last); x < last; end = min(x + BLOCK, last)) {
    let sum = f32x4.splat(0);
    for (; x < end; x += 16, y += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(x), v128.load(y)));
    first = f64x2.add(first, low(sum));
    second = f64x2.add(second, high(sum));
  }
  return sumOfLanes(f64x2.add(first, second));
}

/** y += a x. */
export function axpyFields(y: usize, a: f32, x: usize, size: usize): void {
  const weight = f32x4.splat(a);
  for (const end = x + size; x < end; x += 16, y += 16) {
    v128.store(y, f32x4.add(v128.load(y), f32x4.mul(weight, v128.load(x))));
  }
}

/** y := x + a y. */
export function aypxFields(y: usize, a: f32, x: usize, size: usize): void {
  const weight = f32x4.splat(a);
  for (const end = x + size; x < end; x += 16, y += 16) {
    v128.store(y, f32x4.add(v128.load(x), f32x4.mul(weight, v128.load(y))));
  }
}

/** Bytes of a particle in a vector. */
const PARTICLE: usize = 32;

/** First column of the group that begins at `column`; the last group moves left until it ends with the row. */
@inline
function firstColumn(column: i32, columns: i32): i32 {
  return min(column, columns - 4);
}

/** field := the vector at `from`. */
export function loadField(net: Level, field: usize, from: usize): void {
  for (let row = 0; row < net.rows; row++) loadRow(net, field, row, from + ((row * net.columns) as usize) * PARTICLE);
}

function loadRow(net: Level, field: usize, row: i32, particles: usize): void {
  const plane = net.plane;
  for (let next = 0; next < net.columns; next += 4) {
    const column = firstColumn(next, net.columns) as usize;
    const p = particles + column * PARTICLE;
    const to = at(field, net.row, row) + (column << 2);
    const front = v128.shuffle<f32>(single(p), single(p + PARTICLE), 0, 1, 4, 5);
    const back = v128.shuffle<f32>(single(p + 2 * PARTICLE), single(p + 3 * PARTICLE), 0, 1, 4, 5);
    v128.store(to, v128.shuffle<f32>(front, back, 0, 2, 4, 6));
    v128.store(to + plane, v128.shuffle<f32>(front, back, 1, 3, 5, 7));
    const lowZ = v128.shuffle<f32>(single(p + 16), single(p + PARTICLE + 16), 0, 4, 1, 5);
    const highZ = v128.shuffle<f32>(single(p + 2 * PARTICLE + 16), single(p + 3 * PARTICLE + 16), 0, 4, 1, 5);
    v128.store(to + 2 * plane, v128.shuffle<f32>(lowZ, highZ, 0, 1, 4, 5));
  }
}

/** The vector at `to` := field. */
export function storeField(net: Level, field: usize, to: usize): void {
  for (let row = 0; row < net.rows; row++) storeRow(net, field, row, to + ((row * net.columns) as usize) * PARTICLE);
}

function storeRow(net: Level, field: usize, row: i32, particles: usize): void {
  for (let next = 0; next < net.columns; next += 4) {
    const column = firstColumn(next, net.columns) as usize;
    storeGroup(at(field, net.row, row) + (column << 2), net.plane, particles + column * PARTICLE);
  }
}

@inline
function storeGroup(from: usize, plane: usize, to: usize): void {
  const x = v128.load(from);
  const y = v128.load(from + plane);
  const z = v128.load(from + 2 * plane);
  const zero = f32x4.splat(0);
  const front = v128.shuffle<f32>(x, y, 0, 4, 1, 5);
  const back = v128.shuffle<f32>(x, y, 2, 6, 3, 7);
  v128.store(to, low(front));
  v128.store(to, low(v128.shuffle<f32>(z, zero, 0, 4, 4, 4)), 16);
  v128.store(to, high(front), 32);
  v128.store(to, low(v128.shuffle<f32>(z, zero, 1, 4, 4, 4)), 48);
  v128.store(to, low(back), 64);
  v128.store(to, low(v128.shuffle<f32>(z, zero, 2, 4, 4, 4)), 80);
  v128.store(to, high(back), 96);
  v128.store(to, low(v128.shuffle<f32>(z, zero, 3, 4, 4, 4)), 112);
}

/** The particles at `to`, four f32 each, := field; their fourth number stays. */
export function storeParticles(net: Level, field: usize, to: usize): void {
  for (let row = 0; row < net.rows; row++) {
    let from = at(field, net.row, row);
    for (const end = from + ((net.columns as usize) << 2); from < end; from += 4, to += 16) {
      store<f32>(to, load<f32>(from));
      store<f32>(to, load<f32>(from + net.plane), 4);
      store<f32>(to, load<f32>(from + 2 * net.plane), 8);
    }
  }
}

/** field += the particles at `from`. */
export function addParticles(net: Level, field: usize, from: usize): void {
  for (let row = 0; row < net.rows; row++) {
    let to = at(field, net.row, row);
    for (const end = to + ((net.columns as usize) << 2); to < end; from += 16, to += 4) {
      store<f32>(to, load<f32>(to) + load<f32>(from));
      store<f32>(to + net.plane, load<f32>(to + net.plane) + load<f32>(from, 4));
      store<f32>(to + 2 * net.plane, load<f32>(to + 2 * net.plane) + load<f32>(from, 8));
    }
  }
}
