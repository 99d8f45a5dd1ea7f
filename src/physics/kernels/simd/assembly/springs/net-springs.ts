/* The springs of the current sweep over a net. Loops process four at a time: whole blocks in the arrays of the model, then copies
 * of the last ones, in which the lanes without a spring have k = k_d = 0. They lead to positions beyond the net, and l > 0.
 */

export let restLengths: usize = 0;
export let stiffness: usize = 0;
export let damping: usize = 0;
/** L₀, k and k_d of the last block and of an empty one; 24 numbers. */
export let lastRest: usize = 0;
export let lastK: usize = 0;
export let lastKd: usize = 0;

export function useSprings(rest: usize, k: usize, kd: usize, last: usize): void {
  restLengths = rest;
  stiffness = k;
  damping = kd;
  lastRest = last;
  lastK = last + 32;
  lastKd = last + 64;
  v128.store(last, f32x4.splat(1), 16);
  v128.store(last, f32x4.splat(0), 48);
  v128.store(last, f32x4.splat(0), 80);
}

/** The part of `size` that is made of whole blocks. @param size 4 times the number of springs */
@inline
export function whole(size: usize): usize {
  return size & ~15;
}

/** Copies what is after the whole blocks of the springs at `from`, an offset in bytes. */
export function copyLast(from: usize, size: usize): void {
  const o = from + whole(size);
  const some = i32x4.gt_s(i32x4.splat((size & 15) as i32), i32x4(0, 4, 8, 12));
  v128.store(lastRest, v128.bitselect(v128.load(restLengths + o), f32x4.splat(1), some));
  v128.store(lastK, v128.and(v128.load(stiffness + o), some));
  v128.store(lastKd, v128.and(v128.load(damping + o), some));
}
