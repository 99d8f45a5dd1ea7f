import { dot3, shifted, shiftedTwice } from './arithmetic';
import { at, G, GROUND, Level, V } from './level';

/** The springs that set out from the nodes of a group: to the right, below, below right, from the right neighbour to the
 *  one below, two to the right, two below. Of each there is w_x, w_y, w_z, β: a vector each. */
export const RIGHT: usize = 0;
export const BELOW: usize = 4 * V;
export const FALLING: usize = 8 * V;
export const RISING: usize = 12 * V;
export const FAR: usize = 16 * V;
export const FAR_BELOW: usize = 20 * V;

/** w·q. */
@inline
function along(spring: usize, qx: v128, qy: v128, qz: v128): v128 {
  return dot3(v128.load(spring), v128.load(spring, 16), v128.load(spring, 32), qx, qy, qz);
}

/** B q = w (w·q) + β q, of which `w` points at one component. */
@inline
function pull(w: usize, t: v128, beta: v128, q: v128): v128 {
  return f32x4.add(f32x4.mul(v128.load(w), t), f32x4.mul(beta, q));
}

/** The entry p, q of B, `unit` being that of I. */
@inline
export function entry(spring: usize, p: usize, q: usize, unit: v128): v128 {
  const product = f32x4.mul(v128.load(spring + V * p), v128.load(spring + V * q));
  return f32x4.add(product, f32x4.mul(unit, v128.load(spring, 48)));
}

/** Completes A x in one row, and begins it in the next two: the row's sums become (A x)_row.
 *
 *    (A x)_a = G_a x_a + Σ_springs B q,  q = x_a − x_b,  and −B q at b
 *
 *  Each spring is taken once, at the group that it sets out from. What it takes off at its other end is kept in the sums of
 *  the rows below until their turn comes, or goes to the neighbouring lanes, by way of what the group before has left. */
export function multiplyNetRow(level: Level, row: i32): void {
  const step = level.row;
  let here = level.sums + ((row % 3) as usize) * 6 * step;
  let next = level.sums + (((row + 1) % 3) as usize) * 6 * step;
  let after = level.sums + (((row + 2) % 3) as usize) * 6 * step;
  let x = at(level.x, step, row);
  let c = level.coefficients + ((row * level.groups) as usize) * G;
  const zero = f32x4.splat(0);
  let rightX = zero;
  let rightY = zero;
  let rightZ = zero;
  let fallingX = zero;
  let fallingY = zero;
  let fallingZ = zero;
  let risingX = zero;
  let risingY = zero;
  let risingZ = zero;
  let farX = zero;
  let farY = zero;
  let farZ = zero;
  for (const end = c + (level.groups as usize) * G; c < end; c += G, x += V, here += V, next += V, after += V) {
    const y = x + level.plane;
    const z = y + level.plane;
    const x0 = v128.load(x);
    const y0 = v128.load(y);
    const z0 = v128.load(z);
    let ownX = dot3(v128.load(c, GROUND), v128.load(c, GROUND + 16), v128.load(c, GROUND + 32), x0, y0, z0);
    let ownY = dot3(v128.load(c, GROUND + 16), v128.load(c, GROUND + 48), v128.load(c, GROUND + 64), x0, y0, z0);
    let ownZ = dot3(v128.load(c, GROUND + 32), v128.load(c, GROUND + 64), v128.load(c, GROUND + 80), x0, y0, z0);

    const x1 = v128.load(x, 4);
    const y1 = v128.load(y, 4);
    const z1 = v128.load(z, 4);
    let qx = f32x4.sub(x0, x1);
    let qy = f32x4.sub(y0, y1);
    let qz = f32x4.sub(z0, z1);
    let t = along(c + RIGHT, qx, qy, qz);
    let beta = v128.load(c, RIGHT + 48);
    let fx = pull(c + RIGHT, t, beta, qx);
    let fy = pull(c + RIGHT + 16, t, beta, qy);
    let fz = pull(c + RIGHT + 32, t, beta, qz);
    ownX = f32x4.add(ownX, f32x4.sub(fx, shifted(rightX, fx)));
    ownY = f32x4.add(ownY, f32x4.sub(fy, shifted(rightY, fy)));
    ownZ = f32x4.add(ownZ, f32x4.sub(fz, shifted(rightZ, fz)));
    rightX = fx;
    rightY = fy;
    rightZ = fz;

    qx = f32x4.sub(x0, v128.load(x, 8));
    qy = f32x4.sub(y0, v128.load(y, 8));
    qz = f32x4.sub(z0, v128.load(z, 8));
    t = along(c + FAR, qx, qy, qz);
    beta = v128.load(c, FAR + 48);
    fx = pull(c + FAR, t, beta, qx);
    fy = pull(c + FAR + 16, t, beta, qy);
    fz = pull(c + FAR + 32, t, beta, qz);
    ownX = f32x4.add(ownX, f32x4.sub(fx, shiftedTwice(farX, fx)));
    ownY = f32x4.add(ownY, f32x4.sub(fy, shiftedTwice(farY, fy)));
    ownZ = f32x4.add(ownZ, f32x4.sub(fz, shiftedTwice(farZ, fz)));
    farX = fx;
    farY = fy;
    farZ = fz;

    qx = f32x4.sub(x0, v128.load(x + 2 * step));
    qy = f32x4.sub(y0, v128.load(y + 2 * step));
    qz = f32x4.sub(z0, v128.load(z + 2 * step));
    t = along(c + FAR_BELOW, qx, qy, qz);
    beta = v128.load(c, FAR_BELOW + 48);
    fx = pull(c + FAR_BELOW, t, beta, qx);
    fy = pull(c + FAR_BELOW + 16, t, beta, qy);
    fz = pull(c + FAR_BELOW + 32, t, beta, qz);
    ownX = f32x4.add(ownX, fx);
    ownY = f32x4.add(ownY, fy);
    ownZ = f32x4.add(ownZ, fz);
    v128.store(after, fx);
    v128.store(after + step, fy);
    v128.store(after + 2 * step, fz);

    const belowX = v128.load(x + step);
    const belowY = v128.load(y + step);
    const belowZ = v128.load(z + step);
    qx = f32x4.sub(x0, belowX);
    qy = f32x4.sub(y0, belowY);
    qz = f32x4.sub(z0, belowZ);
    t = along(c + BELOW, qx, qy, qz);
    beta = v128.load(c, BELOW + 48);
    let downX = pull(c + BELOW, t, beta, qx);
    let downY = pull(c + BELOW + 16, t, beta, qy);
    let downZ = pull(c + BELOW + 32, t, beta, qz);
    ownX = f32x4.add(ownX, downX);
    ownY = f32x4.add(ownY, downY);
    ownZ = f32x4.add(ownZ, downZ);

    qx = f32x4.sub(x1, belowX);
    qy = f32x4.sub(y1, belowY);
    qz = f32x4.sub(z1, belowZ);
    t = along(c + RISING, qx, qy, qz);
    beta = v128.load(c, RISING + 48);
    fx = pull(c + RISING, t, beta, qx);
    fy = pull(c + RISING + 16, t, beta, qy);
    fz = pull(c + RISING + 32, t, beta, qz);
    ownX = f32x4.add(ownX, shifted(risingX, fx));
    ownY = f32x4.add(ownY, shifted(risingY, fy));
    ownZ = f32x4.add(ownZ, shifted(risingZ, fz));
    downX = f32x4.add(downX, fx);
    downY = f32x4.add(downY, fy);
    downZ = f32x4.add(downZ, fz);
    risingX = fx;
    risingY = fy;
    risingZ = fz;

    qx = f32x4.sub(x0, v128.load(x + step, 4));
    qy = f32x4.sub(y0, v128.load(y + step, 4));
    qz = f32x4.sub(z0, v128.load(z + step, 4));
    t = along(c + FALLING, qx, qy, qz);
    beta = v128.load(c, FALLING + 48);
    fx = pull(c + FALLING, t, beta, qx);
    fy = pull(c + FALLING + 16, t, beta, qy);
    fz = pull(c + FALLING + 32, t, beta, qz);
    downX = f32x4.add(downX, shifted(fallingX, fx));
    downY = f32x4.add(downY, shifted(fallingY, fy));
    downZ = f32x4.add(downZ, shifted(fallingZ, fz));
    fallingX = fx;
    fallingY = fy;
    fallingZ = fz;

    v128.store(here, f32x4.sub(f32x4.add(ownX, fx), v128.load(here)));
    v128.store(here + step, f32x4.sub(f32x4.add(ownY, fy), v128.load(here + step)));
    v128.store(here + 2 * step, f32x4.sub(f32x4.add(ownZ, fz), v128.load(here + 2 * step)));
    v128.store(next, f32x4.add(v128.load(next), downX));
    v128.store(next + step, f32x4.add(v128.load(next + step), downY));
    v128.store(next + 2 * step, f32x4.add(v128.load(next + 2 * step), downZ));
  }
}
