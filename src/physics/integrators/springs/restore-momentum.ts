import { BLOCK, invertBlock, multiplyBlocks } from '../../kernels/javascript/multigrid/symmetric-blocks';
import type { World } from '../../world/world';

/**
 * Changes w, m/s, 4n, by rigid motions, see below.
 * @param target 4n; w̃ of `split-step.ts` @param weights n; 1/A_i, 0 at pins
 */
export type RestoreMomentum = (
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
