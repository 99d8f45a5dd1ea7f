/** Which nodes each front of a Cholesky factor has, and where its numbers are. */
import { FRONT, type Fronts } from '../../kernels/surface';
import type { Arena } from '../../model/arena';
import { sidesOf } from '../../model/state';
import { type Around, neighboursOf } from './coarse-nodes';

/** Numbers of the columns of a node, in a group of four nodes. */
const SIZE = 36;

/** The fronts of a matrix with these edges, without numbers. */
export type FrontPlan = ReturnType<typeof planFronts>;

/** @param edges 2m @param at 3n; at rest */
export function planFronts(n: number, edges: Uint32Array, at: Float64Array) {
  const around = neighboursOf(n, edges);
  const { order, parts } = bisection(around, at);
  const places = new Uint32Array(n);
  order.forEach((i, place) => {
    places[i] = place;
  });
  const count = parts.length - 1;
  const later = laterNodes(around, order, places, parts);
  const owners = new Uint32Array(n);
  for (let f = 0; f < count; f++) owners.fill(f, parts[f], parts[f + 1]);
  const table = new Uint32Array(FRONT * count);
  let values = 0;
  let length = 0;
  let work = 0;
  later.forEach((some, f) => {
    const own = parts[f + 1] - parts[f];
    table.set([own, some.length, 4 * values, 0, 4 * length, parts[f]], FRONT * f);
    values += SIZE * own * (groups(own) + groups(some.length));
    length += 4 * groups(some.length);
    work = Math.max(work, 4 * own);
  });
  /** The place of a later node among the rows of a front. */
  const rowIn = (f: number, place: number) =>
    place < parts[f + 1] ? place - parts[f] : parts[f + 1] - parts[f] + later[f].indexOf(place);
  const blockOf = (i: number, k: number) => {
    const column = Math.min(places[i], places[k]);
    const f = owners[column];
    const own = parts[f + 1] - parts[f];
    const row = rowIn(f, Math.max(places[i], places[k]));
    const group = row < own ? row >> 2 : groups(own) + ((row - own) >> 2);
    return (
      table[FRONT * f + 2] / 4 + SIZE * (group * own + column - parts[f]) + 3 * ((row < own ? row : row - own) & 3)
    );
  };
  const blocks = new Uint32Array(n + edges.length / 2);
  for (let i = 0; i < n; i++) blocks[i] = blockOf(i, i);
  for (let e = 0; e < edges.length; e += 2) blocks[n + e / 2] = blockOf(edges[e], edges[e + 1]);
  const parents = later.map((some) => (some.length > 0 ? owners[some[0]] : -1));
  return {
    /** n; the place of each node in the order of elimination. */
    places,
    /** n + m; where in `values` the blocks of the nodes and edges begin, with columns of 12. */
    blocks,
    table,
    rows: Uint32Array.from(
      later.flatMap((some) => filledUp(some, n)),
      (place) => 16 * place,
    ),
    placesInParents: Uint32Array.from(
      later.flatMap((some, f) =>
        filledUp(
          some.map((place) => rowIn(parents[f], place)),
          0,
        ),
      ),
    ),
    // Of the last node in a column four numbers are read.
    /** Lengths of `values`, `updates` and `work`. */
    values: values + 4,
    updates: placeUpdates(table, parents) + 4,
    work,
  };
}

/** The list, filled up to a length that four divides. */
function filledUp(list: number[], value: number): number[] {
  return [...list, ...new Array<number>(4 * groups(list.length) - list.length).fill(value)];
}

/** Number of groups of four nodes. */
function groups(nodes: number): number {
  return (nodes + 3) >> 2;
}

/** The later nodes that each front is coupled with, ascending: those of its nodes and of its children. */
function laterNodes(
  { starts, nodes }: ReturnType<typeof neighboursOf>,
  order: Uint32Array,
  places: Uint32Array,
  parts: readonly number[],
): number[][] {
  const later: number[][] = [];
  /** The sets of children, by the first of their later nodes. */
  const waiting = new Map<number, number[][]>();
  for (let f = 0; f + 1 < parts.length; f++) {
    const found = new Set<number>();
    for (let place = parts[f]; place < parts[f + 1]; place++) {
      const i = order[place];
      for (let s = starts[i]; s < starts[i + 1]; s++) found.add(places[nodes[s]]);
      for (const some of waiting.get(place) ?? []) for (const other of some) found.add(other);
    }
    const some = [...found].filter((place) => place >= parts[f + 1]).sort((a, b) => a - b);
    later.push(some);
    if (some.length > 0) waiting.set(some[0], [...(waiting.get(some[0]) ?? []), some]);
  }
  return later;
}

/**
 * Links the children of each front, and sets where its updates are. Updates that wait for a parent are on one of two stacks, those of
 * fronts at an even and at an odd depth: a front puts its own on one while it takes those of its children from the other. A front
 * between children of another may wait for longer than they do: the next place is above all that wait.
 * @returns the length of both together
 */
function placeUpdates(table: Uint32Array, parents: readonly number[]): number {
  const count = parents.length;
  const depths = new Uint32Array(count);
  for (let f = count - 1; f >= 0; f--) {
    if (parents[f] < 0) continue;
    const parent = FRONT * parents[f];
    depths[f] = depths[parents[f]] + 1;
    // The first of the children is linked last.
    table[FRONT * f + 7] = table[parent + 6];
    table[parent + 6] = 4 * FRONT * (f + 1);
  }
  /** The fronts on each stack, the last one on top, and where the updates of each front end. */
  const waiting: number[][] = [[], []];
  const ends = new Uint32Array(count);
  const most = [0, 0];
  for (let f = 0; f < count; f++) {
    const later = table[FRONT * f + 1];
    const stack = depths[f] & 1;
    const start = ends[waiting[stack].at(-1) ?? f];
    table[FRONT * f + 3] = start;
    ends[f] = start + SIZE * later * groups(later);
    most[stack] = Math.max(most[stack], ends[f]);
    if (parents[f] >= 0) waiting[stack].push(f);
    waiting[1 - stack] = waiting[1 - stack].filter((child) => parents[child] !== f);
  }
  for (let f = 0; f < count; f++) table[FRONT * f + 3] = 4 * (table[FRONT * f + 3] + (depths[f] & 1) * most[0]);
  return most[0] + most[1];
}

/** Bytes of the arrays of fronts, more than what they are rounded up to. */
export function frontBytes({ places, table, rows, values, updates, work }: FrontPlan): number {
  return 4 * (table.length + 2 * rows.length + values + updates + work + 16 * places.length) + (1 << 12);
}

export function createFronts({ places, table, rows, placesInParents, values, updates, work }: FrontPlan, arena: Arena) {
  const floats = (count: number) => arena.floats(count) as Float32Array;
  const fronts: Fronts = {
    count: table.length / FRONT,
    table: arena.indices(table.length),
    rows: arena.indices(rows.length),
    places: arena.indices(rows.length),
    values: floats(values),
    updates: floats(updates),
    least: floats(4 * places.length),
    inverses: floats(8 * places.length),
    work: floats(work),
    x: floats(4 * (places.length + 1)),
  };
  fronts.table.set(table);
  fronts.rows.set(rows);
  fronts.places.set(placesInParents);
  return fronts;
}

/** Nodes that are eliminated together without a division. */
const FEW = 8;

/**
 * Divides the nodes across their longest extent into two halves, and these in turn; the fewest nodes without which the halves have no
 * neighbours in each other come after both. So parts come in postorder, and a factor has few nonzeros. By König's theorem those nodes
 * are as many as the most pairs of neighbours, one in each half, that have no node in common.
 * Sources: George, Nested Dissection of a Regular Finite Element Mesh; Pothen and Fan, Computing the Block Triangular Form of a
 * Sparse Matrix (covers from pairs).
 * @param at 3n
 * @returns an order of elimination in parts: the nodes of part p are `order[parts[p]]` … `order[parts[p + 1] − 1]`
 */
function bisection({ starts, nodes }: Around, at: Float64Array) {
  const n = starts.length - 1;
  const order = new Uint32Array(n);
  const parts = [0];
  /** A number for each half, so that a node knows in which its neighbours are. */
  const halves = new Uint32Array(n);
  /** The other of a node's pair, −1: none; and the last search that has reached it. */
  const partners = new Int32Array(n);
  const reached = new Uint32Array(n);
  let searches = 0;
  let count = 0;
  let ordered = 0;

  function take(some: Uint32Array): void {
    if (some.length === 0) return;
    order.set(some, ordered);
    ordered += some.length;
    parts.push(ordered);
  }

  /** Looks for a pair for node i of one half; other nodes of that half may get others for theirs. */
  function findPair(i: number, other: number): boolean {
    reached[i] = searches;
    for (let s = starts[i]; s < starts[i + 1]; s++) {
      const k = nodes[s];
      if (halves[k] !== other || reached[k] === searches) continue;
      reached[k] = searches;
      if (partners[k] >= 0 && !findPair(partners[k], other)) continue;
      partners[k] = i;
      partners[i] = k;
      return true;
    }
    return false;
  }

  /** The fewest nodes of both halves that have a part in each pair of neighbours. */
  function between(some: Uint32Array, one: number, other: number): Uint32Array {
    for (const i of some) partners[i] = -1;
    const inOne = some.filter((i) => halves[i] === one);
    for (const i of inOne) {
      searches++;
      findPair(i, other);
    }
    // A node without a pair finds none now either: what it reaches on the way is covered from the other half.
    searches++;
    for (const i of inOne) if (partners[i] < 0) findPair(i, other);
    return some.filter((i) =>
      halves[i] === one ? partners[i] >= 0 && reached[i] !== searches : reached[i] === searches,
    );
  }

  function divide(some: Uint32Array): void {
    if (some.length <= FEW) {
      take(some);
      return;
    }
    const lengths = sidesOf(at, some.length, 3, some).map(({ length }) => length);
    const axis = lengths.indexOf(Math.max(...lengths));
    const sorted = some.sort((a, b) => at[3 * a + axis] - at[3 * b + axis] || a - b);
    const one = ++count;
    const other = ++count;
    sorted.forEach((i, k) => {
      halves[i] = 2 * k < sorted.length ? one : other;
    });
    const last = between(sorted, one, other);
    for (const i of last) halves[i] = 0;
    divide(sorted.filter((i) => halves[i] === one));
    divide(sorted.filter((i) => halves[i] === other));
    take(last);
  }

  divide(Uint32Array.from({ length: n }, (_, i) => i));
  return { order, parts };
}
