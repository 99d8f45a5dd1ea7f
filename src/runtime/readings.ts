/** Long readings of a run's recording, which the page fetches piece by piece: the run continues in between. */
import type { Simulation } from '../physics';
import type { Progress } from '../physics/analysis/sliced-work';
import { recordedTable } from '../physics/experiment/recorded-table';
import { recordedPoses } from './recorded-poses';

/** Wall time for one piece, ms. */
const PIECE = 30;

/** The table of readings. Each checks its arguments at once, and gives its parts one after the other. */
const READINGS = { table: recordedTable, poses: recordedPoses };

type Readings = typeof READINGS;
export type ReadingName = keyof Readings;
export type ReadingArgs<Name extends ReadingName> = Parameters<Readings[Name]>[1];
type Work<Name extends ReadingName> = ReturnType<Readings[Name]>;
export type PartOf<Name extends ReadingName> =
  Work<Name> extends Generator<Progress<infer Part | null>, unknown, void> ? NonNullable<Part> : never;
export type EndOf<Name extends ReadingName> = Work<Name> extends Generator<unknown, infer End, void> ? End : never;

export interface Piece<Name extends ReadingName = ReadingName> {
  /** 0–1. */
  readonly done: number;
  readonly parts: readonly PartOf<Name>[];
  /** What it returned; null before its end. */
  readonly end: EndOf<Name> | null;
}

const open = new Map<number, Work<ReadingName>>();
let last = 0;

export const READING_QUERIES = {
  /** Opens a reading, and answers with its number. @throws RangeError for bad arguments */
  beginReading(simulation: Simulation, { name, args }: { name: ReadingName; args: ReadingArgs<ReadingName> }): number {
    if (!Object.hasOwn(READINGS, name)) throw new RangeError(`there is no reading "${name}"`);
    open.set(++last, READINGS[name](simulation, args));
    return last;
  },

  /** What some milliseconds give. @throws RangeError for a reading that is not open: a restarted engine has none */
  nextPiece(_simulation: Simulation, { reading }: { reading: number }): Piece {
    const work = open.get(reading);
    if (!work) throw new RangeError(`there is no reading ${reading}`);
    const parts: PartOf<ReadingName>[] = [];
    for (const until = performance.now() + PIECE; ; ) {
      const { done, value } = work.next();
      if (done) {
        open.delete(reading);
        return { done: 1, parts, end: value };
      }
      if (value.partial !== null) parts.push(value.partial);
      if (performance.now() >= until) return { done: value.done, parts, end: null };
    }
  },

  endReading(_simulation: Simulation, { reading }: { reading: number }): void {
    open.delete(reading);
  },
};
