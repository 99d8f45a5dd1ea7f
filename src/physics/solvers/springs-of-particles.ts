import type { World } from '../world/world';

/** The springs at each particle: those of particle i are `springs[starts[i]]` … `springs[starts[i + 1] − 1]`, ascending. */
export interface SpringsOfParticles {
  /** n + 1. */
  readonly starts: Uint32Array;
  /** 2m. */
  readonly springs: Uint32Array;
  /** 2m; the particle at the other end of each. */
  readonly neighbours: Uint32Array;
}

/** Allocates from the world's arena. */
export function springsOfParticles({ arena, model }: Pick<World, 'arena' | 'model'>): SpringsOfParticles {
  const { springs: ends, springCount, particleCount } = model;
  const starts = arena.indices(particleCount + 1);
  const springs = arena.indices(2 * springCount);
  const neighbours = arena.indices(2 * springCount);
  // First the number of each particle's springs, then where the next one of each comes, which ends one place later.
  for (let end = 0; end < 2 * springCount; end++) starts[ends[end]]++;
  let sum = 0;
  for (let i = 0; i <= particleCount; i++) {
    sum += starts[i];
    starts[i] = sum;
  }
  for (let end = 2 * springCount - 1; end >= 0; end--) {
    const place = --starts[ends[end]];
    springs[place] = end >> 1;
    neighbours[place] = ends[end ^ 1];
  }
  return { starts, springs, neighbours };
}

/**
 * The particles, color by color: no spring joins two particles of one color, so that those of one can move in any order, or at the same
 * time. Each particle in turn takes the first color that none of its neighbours has (greedy coloring).
 * @returns n particles; allocates them from the world's arena
 */
export function particlesByColor({ arena, model }: World, { starts, neighbours }: SpringsOfParticles): Uint32Array {
  const { particleCount } = model;
  const colors = new Uint32Array(particleCount);
  /** By color: the last particle with a neighbour of it. */
  const takenFor: number[] = [];
  /** By color: its number of particles. */
  const counts: number[] = [];
  for (let i = 0; i < particleCount; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) {
      const neighbour = neighbours[s];
      if (neighbour < i) takenFor[colors[neighbour]] = i;
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
