import type { Floats } from '../../model/arena';
import type { Membrane, State } from '../../model/model';
import type { Params } from '../../model/params';

/*  The derivative along a change δF of the deformation gradient, with δε = ½(δFᵀF + FᵀδF) and σ(ε) the elastic stress:
 *
 *    a·δ(∂f/∂x) + b·δ(∂f/∂v):   δf_i = −A₀ t [ F δσ + a δF σ ] g_i,
 *    δσ = (a λ + b φ) tr(δε) I + 2(a μ + b ψ) δε.
 *
 *  F δσ is the material part, Bᵀ C B: positive semidefinite, since λ, μ, φ, ψ ≥ 0. δF σ is the geometric part, σ ⊗ I₃: in a
 *  compressed triangle σ has a negative principal value, which can make the whole matrix indefinite. The clamp sets such a
 *  value to 0, as it does with c < 0 of a compressed spring; without the clamp the derivative is exact.
 *  The viscous stress depends on positions too; its ∂f/∂x is not symmetric and is omitted, as the dashpot's is.
 *  Sources: O'Brien and Hodgins, Graphical Modeling and Animation of Brittle Fracture, for the force; Choi and Ko, Stable but
 *  Responsive Cloth, for the clamp. */

/** Numbers stored per triangle: F, then σ. */
export const TANGENT = 9;

/** Stores F and σ of every triangle, computed as in `addForcesOfTriangles`. */
export function linearizeTriangles(
  { triangleCount, triangles, inverseRest, areas }: Membrane,
  { membraneLambda: lambda, membraneMu: mu }: Params,
  { positions }: State,
  clamp: boolean,
  tangents: Float64Array,
): void {
  for (let t = 0; t < triangleCount; t++) {
    if (areas[t] === 0) continue;
    const o = 4 * triangles[3 * t];
    const p = 4 * triangles[3 * t + 1];
    const q = 4 * triangles[3 * t + 2];
    const a = inverseRest[4 * t];
    const b = inverseRest[4 * t + 1];
    const c = inverseRest[4 * t + 2];
    const d = inverseRest[4 * t + 3];
    const k = TANGENT * t;
    let e11 = 0;
    let e22 = 0;
    let e12 = 0;
    for (let axis = 0; axis < 3; axis++) {
      const u = positions[p + axis] - positions[o + axis];
      const w = positions[q + axis] - positions[o + axis];
      const x = u * a + w * c;
      const X = u * b + w * d;
      tangents[k + axis] = x;
      tangents[k + 3 + axis] = X;
      e11 += x * x;
      e22 += X * X;
      e12 += x * X;
    }
    e11 = 0.5 * (e11 - 1);
    e22 = 0.5 * (e22 - 1);
    e12 *= 0.5;
    tangents[k + 6] = lambda * (e11 + e22) + 2 * mu * e11;
    tangents[k + 7] = lambda * (e11 + e22) + 2 * mu * e22;
    tangents[k + 8] = 2 * mu * e12;
    if (clamp) clampCompression(tangents, k + 6);
  }
}

/** Sets negative principal values of σ to 0: if σ₁ > 0 > σ₂ the result is σ₁ (σ − σ₂ I)/(σ₁ − σ₂). */
function clampCompression(stress: Float64Array, at: number): void {
  const mean = 0.5 * (stress[at] + stress[at + 1]);
  const half = 0.5 * (stress[at] - stress[at + 1]);
  const radius = Math.sqrt(half * half + stress[at + 2] * stress[at + 2]);
  if (mean >= radius) return;
  const scale = mean <= -radius ? 0 : (mean + radius) / (2 * radius);
  const least = mean - radius;
  stress[at] = scale * (stress[at] - least);
  stress[at + 1] = scale * (stress[at + 1] - least);
  stress[at + 2] *= scale;
}

/** y += a·(∂f/∂x)p + b·(∂f/∂v)p, written out in scalars like the forces; the columns of F are (x, y, z) and (X, Y, Z). */
export function addTriangleDerivatives(
  membrane: Membrane,
  params: Params,
  tangents: Float64Array,
  out: Floats,
  along: Floats,
  ofK: number,
  ofD: number,
): void {
  const { triangleCount, triangles, inverseRest, areas } = membrane;
  const lambda = ofK * params.membraneLambda + ofD * params.membranePhi;
  const mu = ofK * params.membraneMu + ofD * params.membranePsi;
  const thickness = params.membraneThickness;
  for (let t = 0; t < triangleCount; t++) {
    if (areas[t] === 0) continue;
    const o = 4 * triangles[3 * t];
    const p = 4 * triangles[3 * t + 1];
    const q = 4 * triangles[3 * t + 2];
    const a = inverseRest[4 * t];
    const b = inverseRest[4 * t + 1];
    const c = inverseRest[4 * t + 2];
    const d = inverseRest[4 * t + 3];
    const k = TANGENT * t;
    const x = tangents[k];
    const y = tangents[k + 1];
    const z = tangents[k + 2];
    const X = tangents[k + 3];
    const Y = tangents[k + 4];
    const Z = tangents[k + 5];

    // δF, from differences.
    const px = along[p] - along[o];
    const py = along[p + 1] - along[o + 1];
    const pz = along[p + 2] - along[o + 2];
    const qx = along[q] - along[o];
    const qy = along[q + 1] - along[o + 1];
    const qz = along[q + 2] - along[o + 2];
    const dx = px * a + qx * c;
    const dy = py * a + qy * c;
    const dz = pz * a + qz * c;
    const dX = px * b + qx * d;
    const dY = py * b + qy * d;
    const dZ = pz * b + qz * d;

    // δε = ½(δFᵀF + FᵀδF), δσ.
    const e11 = x * dx + y * dy + z * dz;
    const e22 = X * dX + Y * dY + Z * dZ;
    const twice12 = x * dX + y * dY + z * dZ + X * dx + Y * dy + Z * dz;
    const s11 = lambda * (e11 + e22) + 2 * mu * e11;
    const s22 = lambda * (e11 + e22) + 2 * mu * e22;
    const s12 = mu * twice12;

    // A₀ t (F δσ + a δF σ) D_m⁻ᵀ.
    const scale = areas[t] * thickness;
    const s = scale * (s11 * a + s12 * b);
    const S = scale * (s12 * a + s22 * b);
    const r = scale * (s11 * c + s12 * d);
    const R = scale * (s12 * c + s22 * d);
    const geometric = scale * ofK;
    const t11 = geometric * tangents[k + 6];
    const t22 = geometric * tangents[k + 7];
    const t12 = geometric * tangents[k + 8];
    const m = t11 * a + t12 * b;
    const M = t12 * a + t22 * b;
    const n = t11 * c + t12 * d;
    const N = t12 * c + t22 * d;
    const gx = x * s + X * S + dx * m + dX * M;
    const gy = y * s + Y * S + dy * m + dY * M;
    const gz = z * s + Z * S + dz * m + dZ * M;
    const hx = x * r + X * R + dx * n + dX * N;
    const hy = y * r + Y * R + dy * n + dY * N;
    const hz = z * r + Z * R + dz * n + dZ * N;
    out[p] -= gx;
    out[p + 1] -= gy;
    out[p + 2] -= gz;
    out[q] -= hx;
    out[q + 1] -= hy;
    out[q + 2] -= hz;
    out[o] += gx + hx;
    out[o + 1] += gy + hy;
    out[o + 2] += gz + hz;
  }
}

/** The 3×3 diagonal blocks of the same matrix. With w = F g_i:
 *    −A₀ t [ (λ + μ) w wᵀ + μ |g_i|² F Fᵀ + a (g_iᵀ σ g_i) I ],  where λ, μ stand for a λ + b φ, a μ + b ψ. */
export function addTriangleDiagonals(
  membrane: Membrane,
  params: Params,
  tangents: Float64Array,
  blocks: Floats,
  a: number,
  b: number,
): void {
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

/** A component of g_corner. @param at 4t for the first component, 4t + 1 for the second */
export function component(inverseRest: Float64Array, at: number, corner: number): number {
  if (corner === 0) return -(inverseRest[at] + inverseRest[at + 2]);
  return inverseRest[at + 2 * (corner - 1)];
}
