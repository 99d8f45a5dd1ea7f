import { shifted, shiftedTwice } from '../arithmetic';
import { along, BELOW, betaOf, FALLING, FAR, FAR_BELOW, offsetOf, pullX, pullY, pullZ, RIGHT, RISING } from './blocks';
import { at, G, Level, NODE_BLOCK, V } from './level';

/** Completes A x in one row, and starts it in the next two: the row's sums become (A x)_row.
 *
 *    (A x)_a = G_a x_a + Σ_edges B q,  q = x_a − x_b,  and −B q at b
 *
 *  Each edge is processed once, with the group of its node a. Its −B q at b is added to the sums of the rows below, or goes to
 *  the lanes on the right, via the values kept from the previous group. Coarse levels have no edges over two nodes. */
@inline
function multiplyRow(level: Level, row: i32, isNet: bool): void {
  const step = level.row;
  let here = level.sums + ((row % 3) as usize) * 6 * step;
  let next = level.sums + (((row + 1) % 3) as usize) * 6 * step;
  let after = isNet ? level.sums + (((row + 2) % 3) as usize) * 6 * step : 0;
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
  for (const end = c + (level.groups as usize) * G; c < end; c += G, x += V, here += V, next += V) {
    const y = x + level.plane;
    const z = y + level.plane;
    const x0 = v128.load(x);
    const y0 = v128.load(y);
    const z0 = v128.load(z);
    let ownX = pullX(false, c + NODE_BLOCK, zero, zero, x0, y0, z0);
    let ownY = pullY(false, c + NODE_BLOCK, zero, zero, x0, y0, z0);
    let ownZ = pullZ(false, c + NODE_BLOCK, zero, zero, x0, y0, z0);

    const x1 = v128.load(x, 4);
    const y1 = v128.load(y, 4);
    const z1 = v128.load(z, 4);
    let qx = f32x4.sub(x0, x1);
    let qy = f32x4.sub(y0, y1);
    let qz = f32x4.sub(z0, z1);
    let b = c + offsetOf(isNet, RIGHT);
    let t = along(isNet, b, qx, qy, qz);
    let beta = betaOf(isNet, b, zero);
    let fx = pullX(isNet, b, t, beta, qx, qy, qz);
    let fy = pullY(isNet, b, t, beta, qx, qy, qz);
    let fz = pullZ(isNet, b, t, beta, qx, qy, qz);
    ownX = f32x4.add(ownX, f32x4.sub(fx, shifted(rightX, fx)));
    ownY = f32x4.add(ownY, f32x4.sub(fy, shifted(rightY, fy)));
    ownZ = f32x4.add(ownZ, f32x4.sub(fz, shifted(rightZ, fz)));
    rightX = fx;
    rightY = fy;
    rightZ = fz;

    if (isNet) {
      qx = f32x4.sub(x0, v128.load(x, 8));
      qy = f32x4.sub(y0, v128.load(y, 8));
      qz = f32x4.sub(z0, v128.load(z, 8));
      b = c + offsetOf(isNet, FAR);
      t = along(isNet, b, qx, qy, qz);
      beta = betaOf(isNet, b, zero);
      fx = pullX(isNet, b, t, beta, qx, qy, qz);
      fy = pullY(isNet, b, t, beta, qx, qy, qz);
      fz = pullZ(isNet, b, t, beta, qx, qy, qz);
      ownX = f32x4.add(ownX, f32x4.sub(fx, shiftedTwice(farX, fx)));
      ownY = f32x4.add(ownY, f32x4.sub(fy, shiftedTwice(farY, fy)));
      ownZ = f32x4.add(ownZ, f32x4.sub(fz, shiftedTwice(farZ, fz)));
      farX = fx;
      farY = fy;
      farZ = fz;

      qx = f32x4.sub(x0, v128.load(x + 2 * step));
      qy = f32x4.sub(y0, v128.load(y + 2 * step));
      qz = f32x4.sub(z0, v128.load(z + 2 * step));
      b = c + offsetOf(isNet, FAR_BELOW);
      t = along(isNet, b, qx, qy, qz);
      beta = betaOf(isNet, b, zero);
      fx = pullX(isNet, b, t, beta, qx, qy, qz);
      fy = pullY(isNet, b, t, beta, qx, qy, qz);
      fz = pullZ(isNet, b, t, beta, qx, qy, qz);
      ownX = f32x4.add(ownX, fx);
      ownY = f32x4.add(ownY, fy);
      ownZ = f32x4.add(ownZ, fz);
      v128.store(after, fx);
      v128.store(after + step, fy);
      v128.store(after + 2 * step, fz);
      after += V;
    }

    const belowX = v128.load(x + step);
    const belowY = v128.load(y + step);
    const belowZ = v128.load(z + step);
    qx = f32x4.sub(x0, belowX);
    qy = f32x4.sub(y0, belowY);
    qz = f32x4.sub(z0, belowZ);
    b = c + offsetOf(isNet, BELOW);
    t = along(isNet, b, qx, qy, qz);
    beta = betaOf(isNet, b, zero);
    let downX = pullX(isNet, b, t, beta, qx, qy, qz);
    let downY = pullY(isNet, b, t, beta, qx, qy, qz);
    let downZ = pullZ(isNet, b, t, beta, qx, qy, qz);
    ownX = f32x4.add(ownX, downX);
    ownY = f32x4.add(ownY, downY);
    ownZ = f32x4.add(ownZ, downZ);

    qx = f32x4.sub(x1, belowX);
    qy = f32x4.sub(y1, belowY);
    qz = f32x4.sub(z1, belowZ);
    b = c + offsetOf(isNet, RISING);
    t = along(isNet, b, qx, qy, qz);
    beta = betaOf(isNet, b, zero);
    fx = pullX(isNet, b, t, beta, qx, qy, qz);
    fy = pullY(isNet, b, t, beta, qx, qy, qz);
    fz = pullZ(isNet, b, t, beta, qx, qy, qz);
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
    b = c + offsetOf(isNet, FALLING);
    t = along(isNet, b, qx, qy, qz);
    beta = betaOf(isNet, b, zero);
    fx = pullX(isNet, b, t, beta, qx, qy, qz);
    fy = pullY(isNet, b, t, beta, qx, qy, qz);
    fz = pullZ(isNet, b, t, beta, qx, qy, qz);
    downX = f32x4.add(downX, shifted(fallingX, fx));
    downY = f32x4.add(downY, shifted(fallingY, fy));
    downZ = f32x4.add(downZ, shifted(fallingZ, fz));
    fallingX = fx;
    fallingY = fy;
    fallingZ = fz;

    v128.store(here, f32x4.sub(f32x4.add(ownX, fx), v128.load(here)));
    v128.store(here + step, f32x4.sub(f32x4.add(ownY, fy), v128.load(here + step)));
    v128.store(here + 2 * step, f32x4.sub(f32x4.add(ownZ, fz), v128.load(here + 2 * step)));
    // The springs over two rows have been added to the next row already.
    v128.store(next, isNet ? f32x4.add(v128.load(next), downX) : downX);
    v128.store(next + step, isNet ? f32x4.add(v128.load(next + step), downY) : downY);
    v128.store(next + 2 * step, isNet ? f32x4.add(v128.load(next + 2 * step), downZ) : downZ);
  }
}

export function multiplyNetRow(level: Level, row: i32): void {
  multiplyRow(level, row, true);
}

export function multiplyCoarseRow(level: Level, row: i32): void {
  multiplyRow(level, row, false);
}
