import type { State } from '../model';
import type { Room } from './membrane-stress';

/** Σ A₀ (φ tr²(ν) + 2ψ ν:ν), W/m: what the viscous stress turns into heat, still to be multiplied by the thickness. With F,
 *  Ḟ and ν as in `kernels/membrane-strain.ts`; the columns of F are (x, y, z) and (X, Y, Z). */
export function heatOfTriangles(
  { room, state }: { room: Room; state: State },
  from: number,
  to: number,
  start: number,
): number {
  const { triangles, inverseRest, areas } = room.membrane;
  const { membranePhi: phi, membranePsi: psi } = room.params;
  const { positions, velocities: v } = state;
  let sum = start;
  for (let t = from; t < to; t++) {
    const o = 4 * triangles[3 * t];
    const p = 4 * triangles[3 * t + 1];
    const q = 4 * triangles[3 * t + 2];
    const a = inverseRest[4 * t];
    const b = inverseRest[4 * t + 1];
    const c = inverseRest[4 * t + 2];
    const d = inverseRest[4 * t + 3];
    const px = positions[p] - positions[o];
    const py = positions[p + 1] - positions[o + 1];
    const pz = positions[p + 2] - positions[o + 2];
    const qx = positions[q] - positions[o];
    const qy = positions[q + 1] - positions[o + 1];
    const qz = positions[q + 2] - positions[o + 2];
    const x = px * a + qx * c;
    const y = py * a + qy * c;
    const z = pz * a + qz * c;
    const X = px * b + qx * d;
    const Y = py * b + qy * d;
    const Z = pz * b + qz * d;
    const ux = v[p] - v[o];
    const uy = v[p + 1] - v[o + 1];
    const uz = v[p + 2] - v[o + 2];
    const wx = v[q] - v[o];
    const wy = v[q + 1] - v[o + 1];
    const wz = v[q + 2] - v[o + 2];

    // FᵀḞ = (FᵀḊ_s) D_m⁻¹, ν its symmetric part.
    const u1 = x * ux + y * uy + z * uz;
    const w1 = x * wx + y * wy + z * wz;
    const u2 = X * ux + Y * uy + Z * uz;
    const w2 = X * wx + Y * wy + Z * wz;
    const n11 = u1 * a + w1 * c;
    const n22 = u2 * b + w2 * d;
    const n12 = 0.5 * (u1 * b + w1 * d + u2 * a + w2 * c);
    const trace = n11 + n22;
    sum += areas[t] * (phi * trace * trace + 2 * psi * (n11 * n11 + n22 * n22 + 2 * n12 * n12));
  }
  return sum;
}
