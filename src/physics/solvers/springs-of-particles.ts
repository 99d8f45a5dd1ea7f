import { placesOf } from '../model/model';
import type { World } from '../world/world';

/** The springs at each particle: those of particle i are `springs[starts[i]]` … `springs[starts[i + 1] − 1]`, ascending. */
export type SpringsOfParticles = ReturnType<typeof springsOfParticles>;

export function springsOfParticles({ model: { springs: ends, particleCount } }: Pick<World, 'model'>) {
  const { starts, places } = placesOf(ends, particleCount);
  return {
    /** n + 1. */
    starts,
    /** 2m. */
    springs: places.map((end) => end >> 1),
    /** 2m; the particle at the other end of each. */
    neighbours: places.map((end) => ends[end ^ 1]),
  };
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
  const { starts, springs } = springsOfParticles({ model });
  byColor(order, (j, visit) => {
    for (let end = 2 * j; end < 2 * j + 2; end++) {
      const i = model.springs[end];
      for (let s = starts[i]; s < starts[i + 1]; s++) visit(springs[s]);
    }
  });
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
