// Multigrid on a surface, as in `javascript/surface-loops.ts`: vectors, blocks and numbers of f32, nodes given by 16 times their number.

/** Σ A_ik x_k over the blocks at `s` … `to` and the entries of B `first` … `last`, all of them numbers of entries. */
@inline
function rowSum(
  x: usize,
  neighbours: usize,
  blocks: usize,
  s: usize,
  to: usize,
  columns: usize,
  values: usize,
  first: usize,
  last: usize,
): v128 {
  let sum = f32x4.splat(0);
  for (let e = first << 2; e < last << 2; e += 4) {
    const w = v128.load32_splat(values + e);
    sum = f32x4.add(sum, f32x4.mul(w, v128.load(x + (load<u32>(columns + e) as usize))));
  }
  let block = blocks + s * 48;
  for (let e = neighbours + (s << 2); e < neighbours + (to << 2); e += 4, block += 48) {
    const p = x + (load<u32>(e) as usize);
    const first = f32x4.mul(v128.load(block), v128.load32_splat(p));
    const second = f32x4.mul(v128.load(block, 16), v128.load32_splat(p, 4));
    const third = f32x4.mul(v128.load(block, 32), v128.load32_splat(p, 8));
    sum = f32x4.add(sum, f32x4.add(f32x4.add(first, second), third));
  }
  return sum;
}

/** x_i := D⁻¹(b_i − sum). */
@inline
function relax(x: usize, b: usize, inverted: usize, i: usize, sum: v128): void {
  const d = f32x4.sub(v128.load(b + (i << 4)), sum);
  const o = inverted + i * 48;
  const first = f32x4.mul(v128.load(o), f32x4.splat(f32x4.extract_lane(d, 0)));
  const second = f32x4.mul(v128.load(o, 16), f32x4.splat(f32x4.extract_lane(d, 1)));
  const third = f32x4.mul(v128.load(o, 32), f32x4.splat(f32x4.extract_lane(d, 2)));
  v128.store(x + (i << 4), f32x4.add(f32x4.add(first, second), third));
}

/** From x = 0, forwards; r := b − A x. */
export function firstSurfaceSweep(
  n: i32,
  x: usize,
  b: usize,
  inverted: usize,
  starts: usize,
  neighbours: usize,
  blocks: usize,
  rows: usize,
  columns: usize,
  values: usize,
  r: usize,
  middles: usize,
  rowMiddles: usize,
): void {
  for (let i: usize = 0; i < (n as usize); i++) {
    const o = i << 2;
    const from = load<u32>(starts + o) as usize;
    const to = load<u32>(middles + o) as usize;
    const first = load<u32>(rows + o) as usize;
    const last = load<u32>(rowMiddles + o) as usize;
    relax(x, b, inverted, i, rowSum(x, neighbours, blocks, from, to, columns, values, first, last));
  }
  for (let i: usize = 0; i < (n as usize); i++) {
    const o = i << 2;
    const from = load<u32>(middles + o) as usize;
    const to = load<u32>(starts + o, 4) as usize;
    const first = load<u32>(rowMiddles + o) as usize;
    const last = load<u32>(rows + o, 4) as usize;
    const sum = rowSum(x, neighbours, blocks, from, to, columns, values, first, last);
    const moves = load<f32>(inverted + i * 48) > 0;
    v128.store(r + (i << 4), moves ? f32x4.neg(sum) : f32x4.splat(0));
  }
}

/** From x on, forwards or backwards. */
export function surfaceSweep(
  isForwards: bool,
  n: i32,
  x: usize,
  b: usize,
  inverted: usize,
  starts: usize,
  neighbours: usize,
  blocks: usize,
  rows: usize,
  columns: usize,
  values: usize,
): void {
  for (let k: usize = 0; k < (n as usize); k++) {
    const i = isForwards ? k : (n as usize) - 1 - k;
    const o = i << 2;
    const from = load<u32>(starts + o) as usize;
    const to = load<u32>(starts + o, 4) as usize;
    const first = load<u32>(rows + o) as usize;
    const last = load<u32>(rows + o, 4) as usize;
    relax(x, b, inverted, i, rowSum(x, neighbours, blocks, from, to, columns, values, first, last));
  }
}

/** b := Pᵀr; b is 0 before. */
export function restrictSurface(n: i32, r: usize, b: usize, starts: usize, columns: usize, values: usize): void {
  let s = (load<u32>(starts) as usize) << 2;
  for (let i: usize = 0; i < (n as usize); i++) {
    const end = (load<u32>(starts + (i << 2), 4) as usize) << 2;
    const own = v128.load(r + (i << 4));
    for (; s < end; s += 4) {
      const to = b + (load<u32>(columns + s) as usize);
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(v128.load32_splat(values + s), own)));
    }
  }
}

/** x += P e, of nodes that can move. */
export function prolongSurface(
  n: i32,
  inverted: usize,
  x: usize,
  e: usize,
  starts: usize,
  columns: usize,
  values: usize,
): void {
  let s = (load<u32>(starts) as usize) << 2;
  for (let i: usize = 0; i < (n as usize); i++) {
    const end = (load<u32>(starts + (i << 2), 4) as usize) << 2;
    let sum = v128.load(x + (i << 4));
    for (; s < end; s += 4) {
      const from = e + (load<u32>(columns + s) as usize);
      sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(values + s), v128.load(from)));
    }
    if (load<f32>(inverted + i * 48) > 0) v128.store(x + (i << 4), sum);
  }
}
