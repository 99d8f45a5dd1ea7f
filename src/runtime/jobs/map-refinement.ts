/** What became of a run. */
export interface Fate {
  kind: 'holds' | 'jitters' | 'explodes';
  /** Steps after which it was seen to blow up; null where it holds. */
  step: number | null;
}

/** A square of the map, in cells, that a run in its middle stands for. */
export interface Patch {
  column: number;
  row: number;
  side: number;
  fate: Fate;
}

export interface News {
  /** 0 … 1. */
  done: number;
  patch: Patch;
}

/** Columns and rows that are tried first. */
export const COARSEST = 8;

/**
 * A map from coarse to fine: a square is divided as long as one of its neighbours has met another fate, so that what
 * lies between them is found with a small part of the runs.
 * @param size columns and rows, COARSEST times a power of two
 * @param look runs the point in the middle, in cells from the middle of the first
 */
export function* refine(
  size: number,
  look: (column: number, row: number) => Generator<null, Fate, void>,
): Generator<News | null, void, void> {
  const levels = Math.log2(size / COARSEST);
  let coarse: Fate[] = [];
  for (let level = 0; level <= levels; level++) {
    const count = COARSEST * 2 ** level;
    const side = size / count;
    const fine = Array.from({ length: count * count }, (_, i) => inherited(coarse, count / 2, i));
    const open = fine.flatMap((fate, i) => (fate ? [] : [i]));
    for (const [turn, i] of open.entries()) {
      const [column, row] = [(i % count) * side, Math.floor(i / count) * side];
      const fate = yield* look(column + (side - 1) / 2, row + (side - 1) / 2);
      fine[i] = fate;
      const part = (2 ** level * (1 + (turn + 1) / open.length) - 1) / (2 ** (levels + 1) - 1);
      yield { done: part, patch: { column, row, side, fate } };
    }
    coarse = fine as Fate[];
  }
}

/** The fate of the square that cell i of the finer map lies in, where all around it are alike. */
function inherited(coarse: readonly Fate[], count: number, i: number): Fate | null {
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
