/** The bending of a net by differences, and its damping. */
import type { Floats } from '../../model/arena';
import type { NetBending } from '../curvature-rows';
import type { BendingLoops } from '../kernel';

export const bendingLoops: BendingLoops = {
  addNetBending({ columns, weights, factor }, y, p) {
    const down = 4 * columns;
    for (let i = 0; i < weights.length; i += 4) {
      const X = factor * weights[i];
      const Y = factor * weights[i + 1];
      const Z = factor * weights[i + 2];
      // A difference of weight 0 may lead out of the net.
      for (let o = i; X !== 0 && o < i + 3; o++) {
        const bent = X * (p[o] - p[o + 4] - (p[o + 4] - p[o + 8]));
        y[o] -= bent;
        y[o + 4] += 2 * bent;
        y[o + 8] -= bent;
      }
      for (let o = i; Y !== 0 && o < i + 3; o++) {
        const bent = Y * (p[o] - p[o + down] - (p[o + down] - p[o + 2 * down]));
        y[o] -= bent;
        y[o + down] += 2 * bent;
        y[o + 2 * down] -= bent;
      }
      for (let o = i; Z !== 0 && o < i + 3; o++) {
        const twisted = Z * (p[o] - p[o + 4] - (p[o + down] - p[o + down + 4]));
        y[o] -= twisted;
        y[o + 4] += twisted;
        y[o + down] += twisted;
        y[o + down + 4] -= twisted;
      }
    }
  },

  addNetDamping(net, y, x, p) {
    const down = 4 * net.columns;
    for (let i = 0; i < net.weights.length; i += 4) {
      const sides = net.weights[i + 3];
      const above = (sides & 1) === 1 ? -down : down;
      const left = (sides & 2) === 2 ? -4 : 4;
      dampDifference(net, y, x, p, i, i, i + 4, i + 4, i + 8, i + 4 + above);
      dampDifference(net, y, x, p, i + 1, i, i + down, i + down, i + 2 * down, i + down + left);
      dampDifference(net, y, x, p, i + 2, i, i + 4, i + down, i + down + 4, i + down);
    }
  },
};

/**
 * The difference δ = x_a − x_b − x_c + x_d, with b = c for three particles in line, along the normal N = e × g of the surface, with
 * e = x_d − x_a and g = x_h − x_b: y −= factor β(β·p) with β = ∂(δ·N)/∂x,
 *
 *   β·p = N·δp + u·δe + v·δg,   u = g × δ,   v = δ × e
 *
 * where δp, δe and δg are the changes where x changes by p. @param place of its weight
 */
function dampDifference(
  { weights, dampingFactor }: NetBending,
  y: Floats,
  x: Floats,
  p: Floats,
  place: number,
  a: number,
  b: number,
  c: number,
  d: number,
  h: number,
): void {
  const factor = dampingFactor * weights[place];
  if (factor === 0) return;
  const ex = x[d] - x[a];
  const ey = x[d + 1] - x[a + 1];
  const ez = x[d + 2] - x[a + 2];
  const gx = x[h] - x[b];
  const gy = x[h + 1] - x[b + 1];
  const gz = x[h + 2] - x[b + 2];
  const dx = x[a] - x[b] - (x[c] - x[d]);
  const dy = x[a + 1] - x[b + 1] - (x[c + 1] - x[d + 1]);
  const dz = x[a + 2] - x[b + 2] - (x[c + 2] - x[d + 2]);
  const nx = ey * gz - ez * gy;
  const ny = ez * gx - ex * gz;
  const nz = ex * gy - ey * gx;
  const ux = gy * dz - gz * dy;
  const uy = gz * dx - gx * dz;
  const uz = gx * dy - gy * dx;
  const vx = dy * ez - dz * ey;
  const vy = dz * ex - dx * ez;
  const vz = dx * ey - dy * ex;
  let rate = nx * (p[a] - p[b] - (p[c] - p[d]));
  rate += ny * (p[a + 1] - p[b + 1] - (p[c + 1] - p[d + 1]));
  rate += nz * (p[a + 2] - p[b + 2] - (p[c + 2] - p[d + 2]));
  rate += ux * (p[d] - p[a]) + uy * (p[d + 1] - p[a + 1]) + uz * (p[d + 2] - p[a + 2]);
  rate += vx * (p[h] - p[b]) + vy * (p[h + 1] - p[b + 1]) + vz * (p[h + 2] - p[b + 2]);
  const s = factor * rate;
  y[a] += s * (ux - nx);
  y[a + 1] += s * (uy - ny);
  y[a + 2] += s * (uz - nz);
  y[b] += s * (vx + nx);
  y[b + 1] += s * (vy + ny);
  y[b + 2] += s * (vz + nz);
  y[c] += s * nx;
  y[c + 1] += s * ny;
  y[c + 2] += s * nz;
  y[d] -= s * (ux + nx);
  y[d + 1] -= s * (uy + ny);
  y[d + 2] -= s * (uz + nz);
  y[h] -= s * vx;
  y[h + 1] -= s * vy;
  y[h + 2] -= s * vz;
}
