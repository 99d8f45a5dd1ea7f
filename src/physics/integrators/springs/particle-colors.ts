import type { World } from '../../world/world';
import type { SpringsOfParticles } from './springs-of-particles';

/**
 * The particles, color by color: no spring joins two particles of one color, so that those of one can move in any order, or at the same
 * time. Each particle in turn takes the first color that none of its neighbors has (greedy coloring).
 * @returns n particles; allocates them from the world's arena
 */
export function particlesByColor({ arena, model }: World, { starts, neighbors }: SpringsOfParticles): Uint32Array {
  const { particleCount } = model;
  const colors = new Uint32Array(particleCount);
  /** By color: the last particle with a neighbor of it. */
  const takenFor: number[] = [];
  /** By color: its number of particles. */
  const counts: number[] = [];
  for (let i = 0; i < particleCount; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) {
      const neighbor = neighbors[s];
      if (neighbor < i) takenFor[colors[neighbor]] = i;
    }
    let color = 0;
    while (takenFor[color] === i) color++;
    colors[i] = color;
    counts[color] = (counts[color] ?? 0) + 1;
    takenFor[color] ??= -1;
  }
  const order = arena.indices(particleCount);
  const next = counts.map((_, color) => counts.slice(0, color).reduce((sum, count) => sum + count, 0));
  for (let i = 0; i < particleCount; i++) order[next[colors[i]]++] = i;
  return order;
}
