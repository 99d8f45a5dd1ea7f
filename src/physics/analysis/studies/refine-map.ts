/** Fills a square map from coarse to fine, with runs only where the outcome changes. */

/** How a run ended. */
export interface Outcome {
  kind: 'holds' | 'jitters' | 'explodes';
  /** Step at which the blow-up was detected; null if there was none. */
  step: number | null;
}

/** A square of the map, in cells. Its run is at its centre. */
export interface Square {
  column: number;
  row: number;
  side: number;
}

/** Columns and rows of the coarsest round. */
export const MIN_SIZE = 8;

/**
 * Divides a square while one of its neighbours has another outcome. So a small part of the runs finds the boundaries. Each round yields
 * its squares whose runs are to be made, in any order, and is given their outcomes.
 * @param size columns and rows, MIN_SIZE times a power of two
 */
export function* refineMap(size: number): Generator<Square[], void, Outcome[]> {
  let coarse: Outcome[] = [];
  for (let count = MIN_SIZE; count <= size; count *= 2) {
    const side = size / count;
    const fine = Array.from({ length: count * count }, (_, i) => inherited(coarse, count / 2, i));
    const open = fine.flatMap((outcome, i) => (outcome ? [] : [i]));
    const squareAt = (i: number) => ({ column: (i % count) * side, row: Math.floor(i / count) * side, side });
    const outcomes = yield open.map(squareAt);
    for (const [turn, i] of open.entries()) fine[i] = outcomes[turn];
    coarse = fine as Outcome[];
  }
}

/** Part of the whole work that is done when so much of a round is, 0 … 1: a round has about twice the runs of the one before it. */
export function doneOfMap(size: number, { side }: Square, part: number): number {
  const round = Math.log2(size / MIN_SIZE / side);
  return (2 ** round * (1 + part) - 1) / ((2 * size) / MIN_SIZE - 1);
}

/** The outcome of the coarse square that contains cell i of the finer map, if all its neighbours have the same kind. */
function inherited(coarse: readonly Outcome[], count: number, i: number): Outcome | null {
  if (coarse.length === 0) return null;
  const [column, row] = [(i % (2 * count)) >> 1, Math.floor(i / (2 * count)) >> 1];
  const own = coarse[row * count + column];
  for (let r = Math.max(0, row - 1); r <= Math.min(count - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(count - 1, column + 1); c++) {
      if (coarse[r * count + c].kind !== own.kind) return null;
    }
  }
  return own;
}
