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
 * time.
 * @returns n particles; allocates them from the world's arena
 */
export function particlesByColor({ arena, model }: World, { starts, neighbours }: SpringsOfParticles): Uint32Array {
  return byColor(arena.indices(model.particleCount), (i, visit) => {
    for (let s = starts[i]; s < starts[i + 1]; s++) visit(neighbours[s]);
  });
}

/**
 * The springs, color by color: no particle has two springs of one color, so that those of one can act in any order, or at the same time.
 * @returns m springs; allocates them from the world's arena
 */
export function springsByColor({ arena, model }: World): Uint32Array {
  const order = arena.indices(model.springCount);
  const mark = arena.mark();
  const { starts, springs } = springsOfParticles({ arena, model });
  byColor(order, (j, visit) => {
    for (let end = 2 * j; end < 2 * j + 2; end++) {
      const i = model.springs[end];
      for (let s = starts[i]; s < starts[i + 1]; s++) visit(springs[s]);
    }
  });
  arena.release(mark);
  return order;
}

/**
 * Each item in turn takes the first color that none of its neighbours has (greedy coloring).
 * @param visitNeighbours calls `visit` for each neighbour of item i @returns `order`, filled with its items color by color
 */
function byColor(
  order: Uint32Array,
  visitNeighbours: (i: number, visit: (neighbour: number) => void) => void,
): Uint32Array {
  const colors = new Uint32Array(order.length);
  /** By color: the last item with a neighbour of it. */
  const takenFor: number[] = [];
  /** By color: its number of items. */
  const counts: number[] = [];
  for (let i = 0; i < order.length; i++) {
    visitNeighbours(i, (neighbour) => {
      if (neighbour < i) takenFor[colors[neighbour]] = i;
    });
    let color = 0;
    while (takenFor[color] === i) color++;
    colors[i] = color;
    counts[color] = (counts[color] ?? 0) + 1;
    takenFor[color] ??= -1;
  }
  const next = counts.map((_, color) => counts.slice(0, color).reduce((sum, count) => sum + count, 0));
  for (let i = 0; i < order.length; i++) order[next[colors[i]]++] = i;
  return order;
}
