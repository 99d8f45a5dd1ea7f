import { dot3, shifted } from './arithmetic';
import { at, G, GROUND, Level, V } from './level';

/** The edges that set out from the nodes of a group: to the right, below, below right, and from the right neighbour to the
 *  one below. Of each there is B, as xx, xy, xz, yy, yz, zz: a vector each. */
export const RIGHT: usize = 0;
export const BELOW: usize = 6 * V;
export const FALLING: usize = 12 * V;
export const RISING: usize = 18 * V;

/** A row of B q, from the places of three of its entries. */
@inline
function pull(first: usize, second: usize, third: usize, qx: v128, qy: v128, qz: v128): v128 {
  return dot3(v128.load(first), v128.load(second), v128.load(third), qx, qy, qz);
}

@inline
function pullX(b: usize, qx: v128, qy: v128, qz: v128): v128 {
  return pull(b, b + 16, b + 32, qx, qy, qz);
}

@inline
function pullY(b: usize, qx: v128, qy: v128, qz: v128): v128 {
  return pull(b + 16, b + 48, b + 64, qx, qy, qz);
}

@inline
function pullZ(b: usize, qx: v128, qy: v128, qz: v128): v128 {
  return pull(b + 32, b + 64, b + 80, qx, qy, qz);
}

/** As `multiplyNetRow`, on a coarse level: (A x)_a = G_a x_a + Σ_edges B q. */
export function multiplyCellsRow(level: Level, row: i32): void {
  const step = level.row;
  let here = level.sums + ((row % 3) as usize) * 6 * step;
  let next = level.sums + (((row + 1) % 3) as usize) * 6 * step;
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
  for (const end = c + (level.groups as usize) * G; c < end; c += G, x += V, here += V, next += V) {
    const y = x + level.plane;
    const z = y + level.plane;
    const x0 = v128.load(x);
    const y0 = v128.load(y);
    const z0 = v128.load(z);
    let ownX = pullX(c + GROUND, x0, y0, z0);
    let ownY = pullY(c + GROUND, x0, y0, z0);
    let ownZ = pullZ(c + GROUND, x0, y0, z0);

    const x1 = v128.load(x, 4);
    const y1 = v128.load(y, 4);
    const z1 = v128.load(z, 4);
    let qx = f32x4.sub(x0, x1);
    let qy = f32x4.sub(y0, y1);
    let qz = f32x4.sub(z0, z1);
    let fx = pullX(c + RIGHT, qx, qy, qz);
    let fy = pullY(c + RIGHT, qx, qy, qz);
    let fz = pullZ(c + RIGHT, qx, qy, qz);
    ownX = f32x4.add(ownX, f32x4.sub(fx, shifted(rightX, fx)));
    ownY = f32x4.add(ownY, f32x4.sub(fy, shifted(rightY, fy)));
    ownZ = f32x4.add(ownZ, f32x4.sub(fz, shifted(rightZ, fz)));
    rightX = fx;
    rightY = fy;
    rightZ = fz;

    const belowX = v128.load(x + step);
    const belowY = v128.load(y + step);
    const belowZ = v128.load(z + step);
    qx = f32x4.sub(x0, belowX);
    qy = f32x4.sub(y0, belowY);
    qz = f32x4.sub(z0, belowZ);
    let downX = pullX(c + BELOW, qx, qy, qz);
    let downY = pullY(c + BELOW, qx, qy, qz);
    let downZ = pullZ(c + BELOW, qx, qy, qz);
    ownX = f32x4.add(ownX, downX);
    ownY = f32x4.add(ownY, downY);
    ownZ = f32x4.add(ownZ, downZ);

    qx = f32x4.sub(x1, belowX);
    qy = f32x4.sub(y1, belowY);
    qz = f32x4.sub(z1, belowZ);
    fx = pullX(c + RISING, qx, qy, qz);
    fy = pullY(c + RISING, qx, qy, qz);
    fz = pullZ(c + RISING, qx, qy, qz);
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
    fx = pullX(c + FALLING, qx, qy, qz);
    fy = pullY(c + FALLING, qx, qy, qz);
    fz = pullZ(c + FALLING, qx, qy, qz);
    downX = f32x4.add(downX, shifted(fallingX, fx));
    downY = f32x4.add(downY, shifted(fallingY, fy));
    downZ = f32x4.add(downZ, shifted(fallingZ, fz));
    fallingX = fx;
    fallingY = fy;
    fallingZ = fz;

    v128.store(here, f32x4.sub(f32x4.add(ownX, fx), v128.load(here)));
    v128.store(here + step, f32x4.sub(f32x4.add(ownY, fy), v128.load(here + step)));
    v128.store(here + 2 * step, f32x4.sub(f32x4.add(ownZ, fz), v128.load(here + 2 * step)));
    v128.store(next, downX);
    v128.store(next + step, downY);
    v128.store(next + 2 * step, downZ);
  }
}
