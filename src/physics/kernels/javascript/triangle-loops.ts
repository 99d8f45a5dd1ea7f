import type { Floats } from '../../model/arena';
import type { Membrane, State } from '../../model/model';
import type { Params } from '../../model/params';
import type { TriangleLoops } from '../kernel';
import { addTriangleDerivatives, addTriangleDiagonals, linearizeTriangles } from './triangle-tangents';

/*  A triangle of the membrane, in the notation of O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture,
 *  and of Choi, Static/Dynamic Deformation with Mass-Spring Systems:
 *
 *    F = D_s D_m⁻¹ = Σ_i x_i g_iᵀ   (3×2),  g₁ and g₂ the rows of D_m⁻¹, g₀ = −g₁ − g₂
 *    ε = ½(FᵀF − I),   ν = ½(ḞᵀF + FᵀḞ),   σ = λ tr(ε) I + 2μ ε + φ tr(ν) I + 2ψ ν
 *
 *  A 3×2 matrix is stored as its two columns, 6 numbers; a symmetric 2×2 matrix as 11, 22, 12.
 *  Choi's slides define ε and ν without the ½: their λ, μ, φ, ψ are a quarter of these. */

/** F := Σ x_i g_iᵀ of triangle t, from differences of positions, so that a translation has no strain. @param x 4n */
export function gather(membrane: Membrane, t: number, x: Floats, F: Float64Array): void {
  const { triangles, inverseRest } = membrane;
  const o = 4 * triangles[3 * t];
  const p = 4 * triangles[3 * t + 1];
  const q = 4 * triangles[3 * t + 2];
  const a = inverseRest[4 * t];
  const b = inverseRest[4 * t + 1];
  const c = inverseRest[4 * t + 2];
  const d = inverseRest[4 * t + 3];
  for (let axis = 0; axis < 3; axis++) {
    const s = x[p + axis] - x[o + axis];
    const r = x[q + axis] - x[o + axis];
    F[axis] = s * a + r * c;
    F[3 + axis] = s * b + r * d;
  }
}

/** ε := ½(FᵀF − I). */
export function greenStrain(F: Float64Array, strain: Float64Array): void {
  strain[0] = 0.5 * (F[0] * F[0] + F[1] * F[1] + F[2] * F[2] - 1);
  strain[1] = 0.5 * (F[3] * F[3] + F[4] * F[4] + F[5] * F[5] - 1);
  strain[2] = 0.5 * (F[0] * F[3] + F[1] * F[4] + F[2] * F[5]);
}

/** ν := ½(ḞᵀF + FᵀḞ), 1/s; also the derivative of ε along any other Ḟ. */
export function strainRate(F: Float64Array, rate: Float64Array, strain: Float64Array): void {
  strain[0] = F[0] * rate[0] + F[1] * rate[1] + F[2] * rate[2];
  strain[1] = F[3] * rate[3] + F[4] * rate[4] + F[5] * rate[5];
  strain[2] =
    0.5 * (F[0] * rate[3] + F[1] * rate[4] + F[2] * rate[5] + F[3] * rate[0] + F[4] * rate[1] + F[5] * rate[2]);
}

/** σ += λ tr(ε) I + 2μ ε, Pa; with ν, φ and ψ the viscous part. */
export function addStress(strain: Float64Array, lambda: number, mu: number, stress: Float64Array): void {
  const spherical = lambda * (strain[0] + strain[1]);
  stress[0] += spherical + 2 * mu * strain[0];
  stress[1] += spherical + 2 * mu * strain[1];
  stress[2] += 2 * mu * strain[2];
}

/** Loops over the triangles of a membrane in JavaScript. */
export const triangleLoops: TriangleLoops = {
  addTriangleForces(membrane, params, state, f) {
    addForcesOfTriangles(membrane, params, state, f, 0, membrane.triangleCount);
  },
  linearizeTriangles,
  addTriangleDerivatives,
  addTriangleDiagonals,
};

/** f += the forces of triangles `from` to `to` − 1.
 *
 *    [f₁ f₂] = −A₀ t F σ D_m⁻ᵀ,  f₀ = −f₁ − f₂
 *
 *  The notation above, written out in scalars: four times as fast as calls on small arrays. The columns of F are
 *  (x, y, z) and (X, Y, Z). */
export function addForcesOfTriangles(
  membrane: Membrane,
  params: Params,
  { positions, velocities: v }: State,
  f: Floats,
  from: number,
  to: number,
): void {
  const { triangles, inverseRest, areas } = membrane;
  const { membraneLambda: lambda, membraneMu: mu, membranePhi: phi, membranePsi: psi } = params;
  const viscous = phi > 0 || psi > 0;
  const thickness = params.membraneThickness;
  for (let t = from; t < to; t++) {
    if (areas[t] === 0) continue;
    const o = 4 * triangles[3 * t];
    const p = 4 * triangles[3 * t + 1];
    const q = 4 * triangles[3 * t + 2];
    const a = inverseRest[4 * t];
    const b = inverseRest[4 * t + 1];
    const c = inverseRest[4 * t + 2];
    const d = inverseRest[4 * t + 3];

    // F = D_s D_m⁻¹.
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

    // ε = ½(FᵀF − I), σ = λ tr(ε) I + 2μ ε.
    const e11 = 0.5 * (x * x + y * y + z * z - 1);
    const e22 = 0.5 * (X * X + Y * Y + Z * Z - 1);
    const e12 = 0.5 * (x * X + y * Y + z * Z);
    let s11 = lambda * (e11 + e22) + 2 * mu * e11;
    let s22 = lambda * (e11 + e22) + 2 * mu * e22;
    let s12 = 2 * mu * e12;
    if (viscous) {
      // ν = ½(ḞᵀF + FᵀḞ), σ += φ tr(ν) I + 2ψ ν; FᵀḞ = (FᵀḊ_s) D_m⁻¹.
      const ux = v[p] - v[o];
      const uy = v[p + 1] - v[o + 1];
      const uz = v[p + 2] - v[o + 2];
      const wx = v[q] - v[o];
      const wy = v[q + 1] - v[o + 1];
      const wz = v[q + 2] - v[o + 2];
      const u1 = x * ux + y * uy + z * uz;
      const w1 = x * wx + y * wy + z * wz;
      const u2 = X * ux + Y * uy + Z * uz;
      const w2 = X * wx + Y * wy + Z * wz;
      const n11 = u1 * a + w1 * c;
      const n22 = u2 * b + w2 * d;
      const n12 = 0.5 * (u1 * b + w1 * d + u2 * a + w2 * c);
      s11 += phi * (n11 + n22) + 2 * psi * n11;
      s22 += phi * (n11 + n22) + 2 * psi * n22;
      s12 += 2 * psi * n12;
    }

    // A₀ t σ D_m⁻ᵀ, then F times its columns.
    const scale = areas[t] * thickness;
    const s = scale * (s11 * a + s12 * b);
    const S = scale * (s12 * a + s22 * b);
    const r = scale * (s11 * c + s12 * d);
    const R = scale * (s12 * c + s22 * d);
    const gx = x * s + X * S;
    const gy = y * s + Y * S;
    const gz = z * s + Z * S;
    const hx = x * r + X * R;
    const hy = y * r + Y * R;
    const hz = z * r + Z * R;
    f[p] -= gx;
    f[p + 1] -= gy;
    f[p + 2] -= gz;
    f[q] -= hx;
    f[q + 1] -= hy;
    f[q + 2] -= hz;
    f[o] += gx + hx;
    f[o + 1] += gy + hy;
    f[o + 2] += gz + hz;
  }
}
