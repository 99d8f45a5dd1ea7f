/** Periods after which gusts come again. */
const PERIODS = 1024;
/** Of a 32-bit word. */
const RANGE = 4294967296;

/** Smooth random vectors over a time counted in periods, the same for the same seed: value noise.
 *
 *  At each whole number k stands a random vector, even in [−1, 1]³; between two, one goes over into the other as
 *  6u⁵ − 15u⁴ + 10u³ does, whose first two derivatives vanish at both ends.
 *  Source: Perlin, Improving Noise (the polynomial). */
export interface Gusts {
  /** Writes the vector at τ periods into `out`. */
  at(tau: number, out: Float64Array): void;
}

export function createGusts(seed: number): Gusts {
  const random = new Float64Array(3 * (PERIODS + 1));
  for (let i = 0; i < 3 * PERIODS; i++) random[i] = (2 * mix(seed, i)) / RANGE - 1;
  for (let axis = 0; axis < 3; axis++) random[3 * PERIODS + axis] = random[axis];
  return {
    at(tau, out) {
      const k = Math.floor(tau);
      const u = tau - k;
      const part = u * u * u * (u * (6 * u - 15) + 10);
      const o = 3 * (k - PERIODS * Math.floor(k / PERIODS));
      for (let axis = 0; axis < 3; axis++) {
        const from = random[o + axis];
        out[axis] = from + part * (random[o + 3 + axis] - from);
      }
    },
  };
}

/** A 32-bit word from two whole numbers. Source: the finalizer of MurmurHash3 by Austin Appleby, public domain. */
function mix(seed: number, i: number): number {
  let word = Math.imul(seed, 0x9e3779b1) ^ Math.imul(i + 1, 0x85ebca77);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
