// What loops in several folders do with the numbers of a vector: four f32, or two f64.

/** a − b, of four f32 each. */
@inline
export function minus(a: usize, b: usize): v128 {
  return f32x4.sub(v128.load(a), v128.load(b));
}

/** The four f32 at `to` += change. */
@inline
export function add(to: usize, change: v128): void {
  v128.store(to, f32x4.add(v128.load(to), change));
}

/** The four f32 at `to` −= change. */
@inline
export function subtract(to: usize, change: v128): void {
  v128.store(to, f32x4.sub(v128.load(to), change));
}

/** (y, z, x). */
@inline
function turned(a: v128): v128 {
  return v128.shuffle<f32>(a, a, 1, 2, 0, 3);
}

/** a × b. */
@inline
export function cross(a: v128, b: v128): v128 {
  return turned(f32x4.sub(f32x4.mul(a, turned(b)), f32x4.mul(turned(a), b)));
}

/** Lanes 0 and 1, in double precision. */
@inline
export function low(a: v128): v128 {
  return f64x2.promote_low_f32x4(a);
}

/** Lanes 2 and 3, in double precision. */
@inline
export function high(a: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, a, 2, 3, 2, 3));
}

/** Two f64 at an address as f32 in the low lanes. */
@inline
export function single(two: usize): v128 {
  return f32x4.demote_f64x2_zero(v128.load(two));
}

/** The sum of both lanes. */
@inline
export function sumOfLanes(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** a·c + b·d, of two f64 each. */
@inline
export function both(a: v128, c: v128, b: v128, d: v128): v128 {
  return f64x2.add(f64x2.mul(a, c), f64x2.mul(b, d));
}

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
