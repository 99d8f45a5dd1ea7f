// Loops over springs in any order, for the linear solver. n particles, m springs; ends are u32, two per spring.

/** n and c = 1 − L₀/l of `count` springs, two at a time: x_a − x_b in f32, the precision of the positions, all else in f64.
 *  @returns true if a spring is no longer than `shortest`: its n and c are then invalid */
export function linearizeSprings(
  positions: usize,
  clamp: bool,
  shortest: f64,
  tangents: usize,
  restLengths: usize,
  count: i32,
  ends: usize,
): bool {
  const one = f64x2.splat(1);
  const least = f64x2.splat(clamp ? 0 : -Infinity);
  const bound = f64x2.splat(shortest);
  let short = f64x2.splat(0);
  for (let j = 0; j < count; j += 2) {
    // At an odd end the last spring is computed twice.
    const k = min(j + 1, count - 1);
    const d = difference(ends, positions, j);
    const e = difference(ends, positions, k);
    const x = f64x2.promote_low_f32x4(v128.shuffle<f32>(d, e, 0, 4, 0, 4));
    const y = f64x2.promote_low_f32x4(v128.shuffle<f32>(d, e, 1, 5, 1, 5));
    const z = f64x2.promote_low_f32x4(v128.shuffle<f32>(d, e, 2, 6, 2, 6));
    const l = f64x2.sqrt(f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z)));
    short = v128.or(short, f64x2.le(l, bound));
    const inverse = f64x2.div(one, l);
    const rest = f64x2.replace_lane(f64x2.splat(restLength(restLengths, j)), 1, restLength(restLengths, k));
    const c = f64x2.max(f64x2.sub(one, f64x2.mul(rest, inverse)), least);
    const nx = f64x2.mul(x, inverse);
    const ny = f64x2.mul(y, inverse);
    const nz = f64x2.mul(z, inverse);
    const second = tangents + ((k as usize) << 5);
    v128.store(second, v128.shuffle<f64>(nx, ny, 1, 3));
    v128.store(second, v128.shuffle<f64>(nz, c, 1, 3), 16);
    const first = tangents + ((j as usize) << 5);
    v128.store(first, v128.shuffle<f64>(nx, ny, 0, 2));
    v128.store(first, v128.shuffle<f64>(nz, c, 0, 2), 16);
  }
  return v128.any_true(short);
}

@inline
function restLength(restLengths: usize, j: i32): f64 {
  return load<f32>(restLengths + ((j as usize) << 2)) as f64;
}

/** x_a − x_b. */
@inline
function difference(ends: usize, positions: usize, j: i32): v128 {
  const pair = ends + ((j as usize) << 3);
  const a = positions + ((load<u32>(pair) as usize) << 4);
  const b = positions + ((load<u32>(pair, 4) as usize) << 4);
  return f32x4.sub(v128.load(a), v128.load(b));
}

/** y += a·(∂f/∂x)p + b·(∂f/∂v)p:  y_a −= (a k(1 − c) + b k_d) n (n·q) + a k c q,  q = p_a − p_b;  y_b gains it.
 *
 *  p and y are read and written two components of one spring per SIMD vector, since they are stored as x, y, z, 0. In between, a
 *  SIMD vector has one number of each of two springs. An odd spring at the end is processed alone. */
export function addSpringDerivatives(
  y: usize,
  p: usize,
  a: f64,
  b: f64,
  tangents: usize,
  count: i32,
  ends: usize,
  stiffness: usize,
  damping: usize,
): void {
  const ofK = f64x2.splat(a);
  const ofD = f64x2.splat(b);
  const pairs = ends + ((count >> 1) << 4);
  for (; ends < pairs; ends += 16, stiffness += 8, damping += 8, tangents += 64) {
    const i = (load<u32>(ends) as usize) << 5;
    const k = (load<u32>(ends, 4) as usize) << 5;
    const l = (load<u32>(ends, 8) as usize) << 5;
    const m = (load<u32>(ends, 12) as usize) << 5;
    const q = f64x2.sub(v128.load(p + i), v128.load(p + k));
    const qz = f64x2.sub(v128.load(p + i, 16), v128.load(p + k, 16));
    const r = f64x2.sub(v128.load(p + l), v128.load(p + m));
    const rz = f64x2.sub(v128.load(p + l, 16), v128.load(p + m, 16));
    const n = v128.load(tangents);
    const nzc = v128.load(tangents, 16);
    const o = v128.load(tangents, 32);
    const ozc = v128.load(tangents, 48);
    const stiff = f64x2.mul(ofK, f64x2.promote_low_f32x4(v128.load64_zero(stiffness)));
    const dashpot = f64x2.mul(ofD, f64x2.promote_low_f32x4(v128.load64_zero(damping)));
    const across = f64x2.mul(stiff, v128.shuffle<f64>(nzc, ozc, 1, 3));
    // The last component of q is 0.
    const nq = f64x2.add(f64x2.mul(n, q), f64x2.mul(nzc, qz));
    const or = f64x2.add(f64x2.mul(o, r), f64x2.mul(ozc, rz));
    const stretch = f64x2.add(v128.shuffle<f64>(nq, or, 0, 2), v128.shuffle<f64>(nq, or, 1, 3));
    const along = f64x2.mul(f64x2.add(f64x2.sub(stiff, across), dashpot), stretch);
    pull(y + i, y + k, n, nzc, q, qz, v128.shuffle<f64>(along, along, 0, 0), v128.shuffle<f64>(across, across, 0, 0));
    pull(y + l, y + m, o, ozc, r, rz, v128.shuffle<f64>(along, along, 1, 1), v128.shuffle<f64>(across, across, 1, 1));
  }
  if ((count & 1) === 0) return;
  const i = y + ((load<u32>(ends) as usize) << 5);
  const k = y + ((load<u32>(ends, 4) as usize) << 5);
  const n = v128.load(tangents);
  const nzc = v128.load(tangents, 16);
  const q = f64x2.sub(v128.load(p + i - y), v128.load(p + k - y));
  const qz = f64x2.sub(v128.load(p + i - y, 16), v128.load(p + k - y, 16));
  const nq = f64x2.add(f64x2.mul(n, q), f64x2.mul(nzc, qz));
  const across = a * (load<f32>(stiffness) as f64) * load<f64>(tangents, 24);
  const along = a * (load<f32>(stiffness) as f64) - across + b * (load<f32>(damping) as f64);
  const stretch = f64x2.extract_lane(nq, 0) + f64x2.extract_lane(nq, 1);
  pull(i, k, n, nzc, q, qz, f64x2.splat(along * stretch), f64x2.splat(across));
}

/** y_a −= along·n + across·q, y_b += the same. */
@inline
function pull(a: usize, b: usize, n: v128, nzc: v128, q: v128, qz: v128, along: v128, across: v128): void {
  const f = f64x2.add(f64x2.mul(along, n), f64x2.mul(across, q));
  const alongZ = v128.shuffle<f64>(along, f64x2.splat(0), 0, 2);
  const fz = f64x2.add(f64x2.mul(alongZ, nzc), f64x2.mul(across, qz));
  v128.store(a, f64x2.sub(v128.load(a), f));
  v128.store(a, f64x2.sub(v128.load(a, 16), fz), 16);
  v128.store(b, f64x2.add(v128.load(b), f));
  v128.store(b, f64x2.add(v128.load(b, 16), fz), 16);
}

/** The 3×3 diagonal blocks of the same matrix, nine f64 each: along·n nᵀ + across·I is subtracted at both ends. */
export function addSpringDiagonals(
  blocks: usize,
  a: f64,
  b: f64,
  tangents: usize,
  count: i32,
  ends: usize,
  stiffness: usize,
  damping: usize,
): void {
  for (const end = ends + ((count as usize) << 3); ends < end; ends += 8, stiffness += 4, damping += 4, tangents += 32) {
    const n = v128.load(tangents);
    const z = load<f64>(tangents, 16);
    const stiff = a * (load<f32>(stiffness) as f64);
    const across = stiff * load<f64>(tangents, 24);
    const along = stiff - across + b * (load<f32>(damping) as f64);
    const byX = f64x2.mul(n, f64x2.splat(along * f64x2.extract_lane(n, 0)));
    const byY = f64x2.mul(n, f64x2.splat(along * f64x2.extract_lane(n, 1)));
    const byZ = f64x2.mul(n, f64x2.splat(along * z));
    const zz = along * z * z + across;
    subtractBlock(blocks + (load<u32>(ends) as usize) * 72, byX, byY, byZ, zz, across);
    subtractBlock(blocks + (load<u32>(ends, 4) as usize) * 72, byX, byY, byZ, zz, across);
  }
}

/** Subtracts from a block, row by row: xx xy | xz yx | yy yz | zx zy | zz. */
@inline
function subtractBlock(o: usize, byX: v128, byY: v128, byZ: v128, zz: f64, across: f64): void {
  const xx = f64x2.add(byX, f64x2.replace_lane(f64x2.splat(0), 0, across));
  const xzyx = v128.shuffle<f64>(byZ, byY, 0, 2);
  const yyyz = f64x2.add(v128.shuffle<f64>(byY, byZ, 1, 3), f64x2.replace_lane(f64x2.splat(0), 0, across));
  v128.store(o, f64x2.sub(v128.load(o), xx));
  v128.store(o, f64x2.sub(v128.load(o, 16), xzyx), 16);
  v128.store(o, f64x2.sub(v128.load(o, 32), yyyz), 32);
  v128.store(o, f64x2.sub(v128.load(o, 48), byZ), 48);
  store<f64>(o, load<f64>(o, 64) - zz, 64);
}
