// Loops over whole fields: f32, including the zeros around them; sizes are multiples of 16 bytes.

/** Bytes whose products are summed in single precision: eight per lane. */
const BLOCK: usize = 128;

/** Stores xᵀy at `result`, f64: the sum of a block in f32, the sum over blocks in f64. */
export function dotFields(x: usize, y: usize, size: usize, result: usize): void {
  let low = f64x2.splat(0);
  let high = low;
  const last = x + size;
  for (let end = min(x + BLOCK, last); x < last; end = min(x + BLOCK, last)) {
    let sum = f32x4.splat(0);
    for (; x < end; x += 16, y += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(x), v128.load(y)));
    low = f64x2.add(low, f64x2.promote_low_f32x4(sum));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<f32>(sum, sum, 2, 3, 2, 3)));
  }
  const sum = f64x2.add(low, high);
  store<f64>(result, f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
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
