/** ms; the shortest time of each candidate. Rounds are interleaved, so that other load affects all candidates alike. */
export function interleave<Name extends string>(
  rounds: number,
  candidates: Record<Name, () => void>,
): Record<Name, number> {
  const entries = Object.entries(candidates) as [Name, () => void][];
  const best = Object.fromEntries(entries.map(([name]) => [name, Number.POSITIVE_INFINITY])) as Record<Name, number>;
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of entries) {
      const time = duration(run);
      if (round > 0) best[name] = Math.min(best[name], time);
    }
  }
  return best;
}

/** ms. */
export function duration(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** ms; of all threads: on a busy machine it varies less than time on the clock. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
