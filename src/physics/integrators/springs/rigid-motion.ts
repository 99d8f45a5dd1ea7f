import { BLOCK, invertBlock } from '../../kernels/javascript/multigrid/symmetric-blocks';
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

/** Numbers of a part: Σ A; Σ A x⁺, then c; u; the torque, then ω; the inertia, then its inverse. */
const [MASS, CENTER, SHIFT, SPIN, INERTIA] = [0, 1, 4, 7, 10];
const STRIDE = INERTIA + BLOCK;
/** Part of the trace of the inertia that is added to it: a straight chain has none about its own line. */
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
  /** By that particle: 1 if the part is held. */
  const held = arena.indices(n);
  const sums = arena.doubles(STRIDE * n);
  let version = -1;

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
    held.fill(0);
    sums.fill(0);
    for (let i = 0; i < n; i++) {
      const first = firsts[i];
      if (weights[i] === 0) held[first] = 1;
      if (held[first] === 1) continue;
      const A = 1 / weights[i];
      const s = STRIDE * first;
      sums[s + MASS] += A;
      for (let c = 0, o = 4 * i; c < 3; c++, o++) {
        sums[s + CENTER + c] += A * (x[o] + h * w[o]);
        sums[s + SHIFT + c] += A * (target[o] - w[o]);
      }
    }
    for (let i = 0, s = 0; i < n; i++, s += STRIDE) {
      if (firsts[i] !== i || held[i] === 1) continue;
      for (let c = 0; c < 3; c++) {
        sums[s + CENTER + c] /= sums[s + MASS];
        sums[s + SHIFT + c] /= sums[s + MASS];
      }
    }
    for (let i = 0, o = 0; i < n; i++, o += 4) {
      if (held[firsts[i]] === 1) continue;
      const s = STRIDE * firsts[i];
      const A = 1 / weights[i];
      const rx = x[o] + h * w[o] - sums[s + CENTER];
      const ry = x[o + 1] + h * w[o + 1] - sums[s + CENTER + 1];
      const rz = x[o + 2] + h * w[o + 2] - sums[s + CENTER + 2];
      const px = A * (target[o] - w[o]);
      const py = A * (target[o + 1] - w[o + 1]);
      const pz = A * (target[o + 2] - w[o + 2]);
      sums[s + SPIN] += ry * pz - rz * py;
      sums[s + SPIN + 1] += rz * px - rx * pz;
      sums[s + SPIN + 2] += rx * py - ry * px;
      sums[s + INERTIA] += A * (ry * ry + rz * rz);
      sums[s + INERTIA + 1] -= A * rx * ry;
      sums[s + INERTIA + 2] -= A * rx * rz;
      sums[s + INERTIA + 3] += A * (rx * rx + rz * rz);
      sums[s + INERTIA + 4] -= A * ry * rz;
      sums[s + INERTIA + 5] += A * (rx * rx + ry * ry);
    }
    for (let i = 0, s = 0; i < n; i++, s += STRIDE) {
      if (firsts[i] === i && held[i] === 0) findSpin(sums, s + SPIN, s + INERTIA);
    }
    for (let i = 0, o = 0; i < n; i++, o += 4) {
      if (held[firsts[i]] === 1) continue;
      const s = STRIDE * firsts[i];
      const rx = x[o] + h * w[o] - sums[s + CENTER];
      const ry = x[o + 1] + h * w[o + 1] - sums[s + CENTER + 1];
      const rz = x[o + 2] + h * w[o + 2] - sums[s + CENTER + 2];
      w[o] += sums[s + SHIFT] + sums[s + SPIN + 1] * rz - sums[s + SPIN + 2] * ry;
      w[o + 1] += sums[s + SHIFT + 1] + sums[s + SPIN + 2] * rx - sums[s + SPIN] * rz;
      w[o + 2] += sums[s + SHIFT + 2] + sums[s + SPIN] * ry - sums[s + SPIN + 1] * rx;
    }
  };
}

/** ω in place of the torque at t. @param o the inertia; overwritten */
function findSpin(sums: Float64Array, t: number, o: number): void {
  const more = REGULARIZATION * (sums[o] + sums[o + 3] + sums[o + 5]);
  sums[o] += more;
  sums[o + 3] += more;
  sums[o + 5] += more;
  invertBlock(sums, o, 1);
  const tx = sums[t];
  const ty = sums[t + 1];
  const tz = sums[t + 2];
  sums[t] = sums[o] * tx + sums[o + 1] * ty + sums[o + 2] * tz;
  sums[t + 1] = sums[o + 1] * tx + sums[o + 3] * ty + sums[o + 4] * tz;
  sums[t + 2] = sums[o + 2] * tx + sums[o + 4] * ty + sums[o + 5] * tz;
}
