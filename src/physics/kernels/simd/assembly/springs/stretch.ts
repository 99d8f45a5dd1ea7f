/* The tension of springs, four at a time, in two passes over a batch. The first computes the length l and e = l² − L₀², the
 * second A and B:
 *
 *   f_a −= (A + B (w·d)) d,   f_b += the same,   d = x_a − x_b,  w = v_a − v_b
 *   A = k (l − L₀)/l = k e/(l (l + L₀)),   B = k_d/l²
 *
 * Near rest l − L₀ is a small difference of large numbers. e is computed in double precision, in which the products are exact, and
 * is itself small: all later steps in single precision add only one or two rounding errors. The passes are short, because square
 * roots and divisions are slow and a processor can start only a limited number of later instructions while it waits for them.
 */

/** Maximum number of springs in a batch; a multiple of 4. */
export const BATCH: usize = 160;
/** Distance from l of a spring to its e, bytes. */
export const PLANE: usize = 4 * BATCH;

/** Lanes 0 and 1 of two f64x2 as four f32. */
@inline
export function narrow(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
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

/** Stores l and e of four springs. @param low l² of the first two @param up l² of the last two */
@inline
export function storeLengths(low: v128, up: v128, rest: usize, l: usize): void {
  const L = v128.load(rest);
  const L0 = f64x2.promote_low_f32x4(L);
  const L1 = high(L);
  v128.store(l, f32x4.sqrt(narrow(low, up)));
  v128.store(l, narrow(f64x2.sub(low, f64x2.mul(L0, L0)), f64x2.sub(up, f64x2.mul(L1, L1))), PLANE);
}

/** True if springs were skipped because they are too short to have a direction. */
export let someAreShort: bool = false;

export function clearShort(): void {
  someAreShort = false;
}

/**
 * Replaces l and e of springs by A and B; by 0 if the spring is no longer than `shortest`.
 * @param end 4 times the number of springs
 */
export function toTension(end: usize, rest: usize, k: usize, kd: usize, l: usize, shortest: f32): void {
  const limit = f32x4.splat(shortest);
  const one = f32x4.splat(1);
  let short = i32x4.splat(0);
  for (const stop = l + end; l < stop; l += 16, rest += 16, k += 16, kd += 16) {
    const length = v128.load(l);
    const none = f32x4.le(length, limit);
    const sum = f32x4.add(length, v128.load(rest));
    const quotient = v128.andnot(f32x4.div(one, f32x4.mul(length, sum)), none);
    const inverse = f32x4.mul(sum, quotient);
    short = v128.or(short, none);
    v128.store(l, f32x4.mul(f32x4.mul(v128.load(k), v128.load(l, PLANE)), quotient));
    v128.store(l, f32x4.mul(f32x4.mul(v128.load(kd), inverse), inverse), PLANE);
  }
  if (v128.any_true(short)) someAreShort = true;
}

/** Σ k (l − L₀)², J: terms in single precision, their sum in double. */
export function twiceEnergy(end: usize, rest: usize, k: usize, l: usize): f64 {
  let sum = f64x2.splat(0);
  for (const stop = l + end; l < stop; l += 16, rest += 16, k += 16) {
    const whole = f32x4.add(v128.load(l), v128.load(rest));
    // 0/0 for a spring with l = L₀ = 0.
    const stretch = v128.and(f32x4.div(v128.load(l, PLANE), whole), f32x4.gt(whole, f32x4.splat(0)));
    const energy = f32x4.mul(f32x4.mul(v128.load(k), stretch), stretch);
    sum = f64x2.add(sum, f64x2.add(f64x2.promote_low_f32x4(energy), high(energy)));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
