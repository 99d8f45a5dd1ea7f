/** An order of elimination for the particles of a surface, by where they are at rest. */
import { sidesOf } from '../../model/state';
import type { Around } from './coarse-nodes';

/** Nodes that are eliminated together without a division. */
const FEW = 8;

/** An order of elimination in parts: the nodes of part p are `order[parts[p]]` … `order[parts[p + 1] − 1]`. */
export interface Parts {
  readonly order: Uint32Array;
  readonly parts: readonly number[];
}

/**
 * Divides the nodes across their longest extent into two halves, and these in turn; the fewest nodes without which the halves have no
 * neighbours in each other come after both. So parts come in postorder, and a factor has few nonzeros. By König's theorem those nodes
 * are as many as the most pairs of neighbours, one in each half, that have no node in common.
 * Sources: George, Nested Dissection of a Regular Finite Element Mesh; Pothen and Fan, Computing the Block Triangular Form of a
 * Sparse Matrix (covers from pairs).
 * @param at 3n
 */
export function bisection({ starts, nodes }: Around, at: Float64Array): Parts {
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
