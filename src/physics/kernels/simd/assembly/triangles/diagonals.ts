/* The 3×3 diagonal blocks of the derivative, nine f64 each, row by row. With w = F g_i, corner i subtracts from its block
 *
 *   A₀ t [ (λ + μ) w wᵀ + μ |g_i|² F Fᵀ + a (g_iᵀ σ g_i) I ].
 */

import { Material } from './material';

/** λ and μ in the formula stand for a λ + b φ and a μ + b ψ. */
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
