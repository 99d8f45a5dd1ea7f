/** How a solve for the springs begins, how its iterations are over-relaxed, and how what they leave of the momentum is restored. */

import { BLOCK, invertBlock, multiplyBlocks } from '../../kernels/javascript/multigrid/symmetric-blocks';
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

/**
 * Changes w, m/s, 4n, by rigid motions, see below.
 * @param target 4n; w̃ of `split-step.ts` @param weights n; 1/A_i, 0 at pins
 */
type RestoreMomentum = (
  x: ArrayLike<number>,
  w: Float64Array,
  target: Float64Array,
  h: number,
  weights: Float64Array,
) => void;

/** Fraction of the trace of the inertia that is added to it: a straight chain has none about its own line. */
const REGULARIZATION = 1e-12;

/**
 * Gives each part that no pin holds the momentum that it has at the end of a step. A part is what springs join. They act between its
 * own particles, so that with the center c and r = x⁺ − c
 *
 *    Σ A(w̃ − w) = 0,  Σ r × A(w̃ − w) = 0   by   w += u + ω × r
 *    u = Σ A(w̃ − w) / Σ A,  [Σ A(|r|² I − r rᵀ)] ω = Σ r × A(w̃ − w)
 *
 * The second holds up to the rotation h ω. An obstacle takes up momentum, as a pin does: not to be called where one is touched.
 * Allocates from the world's arena; the result allocates nothing.
 */
export function createRestoreMomentum({ model, arena }: World): RestoreMomentum {
  const { particleCount: n, springs, springCount } = model;
  /** The first particle of the part of each particle. */
  const firsts = arena.indices(n);
  let version = -1;
  // Of each part, at its first particle: 1 if it is held; Σ A; c and u; Σ r × A(w̃ − w); its inertia, then the inverse; ω.
  const held = arena.indices(n);
  const masses = arena.doubles(n);
  const centers = arena.doubles(4 * n);
  const shifts = arena.doubles(4 * n);
  const torques = arena.doubles(4 * n);
  const inertias = arena.doubles(BLOCK * n);
  const spins = arena.doubles(4 * n);
  const sums = [held, masses, centers, shifts, torques, inertias];

  function firstOf(i: number): number {
    let first = i;
    while (firsts[first] !== first) first = firsts[first];
    for (let k = i; firsts[k] !== first; ) {
      const next = firsts[k];
      firsts[k] = first;
      k = next;
    }
    return first;
  }

  function findParts(): void {
    for (let i = 0; i < n; i++) firsts[i] = i;
    for (let j = 0; j < springCount; j++) {
      if (model.cut[j] === 1) continue;
      const a = firstOf(springs[2 * j]);
      const b = firstOf(springs[2 * j + 1]);
      firsts[Math.max(a, b)] = Math.min(a, b);
    }
    for (let i = 0; i < n; i++) firstOf(i);
    version = model.cuts.version;
  }

  return (x, w, target, h, weights) => {
    if (version !== model.cuts.version) findParts();
    for (const sum of sums) sum.fill(0);
    for (let i = 0, o = 0; i < n; i++, o += 4) {
      const part = firsts[i];
      if (weights[i] === 0) {
        held[part] = 1;
        continue;
      }
      const A = 1 / weights[i];
      masses[part] += A;
      for (let axis = 0; axis < 3; axis++) {
        centers[4 * part + axis] += A * (x[o + axis] + h * w[o + axis]);
        shifts[4 * part + axis] += A * (target[o + axis] - w[o + axis]);
      }
    }
    for (let o = 0; o < 4 * n; o++) {
      if (masses[o >> 2] === 0) continue;
      centers[o] /= masses[o >> 2];
      shifts[o] /= masses[o >> 2];
    }
    for (let i = 0, o = 0; i < n; i++, o += 4) {
      const part = firsts[i];
      if (held[part] === 1) continue;
      const A = 1 / weights[i];
      const t = 4 * part;
      const rx = x[o] + h * w[o] - centers[t];
      const ry = x[o + 1] + h * w[o + 1] - centers[t + 1];
      const rz = x[o + 2] + h * w[o + 2] - centers[t + 2];
      const px = A * (target[o] - w[o]);
      const py = A * (target[o + 1] - w[o + 1]);
      const pz = A * (target[o + 2] - w[o + 2]);
      torques[t] += ry * pz - rz * py;
      torques[t + 1] += rz * px - rx * pz;
      torques[t + 2] += rx * py - ry * px;
      const b = BLOCK * part;
      inertias[b] += A * (ry * ry + rz * rz);
      inertias[b + 1] -= A * rx * ry;
      inertias[b + 2] -= A * rx * rz;
      inertias[b + 3] += A * (rx * rx + rz * rz);
      inertias[b + 4] -= A * ry * rz;
      inertias[b + 5] += A * (rx * rx + ry * ry);
    }
    for (let b = 0; b < BLOCK * n; b += BLOCK) {
      const more = REGULARIZATION * (inertias[b] + inertias[b + 3] + inertias[b + 5]);
      if (more === 0) continue;
      inertias[b] += more;
      inertias[b + 3] += more;
      inertias[b + 5] += more;
      invertBlock(inertias, b, 1);
    }
    multiplyBlocks(spins, inertias, torques, n, false);
    for (let i = 0, o = 0; i < n; i++, o += 4) {
      const t = 4 * firsts[i];
      if (held[firsts[i]] === 1) continue;
      const rx = x[o] + h * w[o] - centers[t];
      const ry = x[o + 1] + h * w[o + 1] - centers[t + 1];
      const rz = x[o + 2] + h * w[o + 2] - centers[t + 2];
      w[o] += shifts[t] + spins[t + 1] * rz - spins[t + 2] * ry;
      w[o + 1] += shifts[t + 1] + spins[t + 2] * rx - spins[t] * rz;
      w[o + 2] += shifts[t + 2] + spins[t] * ry - spins[t + 1] * rx;
    }
  };
}
