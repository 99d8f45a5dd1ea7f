import type { Floats } from '../../model/arena';
import type { Membrane } from '../../model/model';

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
