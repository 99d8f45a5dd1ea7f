/** An order of elimination for the particles of a surface, by where they are at rest. */
import type { Around } from './coarse-nodes';

/** Nodes that are eliminated together without a division. */
const FEW = 8;

/** An order of elimination in parts: the nodes of part p are `order[parts[p]]` … `order[parts[p + 1] − 1]`. */
export interface Parts {
  readonly order: Uint32Array;
  readonly parts: readonly number[];
}

/**
 * Divides the nodes across their longest extent into two halves, and these in turn; the nodes of one half that have neighbours in
 * the other come after both halves. So parts come in postorder, and a factor has few nonzeros.
 * Source: George, Nested Dissection of a Regular Finite Element Mesh.
 * @param at 3n
 */
export function bisection({ starts, nodes }: Around, at: Float64Array): Parts {
  const n = starts.length - 1;
  const order = new Uint32Array(n);
  const parts = [0];
  /** A number for each half, so that a node knows in which its neighbours are. */
  const halves = new Uint32Array(n);
  let count = 0;
  let ordered = 0;

  function take(some: Uint32Array): void {
    if (some.length === 0) return;
    order.set(some, ordered);
    ordered += some.length;
    parts.push(ordered);
  }

  function divide(some: Uint32Array): void {
    if (some.length <= FEW) {
      take(some);
      return;
    }
    const axis = longestAxis(some, at);
    const sorted = some.sort((a, b) => at[3 * a + axis] - at[3 * b + axis] || a - b);
    const one = ++count;
    const other = ++count;
    sorted.forEach((i, k) => {
      halves[i] = 2 * k < sorted.length ? one : other;
    });
    const touches = (i: number, half: number) => {
      for (let s = starts[i]; s < starts[i + 1]; s++) if (halves[nodes[s]] === half) return true;
      return false;
    };
    const inOne = sorted.filter((i) => halves[i] === one && touches(i, other));
    const inOther = sorted.filter((i) => halves[i] === other && touches(i, one));
    const between = inOne.length <= inOther.length ? inOne : inOther;
    for (const i of between) halves[i] = 0;
    divide(sorted.filter((i) => halves[i] === one));
    divide(sorted.filter((i) => halves[i] === other));
    take(between);
  }

  divide(Uint32Array.from({ length: n }, (_, i) => i));
  return { order, parts };
}

function longestAxis(some: Uint32Array, at: Float64Array): number {
  const extents = [0, 1, 2].map((axis) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const i of some) {
      least = Math.min(least, at[3 * i + axis]);
      most = Math.max(most, at[3 * i + axis]);
    }
    return most - least;
  });
  return extents.indexOf(Math.max(...extents));
}
