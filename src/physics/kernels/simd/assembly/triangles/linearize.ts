import { Material } from './material';

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
