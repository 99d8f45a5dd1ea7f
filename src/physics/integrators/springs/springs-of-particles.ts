import type { World } from '../../world/world';

/** The springs at each particle: those of particle i are `springs[starts[i]]` … `springs[starts[i + 1] − 1]`, ascending. */
export interface SpringsOfParticles {
  /** n + 1. */
  readonly starts: Uint32Array;
  /** 2m. */
  readonly springs: Uint32Array;
  /** 2m; the particle at the other end of each. */
  readonly neighbors: Uint32Array;
}

/** Allocates from the world's arena. */
export function springsOfParticles({ arena, model }: World): SpringsOfParticles {
  const { springs: ends, springCount, particleCount } = model;
  const starts = arena.indices(particleCount + 1);
  const springs = arena.indices(2 * springCount);
  const neighbors = arena.indices(2 * springCount);
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
    neighbors[place] = ends[end ^ 1];
  }
  return { starts, springs, neighbors };
}
