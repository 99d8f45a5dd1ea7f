// Four f32 at a time.

/** a x + b y + c z. */
@inline
export function dot3(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z));
}

/** Each lane gets the value of its left neighbour, the first one from the previous group. */
@inline
export function shifted(before: v128, here: v128): v128 {
  return v128.shuffle<f32>(before, here, 3, 4, 5, 6);
}

/** Each lane gets the value two lanes to its left. */
@inline
export function shiftedTwice(before: v128, here: v128): v128 {
  return v128.shuffle<f32>(before, here, 2, 3, 4, 5);
}

/** The even nodes of two consecutive groups. */
@inline
export function even(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(low, high, 0, 2, 4, 6);
}

/** The odd nodes of two consecutive groups. */
@inline
export function odd(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(low, high, 1, 3, 5, 7);
}
