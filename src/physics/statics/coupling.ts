import type { World } from '../world/world';

export type Coupling = ReturnType<typeof couplingOf>;

/** Forces on selected particles couple all pairs in groups of at most this size. */
const GROUP = 64;

/**
 * Which free particles exert forces on each other: ends of a spring, corners of a membrane triangle, those of a bent piece.
 * @param allPairs couples every pair of particles @param forces whose groups are coupled
 * @returns the neighbours of particle i, ascending, are at starts[i] … starts[i + 1] − 1
 */
export function couplingOf(
  world: Pick<World, 'model' | 'environment' | 'forces'>,
  allPairs = false,
  forces = world.forces,
) {
  const { model, environment } = world;
  const { particleCount: n, springs, stiffness, damping, membrane } = model;
  const near = Array.from({ length: n }, () => new Set<number>());
  const join = (a: number, b: number) => {
    if (a === b || model.inverseMasses[a] === 0 || model.inverseMasses[b] === 0) return;
    near[a].add(b);
    near[b].add(a);
  };
  const joinAll = (group: ArrayLike<number>) => {
    for (let k = 1; k < group.length; k++) for (let l = 0; l < k; l++) join(group[k], group[l]);
  };
  for (let j = 0; j < model.springCount; j++) {
    if (stiffness[j] !== 0 || damping[j] !== 0) join(springs[2 * j], springs[2 * j + 1]);
  }
  for (let t = 0; membrane && t < membrane.triangleCount; t++) {
    if (membrane.areas[t] > 0) joinAll(membrane.triangles.subarray(3 * t, 3 * t + 3));
  }
  for (let t = 0; environment.forces.length > 0 && t < model.surface.length; t += 3) {
    joinAll(model.surface.subarray(t, t + 3));
  }
  for (const { particles } of environment.forces) if (particles && particles.length <= GROUP) joinAll(particles);
  for (const { derivatives } of forces) {
    if (derivatives?.of === 'curvatures') for (const group of derivatives.groups()) joinAll(group);
  }
  if (allPairs) joinAll(Uint32Array.from({ length: n }, (_, i) => i));

  const starts = new Uint32Array(n + 1);
  for (let i = 0; i < n; i++) starts[i + 1] = starts[i] + near[i].size;
  const neighbours = new Uint32Array(starts[n]);
  near.forEach((set, i) => {
    neighbours.set(Uint32Array.from(set).sort(), starts[i]);
  });
  return { starts, neighbours };
}

/** Distance-2 coloring: neighbours, and particles that share a neighbour, get different colors 0, 1, 2 … */
export function distanceTwoColoring({ starts, neighbours }: Coupling): Uint32Array {
  const n = starts.length - 1;
  const colors = new Uint32Array(n);
  const usedBy = new Int32Array(n + 1).fill(-1);
  const forbid = (j: number, i: number) => {
    if (j < i) usedBy[colors[j]] = i;
  };
  for (let i = 0; i < n; i++) {
    for (let s = starts[i]; s < starts[i + 1]; s++) {
      const j = neighbours[s];
      forbid(j, i);
      for (let t = starts[j]; t < starts[j + 1]; t++) forbid(neighbours[t], i);
    }
    let color = 0;
    while (usedBy[color] === i) color++;
    colors[i] = color;
  }
  return colors;
}

/** The free particles in reverse Cuthill–McKee order, which keeps neighbours close and so the skyline of a factorization narrow.
 *  Source: Cuthill and McKee 1969, reversed by George; start nodes as in George and Liu, Computer Solution of Large Sparse Positive
 *  Definite Systems, 4.3. */
export function reverseCuthillMcKee({ starts, neighbours }: Coupling, isFree: (i: number) => boolean): Uint32Array {
  const n = starts.length - 1;
  const degree = (i: number) => starts[i + 1] - starts[i];
  const order: number[] = [];
  const placed = new Uint8Array(n);

  /** Breadth-first search from the first particle; neighbours with the lowest degree first. */
  function breadthFirst(first: number): number[] {
    const seen = new Set([first]);
    const queue = [first];
    for (const i of queue) {
      const next: number[] = [];
      for (let s = starts[i]; s < starts[i + 1]; s++) if (!seen.has(neighbours[s])) next.push(neighbours[s]);
      next.sort((a, b) => degree(a) - degree(b) || a - b);
      for (const j of next) {
        seen.add(j);
        queue.push(j);
      }
    }
    return queue;
  }

  for (let i = 0; i < n; i++) {
    if (placed[i] === 1 || !isFree(i)) continue;
    let part = breadthFirst(i);
    // Twice from the farthest particle: close to a longest path (a pseudo-peripheral start).
    for (let turn = 0; turn < 2; turn++) part = breadthFirst(part[part.length - 1]);
    for (const j of part) {
      placed[j] = 1;
      order.push(j);
    }
  }
  return Uint32Array.from(order.reverse());
}
