/* The product of the force's derivative with p, one triangle at a time, in double precision. A SIMD vector has x and y, or z and
 * the 0 after it. F δσ + a δF σ as in `javascript/triangle-tangents.ts`; D_m⁻¹ = (g h; 0 d).
 */

import { both } from '../arithmetic';
import { Material } from './material';

/** The sum of both lanes, in both lanes. */
@inline
function folded(x: v128): v128 {
  return f64x2.add(x, v128.shuffle<f64>(x, x, 1, 0));
}

/** y += a·(∂f/∂x)p + b·(∂f/∂v)p. */
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
