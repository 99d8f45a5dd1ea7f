// Loops over vectors of the linear solver: f64, stride 4, `count` numbers.

import { sumOfLanes } from '../arithmetic';

/** xᵀy, from four partial sums. */
export function dot(x: usize, y: usize, count: i32): f64 {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  for (const end = x + ((count as usize) << 3); x < end; x += 32, y += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(x), v128.load(y)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(x, 16), v128.load(y, 16)));
  }
  return sumOfLanes(f64x2.add(even, odd));
}

/** y += a x. */
export function axpy(y: usize, a: f64, x: usize, count: i32): void {
  const weight = f64x2.splat(a);
  for (const end = x + ((count as usize) << 3); x < end; x += 32, y += 32) {
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(weight, v128.load(x))));
    v128.store(y, f64x2.add(v128.load(y, 16), f64x2.mul(weight, v128.load(x, 16))), 16);
  }
}

/** y := x + a y. */
export function aypx(y: usize, a: f64, x: usize, count: i32): void {
  const weight = f64x2.splat(a);
  for (const end = x + ((count as usize) << 3); x < end; x += 32, y += 32) {
    v128.store(y, f64x2.add(v128.load(x), f64x2.mul(weight, v128.load(y))));
    v128.store(y, f64x2.add(v128.load(x, 16), f64x2.mul(weight, v128.load(y, 16))), 16);
  }
}

/** y := a x; x is f32. */
export function setScaled(y: usize, a: f64, x: usize, count: i32): void {
  const weight = f64x2.splat(a);
  for (const end = x + ((count as usize) << 2); x < end; x += 16, y += 32) {
    v128.store(y, f64x2.mul(weight, f64x2.promote_low_f32x4(v128.load64_zero(x))));
    v128.store(y, f64x2.mul(weight, f64x2.promote_low_f32x4(v128.load64_zero(x, 8))), 16);
  }
}

/** y += x; y is f32; the sum is rounded once. */
export function addTo(y: usize, x: usize, count: i32): void {
  for (const end = x + ((count as usize) << 3); x < end; x += 16, y += 8) {
    const sum = f64x2.add(f64x2.promote_low_f32x4(v128.load64_zero(y)), v128.load(x));
    v128.store64_lane(y, f32x4.demote_f64x2_zero(sum), 0);
  }
}

/** y_i := w_i x_i; w is f32, one for each particle. */
export function multiplyByWeights(y: usize, w: usize, x: usize, count: i32): void {
  for (const end = x + ((count as usize) << 3); x < end; x += 32, y += 32, w += 4) {
    const weight = f64x2.splat(load<f32>(w) as f64);
    v128.store(y, f64x2.mul(weight, v128.load(x)));
    v128.store(y, f64x2.mul(weight, v128.load(x, 16)), 16);
  }
}

/** y_i := 0 where w_i = 0. */
export function clearUnweighted(y: usize, w: usize, particles: i32): void {
  for (const end = w + ((particles as usize) << 2); w < end; w += 4, y += 32) {
    if (load<f32>(w) !== 0) continue;
    v128.store(y, f64x2.splat(0));
    v128.store(y, f64x2.splat(0), 16);
  }
}

/** z_i := B_i r_i; blocks are symmetric, nine f64 each. */
export function multiplyBlocks(z: usize, blocks: usize, r: usize, count: i32): void {
  const clear = i64x2(-1, 0);
  for (const end = r + ((count as usize) << 3); r < end; r += 32, z += 32, blocks += 72) {
    const x = v128.load64_splat(r);
    const y = v128.load64_splat(r, 8);
    const w = v128.load64_splat(r, 16);
    // The block is symmetric, so its columns are its rows: xx, xy | xz, ·.
    const low = f64x2.add(
      f64x2.add(f64x2.mul(v128.load(blocks), x), f64x2.mul(v128.load(blocks, 24), y)),
      f64x2.mul(v128.load(blocks, 48), w),
    );
    const high = f64x2.add(
      f64x2.add(f64x2.mul(v128.load64_zero(blocks, 16), x), f64x2.mul(v128.load64_zero(blocks, 40), y)),
      f64x2.mul(v128.load64_zero(blocks, 64), w),
    );
    v128.store(z, low);
    v128.store(z, v128.and(high, clear), 16);
  }
}
