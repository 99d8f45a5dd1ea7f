// Derivatives of a membrane's forces, one triangle at a time, in double precision, as in `javascript/triangle-tangents.ts`.

import { both } from '../arithmetic';

/** Constants of a membrane. */
@unmanaged
export class Material {
  /** λ and μ, Pa. */
  lambda: f64 = 0;
  mu: f64 = 0;
  /** φ and ψ, Pa·s. */
  phi: f64 = 0;
  psi: f64 = 0;
  /** t, m. */
  thickness: f64 = 0;
}

/** Stores F and σ of every triangle, f64: the columns of F, then σ₁₁, σ₂₂ and σ₁₂. D_m⁻¹ = (a b; 0 d). */
export function linearizeTriangles(
  x: usize,
  tangents: usize,
  material: Material,
  clamp: bool,
  count: i32,
  triangles: usize,
  inverseRest: usize,
  areas: usize,
): void {
  const halfLambda = 0.5 * material.lambda;
  const mu = material.mu;
  const end = areas + ((count as usize) << 3);
  for (; areas < end; areas += 8, triangles += 12, inverseRest += 32, tangents += 72) {
    if (load<f64>(areas) === 0) continue;
    const o = x + ((load<u32>(triangles) as usize) << 4);
    const p = x + ((load<u32>(triangles, 4) as usize) << 4);
    const q = x + ((load<u32>(triangles, 8) as usize) << 4);
    const a = load<f64>(inverseRest);
    const b = load<f64>(inverseRest, 8);
    const d = load<f64>(inverseRest, 24);
    let e11: f64 = -1;
    let e22: f64 = -1;
    let e12: f64 = 0;
    for (let axis: usize = 0; axis < 3; axis++) {
      const at = axis << 2;
      const from = load<f32>(o + at) as f64;
      const u = (load<f32>(p + at) as f64) - from;
      const w = (load<f32>(q + at) as f64) - from;
      const f1 = u * a;
      const f2 = u * b + w * d;
      store<f64>(tangents + (axis << 3), f1);
      store<f64>(tangents + (axis << 3), f2, 24);
      e11 += f1 * f1;
      e22 += f2 * f2;
      e12 += f1 * f2;
    }
    const spherical = halfLambda * (e11 + e22);
    storeStress(tangents, spherical + mu * e11, spherical + mu * e22, mu * e12, clamp);
  }
}

/** Stores σ; `clamp` sets its negative principal values to 0. */
@inline
function storeStress(tangents: usize, s11: f64, s22: f64, s12: f64, clamp: bool): void {
  const mean = 0.5 * (s11 + s22);
  const half = 0.5 * (s11 - s22);
  const radius = sqrt(half * half + s12 * s12);
  let scale: f64 = 1;
  let least: f64 = 0;
  if (clamp && mean < radius) {
    scale = mean <= -radius ? 0 : (mean + radius) / (2 * radius);
    least = mean - radius;
  }
  store<f64>(tangents, scale * (s11 - least), 48);
  store<f64>(tangents, scale * (s22 - least), 56);
  store<f64>(tangents, scale * s12, 64);
}

/** The sum of both lanes, in both lanes. */
@inline
function folded(x: v128): v128 {
  return f64x2.add(x, v128.shuffle<f64>(x, x, 1, 0));
}

/** y += a·(∂f/∂x)p + b·(∂f/∂v)p, by F δσ + a δF σ. A SIMD vector has x and y, or z and the 0 after it. D_m⁻¹ = (g h; 0 d). */
export function addTriangleDerivatives(
  tangents: usize,
  y: usize,
  p: usize,
  material: Material,
  a: f64,
  b: f64,
  count: i32,
  triangles: usize,
  inverseRest: usize,
  areas: usize,
): void {
  const spherical = a * material.lambda + b * material.phi;
  const shear = a * material.mu + b * material.psi;
  const thickness = material.thickness;
  const end = areas + ((count as usize) << 3);
  for (; areas < end; areas += 8, triangles += 12, inverseRest += 32, tangents += 72) {
    const scale = load<f64>(areas) * thickness;
    if (scale === 0) continue;
    const o = (load<u32>(triangles) as usize) << 5;
    const q = (load<u32>(triangles, 4) as usize) << 5;
    const r = (load<u32>(triangles, 8) as usize) << 5;
    const g = v128.load64_splat(inverseRest);
    const h = v128.load64_splat(inverseRest, 8);
    const d = v128.load64_splat(inverseRest, 24);

    // δF.
    const po = v128.load(p + o);
    const poz = v128.load(p + o, 16);
    const u = f64x2.sub(v128.load(p + q), po);
    const uz = f64x2.sub(v128.load(p + q, 16), poz);
    const w = f64x2.sub(v128.load(p + r), po);
    const wz = f64x2.sub(v128.load(p + r, 16), poz);
    const d1 = f64x2.mul(u, g);
    const d1z = f64x2.mul(uz, g);
    const d2 = both(u, h, w, d);
    const d2z = both(uz, h, wz, d);

    // δσ.
    const f1 = v128.load(tangents);
    const f1z = v128.load64_zero(tangents, 16);
    const f2 = v128.load(tangents, 24);
    const f2z = v128.load64_zero(tangents, 40);
    const xx = both(f1, d1, f1z, d1z);
    const yy = both(f2, d2, f2z, d2z);
    const xy = f64x2.add(both(f1, d2, f1z, d2z), both(f2, d1, f2z, d1z));
    const e = f64x2.add(v128.shuffle<f64>(xx, yy, 0, 2), v128.shuffle<f64>(xx, yy, 1, 3));
    const s = both(f64x2.splat(scale * spherical), folded(e), f64x2.splat(2 * scale * shear), e);
    const s11 = v128.shuffle<f64>(s, s, 0, 0);
    const s22 = v128.shuffle<f64>(s, s, 1, 1);
    const s12 = f64x2.mul(f64x2.splat(scale * shear), folded(xy));

    // (F δσ + a δF σ) D_m⁻ᵀ.
    const ofStress = f64x2.splat(scale * a);
    const t11 = f64x2.mul(ofStress, v128.load64_splat(tangents, 48));
    const t22 = f64x2.mul(ofStress, v128.load64_splat(tangents, 56));
    const t12 = f64x2.mul(ofStress, v128.load64_splat(tangents, 64));
    const k1 = both(s11, g, s12, h);
    const k2 = both(s12, g, s22, h);
    const l1 = both(t11, g, t12, h);
    const l2 = both(t12, g, t22, h);
    const m1 = f64x2.mul(s12, d);
    const m2 = f64x2.mul(s22, d);
    const n1 = f64x2.mul(t12, d);
    const n2 = f64x2.mul(t22, d);
    const force = f64x2.add(both(f1, k1, f2, k2), both(d1, l1, d2, l2));
    const forceZ = f64x2.add(both(f1z, k1, f2z, k2), both(d1z, l1, d2z, l2));
    const other = f64x2.add(both(f1, m1, f2, m2), both(d1, n1, d2, n2));
    const otherZ = f64x2.add(both(f1z, m1, f2z, m2), both(d1z, n1, d2z, n2));
    v128.store(y + q, f64x2.sub(v128.load(y + q), force));
    v128.store(y + q, f64x2.sub(v128.load(y + q, 16), forceZ), 16);
    v128.store(y + r, f64x2.sub(v128.load(y + r), other));
    v128.store(y + r, f64x2.sub(v128.load(y + r, 16), otherZ), 16);
    v128.store(y + o, f64x2.add(v128.load(y + o), f64x2.add(force, other)));
    v128.store(y + o, f64x2.add(v128.load(y + o, 16), f64x2.add(forceZ, otherZ)), 16);
  }
}

/**
 * The 3×3 diagonal blocks of the derivative, nine f64 each, row by row. With w = F g_i, corner i subtracts from its block
 *
 *   A₀ t [ (λ + μ) w wᵀ + μ |g_i|² F Fᵀ + a (g_iᵀ σ g_i) I ],   λ and μ for a λ + b φ and a μ + b ψ.
 */
export function addTriangleDiagonals(
  tangents: usize,
  blocks: usize,
  material: Material,
  a: f64,
  b: f64,
  count: i32,
  triangles: usize,
  inverseRest: usize,
  areas: usize,
): void {
  const spherical = a * material.lambda + b * material.phi;
  const shear = a * material.mu + b * material.psi;
  const thickness = material.thickness;
  const end = areas + ((count as usize) << 3);
  for (; areas < end; areas += 8, triangles += 12, inverseRest += 32, tangents += 72) {
    const scale = load<f64>(areas) * thickness;
    if (scale === 0) continue;
    const g = load<f64>(inverseRest);
    const h = load<f64>(inverseRest, 8);
    const d = load<f64>(inverseRest, 24);
    const along = scale * (spherical + shear);
    const across = scale * shear;
    const stress = scale * a;
    subtractBlock(blocks + (load<u32>(triangles) as usize) * 72, tangents, -g, -h - d, along, across, stress);
    subtractBlock(blocks + (load<u32>(triangles, 4) as usize) * 72, tangents, g, h, along, across, stress);
    subtractBlock(blocks + (load<u32>(triangles, 8) as usize) * 72, tangents, 0, d, along, across, stress);
  }
}

/** @param g and @param h the components of g_i */
function subtractBlock(o: usize, tangents: usize, g: f64, h: f64, along: f64, across: f64, stress: f64): void {
  const x = load<f64>(tangents);
  const y = load<f64>(tangents, 8);
  const z = load<f64>(tangents, 16);
  const X = load<f64>(tangents, 24);
  const Y = load<f64>(tangents, 32);
  const Z = load<f64>(tangents, 40);
  const wx = x * g + X * h;
  const wy = y * g + Y * h;
  const wz = z * g + Z * h;
  const s = across * (g * g + h * h);
  const sigma = g * g * load<f64>(tangents, 48) + h * h * load<f64>(tangents, 56) + 2 * g * h * load<f64>(tangents, 64);
  const xy = along * wx * wy + s * (x * y + X * Y);
  const xz = along * wx * wz + s * (x * z + X * Z);
  const yz = along * wy * wz + s * (y * z + Y * Z);
  store<f64>(o, load<f64>(o) - (along * wx * wx + s * (x * x + X * X) + stress * sigma));
  store<f64>(o, load<f64>(o, 8) - xy, 8);
  store<f64>(o, load<f64>(o, 16) - xz, 16);
  store<f64>(o, load<f64>(o, 24) - xy, 24);
  store<f64>(o, load<f64>(o, 32) - (along * wy * wy + s * (y * y + Y * Y) + stress * sigma), 32);
  store<f64>(o, load<f64>(o, 40) - yz, 40);
  store<f64>(o, load<f64>(o, 48) - xz, 48);
  store<f64>(o, load<f64>(o, 56) - yz, 56);
  store<f64>(o, load<f64>(o, 64) - (along * wz * wz + s * (z * z + Z * Z) + stress * sigma), 64);
}
