/** Terms per call. */
const BLOCK = 128;

/**
 * Σ over i < count; `part(of, from, to, sum)` adds a block of terms to `sum` in order, so the result has the bits of a single
 * loop. Why blocks: V8 may compile only the loop of a function that it first meets in one long loop. It then interprets each
 * later call and allocates an object for every number: 17 kB per step in a quarter of all processes, for sums over 64×64
 * particles computed once in 16 steps. A function that is called for every block is compiled whole.
 */
export function sumByBlocks<T>(
  count: number,
  of: T,
  part: (of: T, from: number, to: number, sum: number) => number,
): number {
  let sum = 0;
  for (let from = 0; from < count; from += BLOCK) sum = part(of, from, Math.min(from + BLOCK, count), sum);
  return sum;
}
