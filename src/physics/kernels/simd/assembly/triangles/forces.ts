/* Forces of a membrane's triangles. With D = D_s = [u w], the edges from the first corner, and D_m⁻¹ = (a b; 0 d), the force
 * F σ D_m⁻ᵀ is computed without F:
 *
 *   [f₁ f₂] = −D K,   K = A₀ t D_m⁻¹ σ D_m⁻ᵀ,   2ε = D_m⁻ᵀ(DᵀD)D_m⁻¹ − I,   2ν = D_m⁻ᵀ(DᵀḊ + ḊᵀD)D_m⁻¹
 *
 * Near rest 2ε is a small difference of large numbers, so everything from the positions to K is in double precision. K and the
 * edges that it multiplies are themselves small: single precision suffices.
 *
 * A batch of triangles goes through three passes: DᵀD and its rate, then K, then the forces. In a single pass the chain of
 * dependent instructions would be so long that a processor could start only one pair of triangles ahead.
 */

import { both } from '../arithmetic';
import { Material } from './tangents';

/** Pairs of triangles in a batch: their scratch numbers fit in the first-level cache. */
const BATCH: usize = 64;
/** Scratch bytes per pair: u·u, u·w, w·w and their rates, two f64 each; later K₁₁, K₁₂, K₂₂, two f32 each, in the same place. */
const PAIR: usize = 96;

/** a·c + b·d of x, y, z, 0. */
@inline
function blend(a: v128, c: v128, b: v128, d: v128): v128 {
  return f32x4.add(f32x4.mul(a, c), f32x4.mul(b, d));
}

/** x and y in double precision. */
@inline
function wide(x: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(x));
}

/** z and the 0 after it, in double precision. */
@inline
function wideZ(x: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(x, 8));
}

/** The sum of both lanes of p, and of q. */
@inline
function folded(p: v128, q: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(p, q, 0, 2), v128.shuffle<f64>(p, q, 1, 3));
}

/** The sum of the four lanes of p, and of q, in double precision. */
@inline
function sums(p: v128, q: v128): v128 {
  const halves = f32x4.add(v128.shuffle<f32>(p, q, 0, 4, 1, 5), v128.shuffle<f32>(p, q, 2, 6, 3, 7));
  return f64x2.promote_low_f32x4(f32x4.add(halves, v128.shuffle<f32>(halves, halves, 2, 3, 2, 3)));
}

/** DᵀD of each pair. */
function findMetrics(end: usize, triangles: usize, x: usize, scratch: usize): void {
  for (; scratch < end; scratch += PAIR, triangles += 24) {
    const o = x + ((load<u32>(triangles) as usize) << 4);
    const p = x + ((load<u32>(triangles, 4) as usize) << 4);
    const q = x + ((load<u32>(triangles, 8) as usize) << 4);
    const xo = wide(o);
    const zo = wideZ(o);
    const u = f64x2.sub(wide(p), xo);
    const uz = f64x2.sub(wideZ(p), zo);
    const w = f64x2.sub(wide(q), xo);
    const wz = f64x2.sub(wideZ(q), zo);
    const O = x + ((load<u32>(triangles, 12) as usize) << 4);
    const P = x + ((load<u32>(triangles, 16) as usize) << 4);
    const Q = x + ((load<u32>(triangles, 20) as usize) << 4);
    const xO = wide(O);
    const zO = wideZ(O);
    const U = f64x2.sub(wide(P), xO);
    const Uz = f64x2.sub(wideZ(P), zO);
    const W = f64x2.sub(wide(Q), xO);
    const Wz = f64x2.sub(wideZ(Q), zO);
    v128.store(scratch, folded(both(u, u, uz, uz), both(U, U, Uz, Uz)));
    v128.store(scratch, folded(both(u, w, uz, wz), both(U, W, Uz, Wz)), 16);
    v128.store(scratch, folded(both(w, w, wz, wz), both(W, W, Wz, Wz)), 32);
  }
}

/** DᵀḊ + ḊᵀD. */
function findRates(end: usize, triangles: usize, x: usize, v: usize, scratch: usize): void {
  for (; scratch < end; scratch += PAIR, triangles += 24) {
    const o = (load<u32>(triangles) as usize) << 4;
    const p = (load<u32>(triangles, 4) as usize) << 4;
    const q = (load<u32>(triangles, 8) as usize) << 4;
    const u = f32x4.sub(v128.load(x + p), v128.load(x + o));
    const w = f32x4.sub(v128.load(x + q), v128.load(x + o));
    const du = f32x4.sub(v128.load(v + p), v128.load(v + o));
    const dw = f32x4.sub(v128.load(v + q), v128.load(v + o));
    const O = (load<u32>(triangles, 12) as usize) << 4;
    const P = (load<u32>(triangles, 16) as usize) << 4;
    const Q = (load<u32>(triangles, 20) as usize) << 4;
    const U = f32x4.sub(v128.load(x + P), v128.load(x + O));
    const W = f32x4.sub(v128.load(x + Q), v128.load(x + O));
    const dU = f32x4.sub(v128.load(v + P), v128.load(v + O));
    const dW = f32x4.sub(v128.load(v + Q), v128.load(v + O));
    const uu = sums(f32x4.mul(u, du), f32x4.mul(U, dU));
    const ww = sums(f32x4.mul(w, dw), f32x4.mul(W, dW));
    v128.store(scratch, f64x2.add(uu, uu), 48);
    v128.store(scratch, sums(blend(u, dw, w, du), blend(U, dW, W, dU)), 64);
    v128.store(scratch, f64x2.add(ww, ww), 80);
  }
}

/** K of each pair, from DᵀD and its rate. */
function findStresses(
  end: usize,
  inverseRest: usize,
  areas: usize,
  scratch: usize,
  halfLambda: f64,
  mu: f64,
  halfPhi: f64,
  psi: f64,
  thickness: f64,
): void {
  const viscous = halfPhi > 0 || psi > 0;
  const one = f64x2.splat(1);
  for (; scratch < end; scratch += PAIR, inverseRest += 64, areas += 16) {
    const ab0 = v128.load(inverseRest);
    const ab1 = v128.load(inverseRest, 32);
    const a = v128.shuffle<f64>(ab0, ab1, 0, 2);
    const b = v128.shuffle<f64>(ab0, ab1, 1, 3);
    const d = v128.shuffle<f64>(v128.load(inverseRest, 16), v128.load(inverseRest, 48), 1, 3);
    const aa = f64x2.mul(a, a);

    // 2ε.
    const uu = v128.load(scratch);
    const uw = v128.load(scratch, 16);
    const m = both(b, uu, d, uw);
    const n = both(b, uw, d, v128.load(scratch, 32));
    const e11 = f64x2.sub(f64x2.mul(aa, uu), one);
    const e22 = f64x2.sub(both(b, m, d, n), one);
    const spherical = f64x2.mul(f64x2.splat(halfLambda), f64x2.add(e11, e22));
    let s11 = f64x2.add(spherical, f64x2.mul(f64x2.splat(mu), e11));
    let s22 = f64x2.add(spherical, f64x2.mul(f64x2.splat(mu), e22));
    let s12 = f64x2.mul(f64x2.splat(mu), f64x2.mul(a, m));
    if (viscous) {
      // 2ν, in the same way.
      const rateUu = v128.load(scratch, 48);
      const rateUw = v128.load(scratch, 64);
      const rateM = both(b, rateUu, d, rateUw);
      const rateN = both(b, rateUw, d, v128.load(scratch, 80));
      const n11 = f64x2.mul(aa, rateUu);
      const n22 = both(b, rateM, d, rateN);
      const rate = f64x2.mul(f64x2.splat(halfPhi), f64x2.add(n11, n22));
      s11 = f64x2.add(s11, f64x2.add(rate, f64x2.mul(f64x2.splat(psi), n11)));
      s22 = f64x2.add(s22, f64x2.add(rate, f64x2.mul(f64x2.splat(psi), n22)));
      s12 = f64x2.add(s12, f64x2.mul(f64x2.splat(psi), f64x2.mul(a, rateM)));
    }

    const scale = f64x2.mul(f64x2.splat(thickness), v128.load(areas));
    const r = both(a, s12, b, s22);
    const k11 = f64x2.mul(scale, both(a, both(a, s11, b, s12), b, r));
    const k12 = f64x2.mul(scale, f64x2.mul(d, r));
    const k22 = f64x2.mul(scale, f64x2.mul(f64x2.mul(d, d), s22));
    v128.store64_lane(scratch, f32x4.demote_f64x2_zero(k11), 0);
    v128.store64_lane(scratch, f32x4.demote_f64x2_zero(k12), 0, 8);
    v128.store64_lane(scratch, f32x4.demote_f64x2_zero(k22), 0, 16);
  }
}

/** f_p and f_q −= the columns of D K, f_o += their sum. @param triangle address of its three corners */
@inline
function pull(triangle: usize, x: usize, f: usize, k11: v128, k12: v128, k22: v128): void {
  const o = (load<u32>(triangle) as usize) << 4;
  const p = (load<u32>(triangle, 4) as usize) << 4;
  const q = (load<u32>(triangle, 8) as usize) << 4;
  const from = v128.load(x + o);
  const u = f32x4.sub(v128.load(x + p), from);
  const w = f32x4.sub(v128.load(x + q), from);
  const g = blend(k11, u, k12, w);
  const h = blend(k12, u, k22, w);
  v128.store(f + p, f32x4.sub(v128.load(f + p), g));
  v128.store(f + q, f32x4.sub(v128.load(f + q), h));
  v128.store(f + o, f32x4.add(v128.load(f + o), f32x4.add(g, h)));
}

function addForces(end: usize, triangles: usize, x: usize, f: usize, scratch: usize): void {
  for (; scratch < end; scratch += PAIR, triangles += 24) {
    pull(triangles, x, f, v128.load32_splat(scratch), v128.load32_splat(scratch, 8), v128.load32_splat(scratch, 16));
    pull(triangles + 12, x, f, v128.load32_splat(scratch, 4), v128.load32_splat(scratch, 12), v128.load32_splat(scratch, 20));
  }
}

/**
 * f += the forces of the triangles.
 * @param count of an odd number the last one is left out
 * @param scratch BATCH · PAIR bytes
 */
export function addTriangleForces(
  x: usize,
  v: usize,
  f: usize,
  material: Material,
  scratch: usize,
  count: i32,
  triangles: usize,
  inverseRest: usize,
  areas: usize,
): void {
  const phi = material.phi;
  const psi = material.psi;
  for (let left: usize = (count as usize) >> 1; left > 0; ) {
    const pairs = min(BATCH, left);
    const end = scratch + PAIR * pairs;
    findMetrics(end, triangles, x, scratch);
    if (phi > 0 || psi > 0) findRates(end, triangles, x, v, scratch);
    findStresses(end, inverseRest, areas, scratch, 0.5 * material.lambda, material.mu, 0.5 * phi, psi, material.thickness);
    addForces(end, triangles, x, f, scratch);
    triangles += 24 * pairs;
    inverseRest += 64 * pairs;
    areas += 16 * pairs;
    left -= pairs;
  }
}
