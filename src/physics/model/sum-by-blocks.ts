/** Terms per call. */
const BLOCK = 128;

/** The sum so far. An array, because a number that is passed or returned may cost an object. */
const TOTAL = new Float64Array(1);

/**
 * Σ over i < count; `part(a, b, from, to, total)` adds a block of terms to total[0] in order, so the result has the bits of a single
 * loop. Why blocks: V8 may compile only the loop of a function that it first meets in one long loop. It then interprets each
 * later call and allocates an object for every number: 17 kB per step in a quarter of all processes, for sums over 64×64
 * particles computed once in 16 steps. A function that is called for every block is compiled whole.
 */
export function sumByBlocks<A, B>(
  count: number,
  a: A,
  b: B,
  part: (a: A, b: B, from: number, to: number, total: Float64Array) => void,
): number {
  TOTAL[0] = 0;
  for (let from = 0; from < count; from += BLOCK) part(a, b, from, Math.min(from + BLOCK, count), TOTAL);
  return TOTAL[0];
}
