/** Fills a square map from coarse to fine, with runs only where the outcome changes. */

/** How a run ended. */
export interface Outcome {
  kind: 'holds' | 'jitters' | 'explodes';
  /** Step at which the blow-up was detected; null if there was none. */
  step: number | null;
}

/** A square of the map, in cells, with the outcome of the run at its centre. */
export interface Patch {
  column: number;
  row: number;
  side: number;
  outcome: Outcome;
}

/** Columns and rows of the coarsest level. */
export const COARSEST = 8;

/**
 * Divides a square while one of its neighbours has another outcome. So a small part of the runs finds the boundaries.
 * @param size columns and rows, COARSEST times a power of two
 * @param run makes the run at a point, in cells from the centre of the first cell
 */
export function* refine(
  size: number,
  run: (column: number, row: number) => Generator<null, Outcome, void>,
): Generator<{ done: number; patch: Patch } | null, void, void> {
  const levels = Math.log2(size / COARSEST);
  let coarse: Outcome[] = [];
  for (let level = 0; level <= levels; level++) {
    const count = COARSEST * 2 ** level;
    const side = size / count;
    const fine = Array.from({ length: count * count }, (_, i) => inherited(coarse, count / 2, i));
    const open = fine.flatMap((outcome, i) => (outcome ? [] : [i]));
    for (const [turn, i] of open.entries()) {
      const [column, row] = [(i % count) * side, Math.floor(i / count) * side];
      const outcome = yield* run(column + (side - 1) / 2, row + (side - 1) / 2);
      fine[i] = outcome;
      const done = (2 ** level * (1 + (turn + 1) / open.length) - 1) / (2 ** (levels + 1) - 1);
      yield { done, patch: { column, row, side, outcome } };
    }
    coarse = fine as Outcome[];
  }
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
