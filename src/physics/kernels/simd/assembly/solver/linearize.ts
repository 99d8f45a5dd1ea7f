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
