/* The tension and the energy of springs, four at a time.
 *
 *   f_a −= t d,   f_b += t d,   t = [k (l − L₀) + k_d (w·d)/l]/l,   d = x_a − x_b,  w = v_a − v_b
 *
 * Forces are computed in single precision. The difference d of neighbours is exact or has one rounding error, so l has an
 * error of about 2⁻²⁴ l: no more than the rounding of the positions themselves changes it. The energy is a sum over all
 * springs, in which such errors would not cancel near rest: e = l² − L₀² is computed in double precision, in which the products
 * are exact, and l − L₀ = e/(l + L₀).
 */

import { high, low as lower } from '../arithmetic';

/** Lanes 0 and 1 of two f64x2 as four f32. */
@inline
export function narrow(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
}

/** t. @param along w·d @param none lanes of springs that are too short, which get 0 */
@inline
export function tension(l: v128, none: v128, along: v128, rest: v128, k: v128, kd: v128): v128 {
  const inverse = v128.andnot(f32x4.div(f32x4.splat(1), l), none);
  const elastic = f32x4.mul(k, f32x4.sub(l, rest));
  return f32x4.mul(f32x4.add(elastic, f32x4.mul(f32x4.mul(kd, along), inverse)), inverse);
}

/** k (l − L₀)², J: each spring's in single precision, the sums of two in double. @param low l² of the first two @param up of the last two */
@inline
export function twiceEnergy(low: v128, up: v128, rest: v128, k: v128): v128 {
  const L0 = lower(rest);
  const L1 = high(rest);
  const e = narrow(f64x2.sub(low, f64x2.mul(L0, L0)), f64x2.sub(up, f64x2.mul(L1, L1)));
  const whole = f32x4.add(f32x4.sqrt(narrow(low, up)), rest);
  // 0/0 for a spring with l = L₀ = 0.
  const stretch = v128.and(f32x4.div(e, whole), f32x4.gt(whole, f32x4.splat(0)));
  const energy = f32x4.mul(f32x4.mul(k, stretch), stretch);
  return f64x2.add(lower(energy), high(energy));
}
