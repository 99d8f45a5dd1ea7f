/** How the attraction of two particles changes with their places. */
import type { Floats } from '../../model/arena';

/** The tangent of one pair after another: −∂f_p/∂x_p = across·I + along·l lᵀ, with l = x_p − x_q. @param soft m²; the squared softening */
export function createTangent(G: number, soft: number) {
  /** l, m; N/m; N/m³. */
  const now = { x: 0, y: 0, z: 0, across: 0, along: 0 };

  const tangent = {
    /** True: keeps each of the two coefficients only where it resists motion. */
    clamped: false,
    /** Takes a pair; false if the two are at the same place. @param centers 4 for each particle: its place, m, and its mass, kg */
    find(centers: Float64Array, p: number, q: number) {
      const x = centers[4 * p] - centers[4 * q];
      const y = centers[4 * p + 1] - centers[4 * q + 1];
      const z = centers[4 * p + 2] - centers[4 * q + 2];
      const l2 = x * x + y * y + z * z;
      const s2 = l2 + soft;
      if (s2 === 0) return false;
      const { clamped } = tangent;
      const g = (G * centers[4 * p + 3] * centers[4 * q + 3]) / (s2 * Math.sqrt(s2));
      const lengthwise = g * (1 - (3 * l2) / s2);
      now.x = x;
      now.y = y;
      now.z = z;
      now.across = clamped ? Math.max(0, g) : g;
      now.along = l2 === 0 ? 0 : ((clamped ? Math.max(0, lengthwise) : lengthwise) - now.across) / l2;
      return true;
    },
    /** out += a·(∂f/∂x)v of the pair; 4 entries for each particle. */
    multiply(out: Floats, v: Floats, a: number, p: number, q: number) {
      const { x, y, z, across, along } = now;
      const i = 4 * p;
      const j = 4 * q;
      const ux = v[i] - v[j];
      const uy = v[i + 1] - v[j + 1];
      const uz = v[i + 2] - v[j + 2];
      const lengthwise = along * (x * ux + y * uy + z * uz);
      const gx = a * (across * ux + lengthwise * x);
      const gy = a * (across * uy + lengthwise * y);
      const gz = a * (across * uz + lengthwise * z);
      out[i] -= gx;
      out[i + 1] -= gy;
      out[i + 2] -= gz;
      out[j] += gx;
      out[j + 1] += gy;
      out[j + 2] += gz;
    },
    /** blocks += a·∂f_p/∂x_p of the pair, in the block of one particle. */
    addBlock(blocks: Floats, a: number, particle: number) {
      const { x, y, z, across, along } = now;
      const o = 9 * particle;
      blocks[o] -= a * (across + along * x * x);
      blocks[o + 1] -= a * along * x * y;
      blocks[o + 2] -= a * along * x * z;
      blocks[o + 3] -= a * along * y * x;
      blocks[o + 4] -= a * (across + along * y * y);
      blocks[o + 5] -= a * along * y * z;
      blocks[o + 6] -= a * along * z * x;
      blocks[o + 7] -= a * along * z * y;
      blocks[o + 8] -= a * (across + along * z * z);
    },
  };
  return tangent;
}
