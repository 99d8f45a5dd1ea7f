/* Springs in any order, four at a time. `ends` has the byte offsets of a spring's ends in a vector. */

import { add, minus, subtract, sumOfLanes } from '../arithmetic';
import { tension, twiceEnergy } from './stretch';

@inline
function pull(a: usize, b: usize, force: v128): void {
  subtract(a, force);
  add(b, force);
}

/** x + z, y of two vectors: (x₀ + z₀, x₁ + z₁, y₀, y₁). */
@inline
function fold(p: v128, q: v128): v128 {
  return f32x4.add(v128.shuffle<f32>(p, q, 0, 4, 1, 5), v128.shuffle<f32>(p, q, 2, 6, 3, 7));
}

/** The sum (x + z) + y of each of four vectors. */
@inline
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = fold(a, b);
  const cd = fold(c, d);
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/**
 * f += the forces of springs.
 * @param m a multiple of 4
 * @returns true if some springs are too short and were skipped
 */
export function addListForces(
  m: i32,
  x: usize,
  v: usize,
  f: usize,
  ends: usize,
  rest: usize,
  k: usize,
  kd: usize,
  shortest: f32,
): bool {
  const limit = f32x4.splat(shortest);
  let short = i32x4.splat(0);
  for (const stop = rest + ((m as usize) << 2); rest < stop; rest += 16, k += 16, kd += 16, ends += 32) {
    const a0 = load<u32>(ends) as usize;
    const b0 = load<u32>(ends, 4) as usize;
    const a1 = load<u32>(ends, 8) as usize;
    const b1 = load<u32>(ends, 12) as usize;
    const a2 = load<u32>(ends, 16) as usize;
    const b2 = load<u32>(ends, 20) as usize;
    const a3 = load<u32>(ends, 24) as usize;
    const b3 = load<u32>(ends, 28) as usize;
    const d0 = minus(x + a0, x + b0);
    const d1 = minus(x + a1, x + b1);
    const d2 = minus(x + a2, x + b2);
    const d3 = minus(x + a3, x + b3);
    const l = f32x4.sqrt(sums(f32x4.mul(d0, d0), f32x4.mul(d1, d1), f32x4.mul(d2, d2), f32x4.mul(d3, d3)));
    const none = f32x4.le(l, limit);
    short = v128.or(short, none);
    const along = sums(
      f32x4.mul(minus(v + a0, v + b0), d0),
      f32x4.mul(minus(v + a1, v + b1), d1),
      f32x4.mul(minus(v + a2, v + b2), d2),
      f32x4.mul(minus(v + a3, v + b3), d3),
    );
    const t = tension(l, none, along, v128.load(rest), v128.load(k), v128.load(kd));
    pull(f + a0, f + b0, f32x4.mul(v128.shuffle<f32>(t, t, 0, 0, 0, 0), d0));
    pull(f + a1, f + b1, f32x4.mul(v128.shuffle<f32>(t, t, 1, 1, 1, 1), d1));
    pull(f + a2, f + b2, f32x4.mul(v128.shuffle<f32>(t, t, 2, 2, 2, 2), d2));
    pull(f + a3, f + b3, f32x4.mul(v128.shuffle<f32>(t, t, 3, 3, 3, 3), d3));
  }
  return v128.any_true(short);
}

@inline
function thirds(a: v128, b: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(a, b, 2, 6, 2, 6));
}

/** l² of two springs in double precision. */
@inline
function squaredLengths(x: usize, ends: usize): v128 {
  const a = v128.load(x + (load<u32>(ends) as usize));
  const b = v128.load(x + (load<u32>(ends, 4) as usize));
  const p = v128.load(x + (load<u32>(ends, 8) as usize));
  const q = v128.load(x + (load<u32>(ends, 12) as usize));
  const u = f64x2.sub(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const w = f64x2.sub(f64x2.promote_low_f32x4(p), f64x2.promote_low_f32x4(q));
  const z = f64x2.sub(thirds(a, p), thirds(b, q));
  const uu = f64x2.mul(u, u);
  const ww = f64x2.mul(w, w);
  return f64x2.add(f64x2.add(v128.shuffle<f64>(uu, ww, 0, 2), v128.shuffle<f64>(uu, ww, 1, 3)), f64x2.mul(z, z));
}

/** Σ k (l − L₀)², J. */
export function listEnergy(m: i32, x: usize, ends: usize, rest: usize, k: usize): f64 {
  let sum = f64x2.splat(0);
  for (const stop = rest + ((m as usize) << 2); rest < stop; rest += 16, k += 16, ends += 32) {
    const energy = twiceEnergy(squaredLengths(x, ends), squaredLengths(x, ends + 16), v128.load(rest), v128.load(k));
    sum = f64x2.add(sum, energy);
  }
  return sumOfLanes(sum);
}
