// Sparse Cholesky factors in dense parts, as in `javascript/front-loops.ts`: blocks of three rows of four f32, the last of each 0.

/** Bytes of a block and of a front in the table. */
const BLOCK: usize = 48;
const FRONT: usize = 32;

/** (Σa, Σb, Σc, 0), where the last of each is 0. */
@inline
function sums(a: v128, b: v128, c: v128): v128 {
  const zero = f32x4.splat(0);
  const p = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const q = f32x4.add(v128.shuffle<f32>(c, zero, 0, 4, 1, 5), v128.shuffle<f32>(c, zero, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(p, q, 0, 1, 4, 5), v128.shuffle<f32>(p, q, 2, 3, 6, 7));
}

@inline
function subtract(to: usize, value: v128): void {
  v128.store(to, f32x4.sub(v128.load(to), value));
}

/** to −= Σ_p A_p B_pᵀ over blocks that follow each other from a to `end` and from b. */
function subtractProduct(to: usize, a: usize, end: usize, b: usize): void {
  let s00 = f32x4.splat(0);
  let s01 = s00;
  let s02 = s00;
  let s10 = s00;
  let s11 = s00;
  let s12 = s00;
  let s20 = s00;
  let s21 = s00;
  let s22 = s00;
  for (; a < end; a += BLOCK, b += BLOCK) {
    const x = v128.load(b);
    const y = v128.load(b, 16);
    const z = v128.load(b, 32);
    const u = v128.load(a);
    s00 = f32x4.add(s00, f32x4.mul(u, x));
    s01 = f32x4.add(s01, f32x4.mul(u, y));
    s02 = f32x4.add(s02, f32x4.mul(u, z));
    const v = v128.load(a, 16);
    s10 = f32x4.add(s10, f32x4.mul(v, x));
    s11 = f32x4.add(s11, f32x4.mul(v, y));
    s12 = f32x4.add(s12, f32x4.mul(v, z));
    const w = v128.load(a, 32);
    s20 = f32x4.add(s20, f32x4.mul(w, x));
    s21 = f32x4.add(s21, f32x4.mul(w, y));
    s22 = f32x4.add(s22, f32x4.mul(w, z));
  }
  subtract(to, sums(s00, s01, s02));
  subtract(to + 16, sums(s10, s11, s12));
  subtract(to + 32, sums(s20, s21, s22));
}

/** Replaces a block L Lᵀ by L⁻¹. */
function invertFactor(m: usize, least: usize): void {
  const a: f32 = 1 / sqrt<f32>(max<f32>(load<f32>(m), load<f32>(least)));
  const ba: f32 = load<f32>(m, 16) * a;
  const ca: f32 = load<f32>(m, 32) * a;
  const b: f32 = 1 / sqrt<f32>(max<f32>(load<f32>(m, 20) - ba * ba, load<f32>(least, 4)));
  const cb: f32 = (load<f32>(m, 36) - ca * ba) * b;
  const c: f32 = 1 / sqrt<f32>(max<f32>(load<f32>(m, 40) - ca * ca - cb * cb, load<f32>(least, 8)));
  v128.store(m, f32x4(a, 0, 0, 0));
  v128.store(m + 16, f32x4(-ba * a * b, b, 0, 0));
  v128.store(m + 32, f32x4((ba * cb * b - ca) * a * c, -cb * b * c, c, 0));
}

/** A row of a block with the columns x, y and z of another: Σ_k r_k column_k. */
@inline
function combine(r: v128, x: v128, y: v128, z: v128): v128 {
  const first = f32x4.mul(f32x4.splat(f32x4.extract_lane(r, 0)), x);
  const second = f32x4.mul(f32x4.splat(f32x4.extract_lane(r, 1)), y);
  return f32x4.add(f32x4.add(first, second), f32x4.mul(f32x4.splat(f32x4.extract_lane(r, 2)), z));
}

/** Adds what a child subtracts to the columns of its parent and to what that subtracts. */
function addUpdate(own: usize, later: usize, L: usize, U: usize, count: usize, from: usize, places: usize): void {
  for (let i: usize = 0; i < count; i++, from += count * BLOCK) {
    const row = load<u32>(places + (i << 2)) as usize;
    const inL = L + row * own * BLOCK;
    const inU = U + ((row - own) * later - own) * BLOCK;
    let block = from;
    for (let j: usize = 0; j <= i; j++, block += BLOCK) {
      const column = load<u32>(places + (j << 2)) as usize;
      const to = (column < own ? inL : inU) + column * BLOCK;
      v128.store(to, f32x4.add(v128.load(to), v128.load(block)));
      v128.store(to, f32x4.add(v128.load(to, 16), v128.load(block, 16)), 16);
      v128.store(to, f32x4.add(v128.load(to, 32), v128.load(block, 32)), 32);
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
): void {
  for (let f = table, last = table + (count as usize) * FRONT; f < last; f += FRONT) {
    const own = load<u32>(f) as usize;
    const later = load<u32>(f, 4) as usize;
    const all = own + later;
    const width = own * BLOCK;
    const L = values + (load<u32>(f, 8) as usize);
    const U = updates + (load<u32>(f, 12) as usize);
    memory.fill(U, 0, later * later * BLOCK);
    for (let end = load<u32>(f, 24) as usize; end > 0; ) {
      const c = table + end - FRONT;
      const from = updates + (load<u32>(c, 12) as usize);
      addUpdate(own, later, L, U, load<u32>(c, 4) as usize, from, places + (load<u32>(c, 16) as usize));
      end = load<u32>(c, 28) as usize;
    }
    let floor = least + (load<u32>(f, 20) as usize);
    for (let j: usize = 0, row = L; j < own; j++, row += width, floor += 16) {
      const pivot = row + j * BLOCK;
      subtractProduct(pivot, row, pivot, row);
      invertFactor(pivot, floor);
      const x = f32x4(load<f32>(pivot), load<f32>(pivot, 16), load<f32>(pivot, 32), 0);
      const y = f32x4(0, load<f32>(pivot, 20), load<f32>(pivot, 36), 0);
      const z = f32x4(0, 0, load<f32>(pivot, 40), 0);
      for (let i = j + 1, from = row + width; i < all; i++, from += width) {
        const to = from + j * BLOCK;
        if (j > 0) subtractProduct(to, from, to, row);
        v128.store(to, combine(v128.load(to), x, y, z));
        v128.store(to, combine(v128.load(to, 16), x, y, z), 16);
        v128.store(to, combine(v128.load(to, 32), x, y, z), 32);
      }
    }
    const below = L + own * width;
    for (let i: usize = 0, from = below; i < later; i++, from += width) {
      let to = U + i * later * BLOCK;
      for (let row = below; row <= from; row += width, to += BLOCK) subtractProduct(to, from, from + width, row);
    }
  }
}

/** x := (L Lᵀ)⁻¹x. */
export function solveFronts(count: i32, table: usize, rows: usize, values: usize, x: usize): void {
  let f = table;
  for (let left = count; left > 0; left--, f += FRONT) {
    const own = load<u32>(f) as usize;
    const all = own + (load<u32>(f, 4) as usize);
    const first = x + (load<u32>(f, 20) as usize);
    const at = rows + (load<u32>(f, 16) as usize);
    let row = values + (load<u32>(f, 8) as usize);
    for (let i: usize = 0; i < all; i++, row += own * BLOCK) {
      const isOwn = i < own;
      const to = isOwn ? first + (i << 4) : x + (load<u32>(at + ((i - own) << 2)) as usize);
      const end = row + (isOwn ? i : own) * BLOCK;
      let a = f32x4.splat(0);
      let b = a;
      let c = a;
      let p = first;
      for (let o = row; o < end; o += BLOCK, p += 16) {
        const xp = v128.load(p);
        a = f32x4.add(a, f32x4.mul(v128.load(o), xp));
        b = f32x4.add(b, f32x4.mul(v128.load(o, 16), xp));
        c = f32x4.add(c, f32x4.mul(v128.load(o, 32), xp));
      }
      let value = f32x4.sub(v128.load(to), sums(a, b, c));
      if (isOwn) {
        a = f32x4.mul(v128.load(end), value);
        b = f32x4.mul(v128.load(end, 16), value);
        value = sums(a, b, f32x4.mul(v128.load(end, 32), value));
      }
      v128.store(to, value);
    }
  }
  while (f > table) {
    f -= FRONT;
    const own = load<u32>(f) as usize;
    const first = x + (load<u32>(f, 20) as usize);
    const at = rows + (load<u32>(f, 16) as usize);
    const width = own * BLOCK;
    let i = own + (load<u32>(f, 4) as usize);
    let row = values + (load<u32>(f, 8) as usize) + i * width;
    while (i > 0) {
      i--;
      row -= width;
      const isOwn = i < own;
      const end = row + (isOwn ? i : own) * BLOCK;
      const from = isOwn ? first + (i << 4) : x + (load<u32>(at + ((i - own) << 2)) as usize);
      let value = v128.load(from);
      if (isOwn) {
        value = combine(value, v128.load(end), v128.load(end, 16), v128.load(end, 32));
        v128.store(from, value);
      }
      const a = f32x4.splat(f32x4.extract_lane(value, 0));
      const b = f32x4.splat(f32x4.extract_lane(value, 1));
      const c = f32x4.splat(f32x4.extract_lane(value, 2));
      let p = first;
      for (let o = row; o < end; o += BLOCK, p += 16) {
        const sum = f32x4.add(f32x4.mul(v128.load(o), a), f32x4.mul(v128.load(o, 16), b));
        v128.store(p, f32x4.sub(v128.load(p), f32x4.add(sum, f32x4.mul(v128.load(o, 32), c))));
      }
    }
  }
}
