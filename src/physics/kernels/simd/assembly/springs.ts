// Addresses are bytes in the imported memory; vectors are stride 4, n particles.

/** y += a x, over `count` numbers, a multiple of 4. */
export function addScaled(y: usize, a: f32, x: usize, count: i32): void {
  const weight = f32x4.splat(a);
  for (let at: usize = 0, end = (<usize>count) << 2; at < end; at += 16) {
    v128.store(y + at, f32x4.add(v128.load(y + at), f32x4.mul(weight, v128.load(x + at))));
  }
}
