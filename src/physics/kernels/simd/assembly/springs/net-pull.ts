/* The forces of springs between two rows of a net, or within one, of A and B, four at a time. */

/** Moves four numbers up by one or two places, after those of the block before. */
@inline
function shifted(before: v128, now: v128, shift: i32): v128 {
  return shift == 1 ? v128.shuffle<f32>(before, now, 3, 4, 5, 6) : v128.shuffle<f32>(before, now, 2, 3, 4, 5);
}

@inline
function difference(p: usize, q: usize): v128 {
  return f32x4.sub(v128.load(p), v128.load(q));
}

@inline
function addTo(at: usize, force: v128): void {
  v128.store(at, f32x4.add(v128.load(at), force));
}

@inline
function takeFrom(at: usize, force: v128): void {
  v128.store(at, f32x4.sub(v128.load(at), force));
}

/**
 * Adds the forces of the springs from row p to row q, whose other end is `shift` columns further to the right.
 * @param end 4 times the columns
 * @param a A and @param b B of the springs
 */
@inline
function addForces(end: usize, p: usize, q: usize, shift: i32, inRow: bool, plane: usize, a: usize, b: usize): void {
  let beforeX = f32x4.splat(0);
  let beforeY = beforeX;
  let beforeZ = beforeX;
  for (let at: usize = 0; at < end; at += 16) {
    let from = p + at;
    let to = q + at + 4 * (shift as usize);
    const dx = difference(from, to);
    const dy = difference((from += plane), (to += plane));
    const dz = difference((from += plane), (to += plane));
    const wx = difference((from += plane), (to += plane));
    const wy = difference((from += plane), (to += plane));
    const wz = difference((from += plane), (to += plane));
    const along = f32x4.add(f32x4.add(f32x4.mul(wx, dx), f32x4.mul(wy, dy)), f32x4.mul(wz, dz));
    const t = f32x4.add(v128.load(a + at), f32x4.mul(v128.load(b + at), along));
    const x = f32x4.mul(t, dx);
    const y = f32x4.mul(t, dy);
    const z = f32x4.mul(t, dz);
    if (inRow) {
      addTo((from += plane), f32x4.sub(shifted(beforeX, x, shift), x));
      addTo((from += plane), f32x4.sub(shifted(beforeY, y, shift), y));
      addTo((from += plane), f32x4.sub(shifted(beforeZ, z, shift), z));
    } else {
      takeFrom((from += plane), x);
      takeFrom((from += plane), y);
      takeFrom((from += plane), z);
      to += plane - 4 * (shift as usize);
      addTo(to, shift == 0 ? x : shifted(beforeX, x, shift));
      addTo((to += plane), shift == 0 ? y : shifted(beforeY, y, shift));
      addTo((to += plane), shift == 0 ? z : shifted(beforeZ, z, shift));
    }
    beforeX = x;
    beforeY = y;
    beforeZ = z;
  }
}

export function pullRight(end: usize, p: usize, plane: usize, a: usize, b: usize): void {
  addForces(end, p, p, 1, true, plane, a, b);
}

export function pullTwoRight(end: usize, p: usize, plane: usize, a: usize, b: usize): void {
  addForces(end, p, p, 2, true, plane, a, b);
}

export function pullDown(end: usize, p: usize, q: usize, plane: usize, a: usize, b: usize): void {
  addForces(end, p, q, 0, false, plane, a, b);
}

export function pullAslant(end: usize, p: usize, q: usize, plane: usize, a: usize, b: usize): void {
  addForces(end, p, q, 1, false, plane, a, b);
}
