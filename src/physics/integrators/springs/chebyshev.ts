import type { World } from '../../world/world';

/** Sweeps before the first over-relaxed one: they smooth the first guess. */
const DELAY = 2;

/** Over-relaxation of the sweeps of an iterative method, by the parameter ρ = `acceleration`; at 0 it does nothing. Chebyshev's
 *  semi-iterative method, for sweeps whose error shrinks by about ρ each:
 *
 *    ω = 1, then 2/(2 − ρ²), then 4/(4 − ρ²ω)
 *
 *  Where ρ is larger than it really is, the iteration can oscillate and even diverge.
 *  Source: Wang, A Chebyshev Semi-Iterative Approach for Accelerating Projective and Position-Based Dynamics, 2015. */
export function createChebyshev(world: World) {
  const size = 4 * world.model.particleCount;
  const last = world.arena.doubles(size);
  const beforeLast = world.arena.doubles(size);
  let omega = 1;
  return {
    /** Before the first sweep, with the first guess. */
    begin(w: Float64Array) {
      if (world.params.acceleration > 0) last.set(w);
    },
    /** After sweep k, counted from 0: w := w_{k−2} + ω_k(w − w_{k−2}). */
    overRelax(w: Float64Array, k: number) {
      const rho = world.params.acceleration;
      if (rho === 0) return;
      if (k < DELAY) omega = 1;
      else omega = k === DELAY ? 2 / (2 - rho * rho) : 4 / (4 - rho * rho * omega);
      if (k >= DELAY) for (let o = 0; o < size; o++) w[o] = beforeLast[o] + omega * (w[o] - beforeLast[o]);
      beforeLast.set(last);
      last.set(w);
    },
  };
}
