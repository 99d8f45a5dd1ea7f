/** Periods after which the gusts repeat: a power of 2. */
const PERIODS = 1024;
/** 2³². */
const RANGE = 4294967296;

/** Value noise: smooth random vectors over time in periods, the same for the same seed.
 *
 *  Each whole number k has a random vector, uniform in [−1, 1]³; between two, 6u⁵ − 15u⁴ + 10u³ interpolates, whose first two
 *  derivatives vanish at both ends.
 *  Source: Perlin, Improving Noise (the polynomial).
 *  @returns those vectors, 3 numbers each; the first one is repeated at the end */
export function createGusts(seed: number): Float64Array {
  const gusts = new Float64Array(3 * (PERIODS + 1));
  for (let i = 0; i < 3 * PERIODS; i++) gusts[i] = (2 * mix(seed, i)) / RANGE - 1;
  gusts.copyWithin(3 * PERIODS, 0, 3);
  return gusts;
}

/** out := the vector at τ periods. */
export function gustAt(gusts: Float64Array, tau: number, out: Float64Array): void {
  const k = Math.floor(tau);
  const u = tau - k;
  const weight = u * u * u * (u * (6 * u - 15) + 10);
  const o = 3 * (k & (PERIODS - 1));
  out[0] = gusts[o] + weight * (gusts[o + 3] - gusts[o]);
  out[1] = gusts[o + 1] + weight * (gusts[o + 4] - gusts[o + 1]);
  out[2] = gusts[o + 2] + weight * (gusts[o + 5] - gusts[o + 2]);
}

/** A 32-bit word from two whole numbers. Source: the finalizer of MurmurHash3 by Austin Appleby, public domain. */
function mix(seed: number, i: number): number {
  let word = Math.imul(seed, 0x9e3779b1) ^ Math.imul(i + 1, 0x85ebca77);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
