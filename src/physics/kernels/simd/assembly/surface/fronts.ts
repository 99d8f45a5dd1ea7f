// Sparse Cholesky factors in dense parts, as in `javascript/surface-loops.ts`: columns of twelve f32, the rows of four nodes.

import { subtract } from '../arithmetic';

/** Bytes of a column, of the columns of a node, and of a front in the table. */
const COLUMN: usize = 48;
const NODE: usize = 144;
const FRONT: usize = 32;

/** The three columns at `to` −= Σ of the columns from a to `end`, times the three numbers at b, which is one column after the other, too. */
function subtractProduct(to: usize, a: usize, end: usize, b: usize): void {
  let ux = f32x4.splat(0);
  let uy = ux;
  let uz = ux;
  let vx = ux;
  let vy = ux;
  let vz = ux;
  let wx = ux;
  let wy = ux;
  let wz = ux;
  for (; a < end; a += COLUMN, b += COLUMN) {
    const u = v128.load(a);
    const v = v128.load(a, 16);
    const w = v128.load(a, 32);
    const x = v128.load32_splat(b);
    ux = f32x4.add(ux, f32x4.mul(u, x));
    vx = f32x4.add(vx, f32x4.mul(v, x));
    wx = f32x4.add(wx, f32x4.mul(w, x));
    const y = v128.load32_splat(b, 4);
    uy = f32x4.add(uy, f32x4.mul(u, y));
    vy = f32x4.add(vy, f32x4.mul(v, y));
    wy = f32x4.add(wy, f32x4.mul(w, y));
    const z = v128.load32_splat(b, 8);
    uz = f32x4.add(uz, f32x4.mul(u, z));
    vz = f32x4.add(vz, f32x4.mul(v, z));
    wz = f32x4.add(wz, f32x4.mul(w, z));
  }
  subtract(to, ux);
  subtract(to + 16, vx);
  subtract(to + 32, wx);
  subtract(to + 48, uy);
  subtract(to + 64, vy);
  subtract(to + 80, wy);
  subtract(to + 96, uz);
  subtract(to + 112, vz);
  subtract(to + 128, wz);
}

/** Of the block L Lᵀ of a node, from `lane` in its columns: L⁻¹ to `inverse`, and 0 in its place and above. */
function invertFactor(m: usize, lane: usize, least: usize, inverse: usize): void {
  const p = m + lane;
  const a: f32 = 1 / sqrt<f32>(max<f32>(load<f32>(p), load<f32>(least)));
  const ba: f32 = load<f32>(p, 4) * a;
  const ca: f32 = load<f32>(p, 8) * a;
  const b: f32 = 1 / sqrt<f32>(max<f32>(load<f32>(p, 52) - ba * ba, load<f32>(least, 4)));
  const cb: f32 = (load<f32>(p, 56) - ca * ba) * b;
  const c: f32 = 1 / sqrt<f32>(max<f32>(load<f32>(p, 104) - ca * ca - cb * cb, load<f32>(least, 8)));
  store<f32>(inverse, a);
  store<f32>(inverse, -ba * a * b, 4);
  store<f32>(inverse, b, 8);
  store<f32>(inverse, (ba * cb * b - ca) * a * c, 12);
  store<f32>(inverse, -cb * b * c, 16);
  store<f32>(inverse, c, 20);
  for (; m < p + 12; m += 4) {
    store<f32>(m, 0);
    store<f32>(m, 0, 48);
    store<f32>(m, 0, 96);
  }
}

/** Four numbers of the columns of a node: times L⁻ᵀ. */
@inline
function scale(to: usize, inverse: usize): void {
  const x = v128.load(to);
  const y = v128.load(to, COLUMN);
  const z = v128.load(to, 2 * COLUMN);
  v128.store(to, f32x4.mul(v128.load32_splat(inverse), x));
  const second = f32x4.mul(v128.load32_splat(inverse, 4), x);
  v128.store(to, f32x4.add(second, f32x4.mul(v128.load32_splat(inverse, 8), y)), COLUMN);
  const third = f32x4.add(f32x4.mul(v128.load32_splat(inverse, 12), x), f32x4.mul(v128.load32_splat(inverse, 16), y));
  v128.store(to, f32x4.add(third, f32x4.mul(v128.load32_splat(inverse, 20), z)), 2 * COLUMN);
}

/** Adds what a child subtracts to the columns of its parent and to what that subtracts. */
function addUpdate(own: usize, later: usize, L: usize, U: usize, count: usize, from: usize, places: usize): void {
  const three = i32x4(-1, -1, -1, 0);
  const below = (own + 3) >> 2;
  for (let i: usize = 0; i < count; i++) {
    const row = load<u32>(places + (i << 2)) as usize;
    const after = row - own;
    const inL = L + (row < own ? (row >> 2) * own * NODE + (row & 3) * 12 : (below + (after >> 2)) * own * NODE + (after & 3) * 12);
    const inU = U + ((after >> 2) * later - own) * NODE + (after & 3) * 12;
    let block = from + (i >> 2) * count * NODE + (i & 3) * 12;
    for (let j: usize = 0; j <= i; j++, block += NODE) {
      const column = load<u32>(places + (j << 2)) as usize;
      const to = (column < own ? inL : inU) + column * NODE;
      v128.store(to, f32x4.add(v128.load(to), v128.and(v128.load(block), three)));
      v128.store(to, f32x4.add(v128.load(to, 48), v128.and(v128.load(block, 48), three)), 48);
      v128.store(to, f32x4.add(v128.load(to, 96), v128.and(v128.load(block, 96), three)), 96);
    }
  }
}

/** L of A: see `Fronts`. */
export function factorFronts(
  count: i32,
  table: usize,
  places: usize,
  values: usize,
  updates: usize,
  least: usize,
  inverses: usize,
): void {
  for (let f = table, last = table + (count as usize) * FRONT; f < last; f += FRONT) {
    const own = load<u32>(f) as usize;
    const later = load<u32>(f, 4) as usize;
    const width = own * NODE;
    const L = values + (load<u32>(f, 8) as usize);
    const U = updates + (load<u32>(f, 12) as usize);
    const below = L + ((own + 3) >> 2) * width;
    const groups = (later + 3) >> 2;
    const bottom = below + groups * width;
    memory.fill(U, 0, groups * later * NODE);
    for (let end = load<u32>(f, 24) as usize; end > 0; ) {
      const c = table + end - FRONT;
      const from = updates + (load<u32>(c, 12) as usize);
      addUpdate(own, later, L, U, load<u32>(c, 4) as usize, from, places + (load<u32>(c, 16) as usize));
      end = load<u32>(c, 28) as usize;
    }
    let floor = least + ((load<u32>(f, 20) as usize) << 4);
    let inverse = inverses + ((load<u32>(f, 20) as usize) << 5);
    for (let j: usize = 0; j < own; j++, floor += 16, inverse += 32) {
      const lane = (j & 3) * 12;
      const top = L + (j >> 2) * width;
      for (let row = top; row < bottom; row += width) {
        const to = row + j * NODE;
        if (j > 0) subtractProduct(to, row, to, top + lane);
        if (row == top) invertFactor(to, lane, floor, inverse);
        for (let k: usize = 0; k < COLUMN; k += 16) scale(to + k, inverse);
      }
    }
    let to = U;
    for (let i: usize = 0, row = below; i < later; i += 4, row += width) {
      const start = to;
      const most = min<usize>(later, i + 4);
      for (let j: usize = 0; j < most; j++, to += NODE)
        subtractProduct(to, row, row + width, below + (j >> 2) * width + (j & 3) * 12);
      to = start + later * NODE;
    }
  }
}

/** (Σa, Σb, Σc, 0). */
@inline
function sums(a: v128, b: v128, c: v128): v128 {
  const zero = f32x4.splat(0);
  const p = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const q = f32x4.add(v128.shuffle<f32>(c, zero, 0, 4, 1, 5), v128.shuffle<f32>(c, zero, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(p, q, 0, 1, 4, 5), v128.shuffle<f32>(p, q, 2, 3, 6, 7));
}

/** What four lanes of Σ over the rows of a column are. */
@inline
function dot(o: usize, u: v128, v: v128, w: v128): v128 {
  const sum = f32x4.add(f32x4.mul(v128.load(o), u), f32x4.mul(v128.load(o, 16), v));
  return f32x4.add(sum, f32x4.mul(v128.load(o, 32), w));
}

/** x := (L Lᵀ)⁻¹x. */
export function solveFronts(
  count: i32,
  table: usize,
  rows: usize,
  values: usize,
  inverses: usize,
  work: usize,
  x: usize,
): void {
  let f = table;
  for (let left = count; left > 0; left--, f += FRONT) {
    const own = load<u32>(f) as usize;
    const width = own * NODE;
    const place = load<u32>(f, 20) as usize;
    const first = x + (place << 4);
    const last = first + (own << 4);
    const L = values + (load<u32>(f, 8) as usize);
    for (let j: usize = 0, m = inverses + (place << 5), to = first; j < own; j++, m += 32, to += 16) {
      let left = v128.load(to);
      let o = L + (j >> 2) * width + (j & 3) * 12;
      for (let k = first; k < to; k += 16, o += NODE) {
        left = f32x4.sub(left, f32x4.mul(v128.load(o), v128.load32_splat(k)));
        left = f32x4.sub(left, f32x4.mul(v128.load(o, COLUMN), v128.load32_splat(k, 4)));
        left = f32x4.sub(left, f32x4.mul(v128.load(o, 2 * COLUMN), v128.load32_splat(k, 8)));
      }
      const p = f32x4.extract_lane(left, 0);
      const q = f32x4.extract_lane(left, 1);
      const r = f32x4.extract_lane(left, 2);
      store<f32>(to, load<f32>(m) * p);
      store<f32>(to, load<f32>(m, 4) * p + load<f32>(m, 8) * q, 4);
      store<f32>(to, load<f32>(m, 12) * p + load<f32>(m, 16) * q + load<f32>(m, 20) * r, 8);
    }
    let o = L + ((own + 3) >> 2) * width;
    let row = rows + (load<u32>(f, 16) as usize);
    for (const end = row + (load<u32>(f, 4) << 2); row < end; row += 16) {
      let u = f32x4.splat(0);
      let v = u;
      let w = u;
      for (let k = first; k < last; k += 16) {
        for (let axis: usize = 0; axis < 12; axis += 4, o += COLUMN) {
          const s = v128.load32_splat(k + axis);
          u = f32x4.add(u, f32x4.mul(v128.load(o), s));
          v = f32x4.add(v, f32x4.mul(v128.load(o, 16), s));
          w = f32x4.add(w, f32x4.mul(v128.load(o, 32), s));
        }
      }
      // The fourth number of a node has no meaning.
      subtract(x + (load<u32>(row) as usize), u);
      subtract(x + (load<u32>(row, 4) as usize), v128.shuffle<f32>(u, v, 3, 4, 5, 5));
      subtract(x + (load<u32>(row, 8) as usize), v128.shuffle<f32>(v, w, 2, 3, 4, 4));
      subtract(x + (load<u32>(row, 12) as usize), v128.shuffle<f32>(w, w, 1, 2, 3, 3));
    }
  }
  while (f > table) {
    f -= FRONT;
    const own = load<u32>(f) as usize;
    const width = own * NODE;
    const place = load<u32>(f, 20) as usize;
    const L = values + (load<u32>(f, 8) as usize);
    for (let i: usize = 0; i < own; i++) v128.store(work + (i << 4), f32x4.splat(0));
    let o = L + ((own + 3) >> 2) * width;
    let row = rows + (load<u32>(f, 16) as usize);
    for (const end = row + (load<u32>(f, 4) << 2); row < end; row += 16) {
      const a = v128.load(x + (load<u32>(row) as usize));
      const b = v128.load(x + (load<u32>(row, 4) as usize));
      const c = v128.load(x + (load<u32>(row, 8) as usize));
      const d = v128.load(x + (load<u32>(row, 12) as usize));
      const u = v128.shuffle<f32>(a, b, 0, 1, 2, 4);
      const v = v128.shuffle<f32>(b, c, 1, 2, 4, 5);
      const w = v128.shuffle<f32>(c, d, 2, 4, 5, 6);
      for (let to = work, end = o + width; o < end; o += NODE, to += 16) {
        const found = sums(dot(o, u, v, w), dot(o + COLUMN, u, v, w), dot(o + 2 * COLUMN, u, v, w));
        v128.store(to, f32x4.add(v128.load(to), found));
      }
    }
    for (let j = own; j > 0; ) {
      j--;
      const at = x + ((place + j) << 4);
      const m = inverses + ((place + j) << 5);
      const end = work + (j << 4);
      const left = f32x4.sub(v128.load(at), v128.load(end));
      const p = f32x4.extract_lane(left, 0);
      const q = f32x4.extract_lane(left, 1);
      const r = f32x4.extract_lane(left, 2);
      const a: f32 = load<f32>(m) * p + load<f32>(m, 4) * q + load<f32>(m, 12) * r;
      const value = f32x4(a, load<f32>(m, 8) * q + load<f32>(m, 16) * r, load<f32>(m, 20) * r, 0);
      v128.store(at, value);
      let o = L + (j >> 2) * width + (j & 3) * 12;
      for (let to = work; to < end; to += 16, o += NODE) {
        const y = f32x4.mul(v128.load(o, COLUMN), value);
        const found = sums(f32x4.mul(v128.load(o), value), y, f32x4.mul(v128.load(o, 2 * COLUMN), value));
        v128.store(to, f32x4.add(v128.load(to), found));
      }
    }
  }
}
