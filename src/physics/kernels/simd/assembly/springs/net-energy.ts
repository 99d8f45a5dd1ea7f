/* The energy of the springs between two strips of a net, or within one, that lead to the same place; four at a time. */

import { sumOfLanes } from '../arithmetic';
import { copyLast, lastK, lastRest, restLengths, stiffness, whole } from './net-springs';
import { Y, Z } from './rows';
import { twiceEnergy } from './stretch';

/** The squares of the differences of two numbers at p and q, in double precision. */
@inline
function squares(p: usize, q: usize): v128 {
  const d = f64x2.sub(f64x2.promote_low_f32x4(v128.load64_zero(p)), f64x2.promote_low_f32x4(v128.load64_zero(q)));
  return f64x2.mul(d, d);
}

/** l² of two springs. */
@inline
function squaredLengths(p: usize, q: usize): v128 {
  return f64x2.add(f64x2.add(squares(p, q), squares(p + Y, q + Y)), squares(p + Z, q + Z));
}

/** Σ k (l − L₀)², J. @param from offset of the first spring in the arrays of the model, bytes @param size 4 times their number */
export function energyOf(from: usize, size: usize, p: usize, to: usize): f64 {
  if (size == 0) return 0;
  copyLast(from, size);
  let rest = restLengths + from;
  let k = stiffness + from;
  let sum = f64x2.splat(0);
  const end = p + size;
  for (let stop = p + whole(size); ; stop = end) {
    for (; p < stop; p += 16, to += 16, rest += 16, k += 16) {
      sum = f64x2.add(sum, twiceEnergy(squaredLengths(p, to), squaredLengths(p + 8, to + 8), v128.load(rest), v128.load(k)));
    }
    if (p >= end) break;
    rest = lastRest;
    k = lastK;
  }
  return sumOfLanes(sum);
}
