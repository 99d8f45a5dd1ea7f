import { gather, strainRate } from '../kernels/javascript/membrane-strain';
import type { Floats } from '../model/arena';
import type { Membrane, State } from '../model/model';
import type { Params } from '../model/params';

/** What the sums over triangles read, with scratch for one triangle. */
export interface MembraneScratch {
  membrane: Membrane;
  params: Params;
  /** F and Ḟ, 3×2. */
  F: Float64Array;
  rate: Float64Array;
  /** Symmetric 2×2. */
  strain: Float64Array;
}

/** Σ A₀ (½ λ tr²(ε) + μ ε:ε), J/m: the elastic energy per thickness. */
export function energyOfTriangles({ membrane, params }: MembraneScratch, positions: Floats): number {
  const { triangleCount, triangles, inverseRest, areas } = membrane;
  const { membraneLambda: lambda, membraneMu: mu } = params;
  let sum = 0;
  for (let t = 0; t < triangleCount; t++) {
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
    const e11 = 0.5 * (x * x + y * y + z * z - 1);
    const e22 = 0.5 * (X * X + Y * Y + Z * Z - 1);
    const e12 = 0.5 * (x * X + y * Y + z * Z);
    const trace = e11 + e22;
    sum += areas[t] * (0.5 * lambda * trace * trace + mu * (e11 * e11 + e22 * e22 + 2 * e12 * e12));
  }
  return sum;
}

/** Σ A₀ (φ tr²(ν) + 2ψ ν:ν), W/m: the power that the viscous stress turns into heat, per thickness. F, Ḟ and ν are those of
 *  `kernels/javascript/membrane-strain.ts`. */
export function heatOfTriangles({ membrane, params, F, rate, strain: nu }: MembraneScratch, state: State): number {
  const { membranePhi: phi, membranePsi: psi } = params;
  let sum = 0;
  for (let t = 0; t < membrane.triangleCount; t++) {
    gather(membrane, t, state.positions, F);
    gather(membrane, t, state.velocities, rate);
    strainRate(F, rate, nu);
    const trace = nu[0] + nu[1];
    sum += membrane.areas[t] * (phi * trace * trace + 2 * psi * (nu[0] * nu[0] + nu[1] * nu[1] + 2 * nu[2] * nu[2]));
  }
  return sum;
}
