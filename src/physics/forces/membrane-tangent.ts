import { addProduct, addStress, gather, greenStrain, spread, strainRate } from '../kernels/membrane-strain';
import type { Floats } from '../memory';
import type { State } from '../model';
import type { Room } from './membrane-stress';

/*  Along a change δF of the deformation gradient, with δε = ½(δFᵀF + FᵀδF) and σ(ε) the elastic stress,
 *
 *    a·δ(∂f/∂x) + b·δ(∂f/∂v):   δf_i = −A₀ t [ F δσ + a δF σ ] g_i,
 *    δσ = (a λ + b φ) tr(δε) I + 2(a μ + b ψ) δε.
 *
 *  F δσ is the material part, Bᵀ C B: never negative, as λ, μ, φ, ψ aren't. δF σ is the geometric part, σ ⊗ I₃: where the
 *  triangle is compressed σ has a negative principal value, which can make the whole matrix indefinite. Clamped, such a
 *  value is taken as 0, as c < 0 is of a compressed spring; unclamped, the derivative is exact.
 *  The viscous stress depends on positions too; its ∂f/∂x is not symmetric and is left out, as the dashpot's is.
 *  Source: O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture, for the force; the clamp in the
 *  manner of Choi and Ko, Stable but Responsive Cloth. */

/** Numbers kept of a triangle: F, then σ. */
export const TANGENT = 9;

/** Keeps F and σ of every triangle, about which the next two are taken. */
export function keepTangents({ membrane, params, tangents, F, strain, stress }: Room, { positions }: State): void {
  const { membraneLambda, membraneMu } = params;
  for (let t = 0, end = membrane.triangleCount; t < end; t++) {
    if (membrane.areas[t] === 0) continue;
    gather(membrane, t, positions, F);
    greenStrain(F, strain);
    stress[0] = stress[1] = stress[2] = 0;
    addStress(strain, membraneLambda, membraneMu, stress);
    if (params.clamp === 1) clampCompression(stress);
    const o = TANGENT * t;
    for (let i = 0; i < 6; i++) tangents[o + i] = F[i];
    for (let i = 0; i < 3; i++) tangents[o + 6 + i] = stress[i];
  }
}

/** σ := its part with the principal values σ₁ ≥ σ₂ at least 0; where σ₁ > 0 > σ₂ that is σ₁ (σ − σ₂ I)/(σ₁ − σ₂). */
function clampCompression(stress: Float64Array): void {
  const mean = 0.5 * (stress[0] + stress[1]);
  const half = 0.5 * (stress[0] - stress[1]);
  const radius = Math.sqrt(half * half + stress[2] * stress[2]);
  if (mean >= radius) return;
  const scale = mean <= -radius ? 0 : (mean + radius) / (2 * radius);
  const least = mean - radius;
  stress[0] = scale * (stress[0] - least);
  stress[1] = scale * (stress[1] - least);
  stress[2] *= scale;
}

/** y += a·(∂f/∂x)p + b·(∂f/∂v)p. */
export function addTangents(room: Room, y: Floats, p: Floats, a: number, b: number): void {
  const { membrane, params, tangents, F, G, P, strain, stress } = room;
  const lambda = a * params.membraneLambda + b * params.membranePhi;
  const mu = a * params.membraneMu + b * params.membranePsi;
  for (let t = 0, end = membrane.triangleCount; t < end; t++) {
    const area = membrane.areas[t];
    if (area === 0) continue;
    const o = TANGENT * t;
    for (let i = 0; i < 6; i++) F[i] = tangents[o + i];
    gather(membrane, t, p, G);
    for (let i = 0; i < 3; i++) stress[i] = a * tangents[o + 6 + i];
    P[0] = P[1] = P[2] = P[3] = P[4] = P[5] = 0;
    addProduct(G, stress, P);
    strainRate(F, G, strain);
    stress[0] = stress[1] = stress[2] = 0;
    addStress(strain, lambda, mu, stress);
    addProduct(F, stress, P);
    spread(membrane, t, P, -area * params.membraneThickness, y);
  }
}

/** The 3×3 diagonal blocks of the same matrix. With w = F g_i:
 *    −A₀ t [ (λ + μ) w wᵀ + μ |g_i|² F Fᵀ + a (g_iᵀ σ g_i) I ],  where λ, μ stand for a λ + b φ, a μ + b ψ. */
export function addTangentDiagonals(room: Room, blocks: Floats, a: number, b: number): void {
  const { membrane, params, tangents } = room;
  const { triangles, inverseRest, areas } = membrane;
  const lambda = a * params.membraneLambda + b * params.membranePhi;
  const mu = a * params.membraneMu + b * params.membranePsi;
  for (let t = 0, end = membrane.triangleCount; t < end; t++) {
    if (areas[t] === 0) continue;
    const scale = -areas[t] * params.membraneThickness;
    const o = TANGENT * t;
    for (let corner = 0; corner < 3; corner++) {
      const g = component(inverseRest, 4 * t, corner);
      const h = component(inverseRest, 4 * t + 1, corner);
      const along = scale * (lambda + mu);
      const across = scale * mu * (g * g + h * h);
      const stress = scale * a * (g * g * tangents[o + 6] + h * h * tangents[o + 7] + 2 * g * h * tangents[o + 8]);
      const block = 9 * triangles[3 * t + corner];
      for (let row = 0; row < 3; row++) {
        const p = tangents[o + row];
        const q = tangents[o + 3 + row];
        for (let column = 0; column < 3; column++) {
          const r = tangents[o + column];
          const s = tangents[o + 3 + column];
          blocks[block + 3 * row + column] += along * (p * g + q * h) * (r * g + s * h) + across * (p * r + q * s);
        }
        blocks[block + 4 * row] += stress;
      }
    }
  }
}

/** A component of g₀, g₁ or g₂: of −(g₁ + g₂), or of a row of D_m⁻¹. */
function component(inverseRest: Float64Array, at: number, corner: number): number {
  if (corner === 0) return -(inverseRest[at] + inverseRest[at + 2]);
  return inverseRest[at + 2 * (corner - 1)];
}
