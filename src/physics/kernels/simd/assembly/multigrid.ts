/** xᵀy, over `count` numbers, a multiple of 4. */
export function dot(x: usize, y: usize, count: i32): f64 {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  for (let at: usize = 0, end = (<usize>count) << 3; at < end; at += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(x + at), v128.load(y + at)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(x + at, 16), v128.load(y + at, 16)));
  }
  const sum = f64x2.add(even, odd);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
