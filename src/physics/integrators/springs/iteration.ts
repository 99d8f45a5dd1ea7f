/** How a solve for the springs begins, and how its iterations are over-relaxed. */
import type { State } from '../../model/model';
import type { World } from '../../world/world';

/** Parts of v to try. */
const PARTS = [1, 0.75, 0.5, 0.25, 0];

/** The guess is w = s v: so what rests stays at rest. Of the parts s in `PARTS` it takes the first minimum of what backward Euler
 *  minimizes, with the velocities w̃ without springs:
 *
 *    Φ(w) = ½ Σ A|w − w̃|² + ½ Σ k(l(x + h w) − L₀)²
 *
 *  Springs that turn are longer at x + h v than they were. Where h²k is large against A, few iterations leave a part of that, which is
 *  motion in the next step: with w = v in all steps, stiff cloth flutters for ever.
 *  Source of Φ: Martin, Thomaszewski, Grinspun, Gross, Example-Based Elastic Materials, 2011, 4. */
export function createFirstGuess({ model, arena }: World) {
  const trial = arena.doubles(4 * model.particleCount);

  function potential({ positions: x }: State, w: Float64Array, target: Float64Array, h: number, weights: Float64Array) {
    const { springs, springCount, restLengths, stiffness, particleCount } = model;
    let sum = 0;
    for (let i = 0, o = 0; i < particleCount; i++, o += 4) {
      if (weights[i] === 0) continue;
      const px = w[o] - target[o];
      const py = w[o + 1] - target[o + 1];
      const pz = w[o + 2] - target[o + 2];
      sum += (px * px + py * py + pz * pz) / weights[i];
    }
    for (let j = 0; j < springCount; j++) {
      const a = 4 * springs[2 * j];
      const b = 4 * springs[2 * j + 1];
      const dx = x[a] - x[b] + h * (w[a] - w[b]);
      const dy = x[a + 1] - x[b + 1] + h * (w[a + 1] - w[b + 1]);
      const dz = x[a + 2] - x[b + 2] + h * (w[a + 2] - w[b + 2]);
      const stretch = Math.sqrt(dx * dx + dy * dy + dz * dz) - restLengths[j];
      sum += stiffness[j] * stretch * stretch;
    }
    return 0.5 * sum;
  }

  return {
    /** Φ(w), J, up to a constant. */
    potential,
    /**
     * Sets w, m/s, 4n, to the guess of the velocities at the end of a step of h seconds.
     * @param target m/s, 4n; the velocities without springs @param weights n; 1/A_i, 1/kg; 0: the particle does not move
     */
    set(state: State, w: Float64Array, target: Float64Array, h: number, weights: Float64Array) {
      const { velocities: v } = state;
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < PARTS.length; k++) {
        for (let o = 0; o < w.length; o++) trial[o] = weights[o >> 2] === 0 ? target[o] : PARTS[k] * v[o];
        const value = potential(state, trial, target, h, weights);
        if (k > 0 && !(value < least)) return;
        least = value;
        w.set(trial);
      }
    },
  };
}

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
