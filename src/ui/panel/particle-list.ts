/** Particles as one writes them: `0-9, 15`. */
export function formatParticles(particles: readonly number[]): string {
  const sorted = [...particles].sort((a, b) => a - b);
  const runs: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let last = i;
    while (sorted[last + 1] === sorted[last] + 1) last++;
    runs.push(last > i + 1 ? `${sorted[i]}-${sorted[last]}` : sorted.slice(i, last + 1).join(', '));
    i = last + 1;
  }
  return runs.join(', ');
}

/**
 * Reads such a text; ranges may be written with – too.
 * @param count of the particles that there are
 * @returns each once, in the order in which they are written
 * @throws RangeError that quotes what is no particle
 */
export function parseParticles(text: string, count: number): number[] {
  const found = new Set<number>();
  const parts = text.replace(/\s*[-–]\s*/g, '-').split(/[,;\s]+/);
  for (const part of parts.filter((piece) => piece !== '')) {
    const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part);
    if (!match) throw new RangeError(`"${part}" is neither a particle nor a range such as 0-9`);
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) throw new RangeError(`"${part}" ends before it begins`);
    if (last >= count) throw new RangeError(`${last} is not a particle (0–${count - 1})`);
    for (let i = first; i <= last; i++) found.add(i);
  }
  return [...found];
}
