// The Cholesky factor of a matrix of 3×3 blocks, as in `javascript/block-factor.ts`: blocks of nine f64, vectors of stride 4.

/** row −= U Lᵀ for each block L of column i, where U, at u, is the block of the row in that column; L_ki = U D_i⁻¹ is appended before. */
function eliminateColumn(columns: usize, ends: usize, rows: usize, blocks: usize, pivots: usize, row: usize, k: i32, i: usize): void {
  const at = row + i * 72;
  const a = load<f64>(at);
  const b = load<f64>(at, 8);
  const c = load<f64>(at, 16);
  const d = load<f64>(at, 24);
  const e = load<f64>(at, 32);
  const f = load<f64>(at, 40);
  const g = load<f64>(at, 48);
  const h = load<f64>(at, 56);
  const l = load<f64>(at, 64);
  memory.fill(at, 0, 72);
  const end = load<u32>(ends + (i << 2));
  store<u32>(ends + (i << 2), end + 1);
  store<u32>(rows + ((end as usize) << 2), k);
  let s = blocks + (end as usize) * 72;
  let pivot = pivots + i * 72;
  for (let t = 0; t < 3; t++, s += 24, pivot += 8) {
    const u = load<f64>(pivot);
    const v = load<f64>(pivot, 24);
    const w = load<f64>(pivot, 48);
    store<f64>(s, a * u + b * v + c * w);
    store<f64>(s, d * u + e * v + f * w, 8);
    store<f64>(s, g * u + h * v + l * w, 16);
  }
  // A block of the row as (00, 01), (02, 10), (11, 12), (20, 21), 22.
  const a0 = f64x2.splat(a);
  const a1 = f64x2.splat(b);
  const a2 = f64x2.splat(c);
  const ad0 = f64x2.replace_lane(a0, 1, d);
  const ad1 = f64x2.replace_lane(a1, 1, e);
  const ad2 = f64x2.replace_lane(a2, 1, f);
  const d0 = f64x2.splat(d);
  const d1 = f64x2.splat(e);
  const d2 = f64x2.splat(f);
  const g0 = f64x2.splat(g);
  const g1 = f64x2.splat(h);
  const g2 = f64x2.splat(l);
  let p = load<u32>(columns + (i << 2)) as usize;
  const last = rows + ((end as usize) << 2);
  s = blocks + p * 72;
  for (let r = rows + (p << 2); r <= last; r += 4, s += 72) {
    const to = row + (load<u32>(r) as usize) * 72;
    const u = v128.load(s);
    const v = v128.load(s, 24);
    const w = v128.load(s, 48);
    const u12 = v128.load(s, 8);
    const v12 = v128.load(s, 32);
    const w12 = v128.load(s, 56);
    const u20 = v128.shuffle<f64>(u12, u, 1, 2);
    const v20 = v128.shuffle<f64>(v12, v, 1, 2);
    const w20 = v128.shuffle<f64>(w12, w, 1, 2);
    v128.store(to, f64x2.sub(v128.load(to), combine(a0, u, a1, v, a2, w)));
    v128.store(to, f64x2.sub(v128.load(to, 16), combine(ad0, u20, ad1, v20, ad2, w20)), 16);
    v128.store(to, f64x2.sub(v128.load(to, 32), combine(d0, u12, d1, v12, d2, w12)), 32);
    v128.store(to, f64x2.sub(v128.load(to, 48), combine(g0, u, g1, v, g2, w)), 48);
    const corner = g * load<f64>(s, 16) + h * load<f64>(s, 40) + l * load<f64>(s, 64);
    store<f64>(to, load<f64>(to, 64) - corner, 64);
  }
}

/** a x + b y + c z. */
@inline
function combine(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y)), f64x2.mul(c, z));
}

/** Eliminates the columns at `path` from row k. */
export function eliminateRow(
  columns: usize,
  ends: usize,
  rows: usize,
  blocks: usize,
  pivots: usize,
  row: usize,
  k: i32,
  path: usize,
  end: usize,
): void {
  for (; path < end; path += 4) eliminateColumn(columns, ends, rows, blocks, pivots, row, k, load<u32>(path) as usize);
}

/** x := (L D Lᵀ)⁻¹ x, of n rows. */
export function substitute(columns: usize, rows: usize, blocks: usize, pivots: usize, x: usize, n: i32): void {
  let r = rows;
  let s = blocks;
  for (let k: usize = 0; k < (n as usize); k++) {
    const at = x + (k << 5);
    const u = v128.load64_splat(at);
    const v = v128.load64_splat(at, 8);
    const w = v128.load64_splat(at, 16);
    const end = rows + ((load<u32>(columns + (k << 2), 4) as usize) << 2);
    for (; r < end; r += 4, s += 72) {
      const to = x + ((load<u32>(r) as usize) << 5);
      const xy = combine(u, v128.load(s), v, v128.load(s, 24), w, v128.load(s, 48));
      const z = combine(u, v128.load64_zero(s, 16), v, v128.load64_zero(s, 40), w, v128.load64_zero(s, 64));
      v128.store(to, f64x2.sub(v128.load(to), xy));
      v128.store(to, f64x2.sub(v128.load(to, 16), z), 16);
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    const at = x + ((k as usize) << 5);
    const d = pivots + (k as usize) * 72;
    const x0 = load<f64>(at);
    const x1 = load<f64>(at, 8);
    const x2 = load<f64>(at, 16);
    // One sum for x and y and one for z, of each of the three rows of Lᵀ.
    let u = f64x2.splat(0);
    let v = f64x2.splat(0);
    let w = f64x2.splat(0);
    let uz = 0.0;
    let vz = 0.0;
    let wz = 0.0;
    r = rows + ((load<u32>(columns + ((k as usize) << 2)) as usize) << 2);
    s = blocks + (load<u32>(columns + ((k as usize) << 2)) as usize) * 72;
    const end = rows + ((load<u32>(columns + ((k as usize) << 2), 4) as usize) << 2);
    for (; r < end; r += 4, s += 72) {
      const from = x + ((load<u32>(r) as usize) << 5);
      const xy = v128.load(from);
      const z = load<f64>(from, 16);
      u = f64x2.add(u, f64x2.mul(v128.load(s), xy));
      v = f64x2.add(v, f64x2.mul(v128.load(s, 24), xy));
      w = f64x2.add(w, f64x2.mul(v128.load(s, 48), xy));
      uz += load<f64>(s, 16) * z;
      vz += load<f64>(s, 40) * z;
      wz += load<f64>(s, 64) * z;
    }
    uz += f64x2.extract_lane(u, 0) + f64x2.extract_lane(u, 1);
    vz += f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
    wz += f64x2.extract_lane(w, 0) + f64x2.extract_lane(w, 1);
    store<f64>(at, load<f64>(d) * x0 + load<f64>(d, 8) * x1 + load<f64>(d, 16) * x2 - uz);
    store<f64>(at, load<f64>(d, 24) * x0 + load<f64>(d, 32) * x1 + load<f64>(d, 40) * x2 - vz, 8);
    store<f64>(at, load<f64>(d, 48) * x0 + load<f64>(d, 56) * x1 + load<f64>(d, 64) * x2 - wz, 16);
  }
}
