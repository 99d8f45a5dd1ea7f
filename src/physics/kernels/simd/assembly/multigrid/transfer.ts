import { even, odd, shifted } from '../arithmetic';
import { at, Level, V } from './level';

/** The sum of the row before `v`, `v` and the row after it, with weights ½, 1, ½. */
@inline
function between(v: usize, step: usize): v128 {
  const around = f32x4.add(v128.load(v - step), v128.load(v + step));
  return f32x4.add(v128.load(v), f32x4.mul(f32x4.splat(0.5), around));
}

/** b of the coarse level := Pᵀ r, where P interpolates bilinearly. */
export function restrict(coarse: Level, fine: Level): void {
  const half = f32x4.splat(0.5);
  for (let axis = 0; axis < 3; axis++) {
    for (let row = 0; row < coarse.rows; row++) {
      let b = at(coarse.b + (axis as usize) * coarse.plane, coarse.row, row);
      let r = at(fine.r + (axis as usize) * fine.plane, fine.row, 2 * row);
      let before = f32x4.splat(0);
      for (const end = b + (coarse.groups as usize) * V; b < end; b += V, r += 2 * V) {
        const low = between(r, fine.row);
        const high = between(r + V, fine.row);
        const odds = odd(low, high);
        const around = f32x4.add(shifted(before, odds), odds);
        v128.store(b, f32x4.add(even(low, high), f32x4.mul(half, around)));
        before = odds;
      }
    }
  }
}

/** x of the fine level += s P x of the coarse one. */
export function prolong(fine: Level, coarse: Level, s: f32): void {
  const half = f32x4.splat(0.5);
  const scaled = f32x4.splat(0.5 * s);
  for (let axis = 0; axis < 3; axis++) {
    for (let row = 0; row < fine.rows; row++) {
      let x = at(fine.x + (axis as usize) * fine.plane, fine.row, row);
      let e = at(coarse.x + (axis as usize) * coarse.plane, coarse.row, row >> 1);
      // The same row twice if the fine row lies on a coarse one.
      const other = e + (row & 1 ? coarse.row : 0);
      const beyond = x + ((fine.columns as usize) << 2);
      const difference = other - e;
      for (; x < beyond; x += 2 * V, e += V) {
        const left = f32x4.mul(scaled, f32x4.add(v128.load(e), v128.load(e + difference)));
        const right = f32x4.mul(scaled, f32x4.add(v128.load(e, 4), v128.load(e + difference, 4)));
        const middle = f32x4.mul(half, f32x4.add(left, right));
        v128.store(x, f32x4.add(v128.load(x), v128.shuffle<f32>(left, middle, 0, 4, 1, 5)));
        v128.store(x, f32x4.add(v128.load(x, 16), v128.shuffle<f32>(left, middle, 2, 6, 3, 7)), 16);
      }
      v128.store(beyond, f32x4.splat(0));
      v128.store(beyond, f32x4.splat(0), 16);
    }
  }
}
