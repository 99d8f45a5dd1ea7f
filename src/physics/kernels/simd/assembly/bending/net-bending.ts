/* The bending of a net by differences, as in `javascript/bending-loops.ts`; a particle is a vector of four f32. Each difference is
 * computed at its first particle. What it adds to the next two rows is kept in `scratch`, two vectors a column:
 *
 *   the sum for the next row, and the difference down the column, which the row after the next gets.
 */

/** p and the particle at `next`, or the one before the end of the vectors. */
@inline
function clamped(p: usize, end: usize, within: bool): usize {
  return within ? p : min(p, end - 16);
}

/** @param within true if no address leads out of the vectors; they end at `end` in x */
@inline
function bendRow(columns: usize, w: usize, f: usize, x: usize, end: usize, D: f32, scratch: usize, within: bool): void {
  const line = columns << 4;
  const factor = f32x4.splat(D);
  const zero = f32x4.splat(0);
  let here = v128.load(x);
  let right = v128.load(clamped(x + 16, end, within));
  let below = v128.load(clamped(x + line, end, within));
  let slope = f32x4.sub(here, right);
  let down = f32x4.sub(here, below);
  let bentBefore = zero;
  let changeBefore = zero;
  let twistBefore = zero;
  for (const stop = x + line; x < stop; x += 16, f += 16, w += 16, scratch += 32) {
    const farRight = v128.load(clamped(x + 32, end, within));
    const belowRight = v128.load(clamped(x + line + 16, end, within));
    const farBelow = v128.load(clamped(x + 2 * line, end, within));
    const nextSlope = f32x4.sub(right, farRight);
    const nextDown = f32x4.sub(right, belowRight);
    const bent = f32x4.mul(v128.load32_splat(w), f32x4.sub(slope, nextSlope));
    const sag = f32x4.mul(v128.load32_splat(w, 4), f32x4.sub(down, f32x4.sub(below, farBelow)));
    const twist = f32x4.mul(v128.load32_splat(w, 8), f32x4.sub(down, nextDown));
    // p_i − 2p_i−1 + p_i−2 along the row.
    const change = f32x4.sub(bent, bentBefore);
    const across = f32x4.sub(twist, twistBefore);
    const sum = f32x4.add(f32x4.add(f32x4.sub(change, changeBefore), across), f32x4.add(sag, v128.load(scratch)));
    const sagAbove = v128.load(scratch, 16);
    v128.store(scratch, f32x4.sub(f32x4.sub(sagAbove, across), f32x4.add(sag, sag)));
    v128.store(scratch, sag, 16);
    v128.store(f, f32x4.sub(v128.load(f), f32x4.mul(factor, sum)));
    bentBefore = bent;
    changeBefore = change;
    twistBefore = twist;
    right = farRight;
    below = belowRight;
    slope = nextSlope;
    down = nextDown;
  }
}

function bendInner(columns: usize, w: usize, f: usize, x: usize, D: f32, scratch: usize): void {
  bendRow(columns, w, f, x, 0, D, scratch, true);
}

function bendLast(columns: usize, w: usize, f: usize, x: usize, end: usize, D: f32, scratch: usize): void {
  bendRow(columns, w, f, x, end, D, scratch, false);
}

/** f −= D times the differences of x. @param weights X, Y, Z and 0 of each particle @param scratch 8 numbers a column */
export function addNetBending(rows: i32, columns: usize, weights: usize, f: usize, x: usize, D: f32, scratch: usize): void {
  const line = columns << 4;
  const end = x + (rows as usize) * line;
  memory.fill(scratch, 0, 2 * line);
  for (let row = 0; row < rows; row++) {
    if (row + 2 < rows) bendInner(columns, weights, f, x, D, scratch);
    else bendLast(columns, weights, f, x, end, D, scratch);
    weights += line;
    f += line;
    x += line;
  }
}
