import type { Frame } from '../../../runtime/frame/frame';
import { OBSERVABLES } from './observables';

/** Points that are kept, at most: ten minutes of sixty pictures a second. */
const MOST = 36_000;
/** How many make way at once when it is full. */
const DROPPED = MOST / 10;

/** All observables over simulated time, so that any of them can be shown of what has been. */
export interface PlotRecord {
  readonly length: number;
  /** s, ascending. */
  readonly times: readonly number[];
  /** Of one observable, by its number in OBSERVABLES; null where there was no number. */
  values(observable: number): readonly (number | null)[];
  /** Notes a frame; of a time that has been before, what came after it is taken back. */
  add(frame: Frame, particle: number): void;
  clear(): void;
}

export function createPlotRecord(): PlotRecord {
  let times: number[] = [];
  let columns: (number | null)[][] = OBSERVABLES.map(() => []);

  function keep(from: number, to: number): void {
    times = times.slice(from, to);
    columns = columns.map((column) => column.slice(from, to));
  }

  return {
    get length() {
      return times.length;
    },
    get times() {
      return times;
    },
    values: (observable) => columns[observable],
    add(frame, particle) {
      const { time } = frame.status;
      const last = times.at(-1);
      if (last !== undefined && time <= last) {
        const until = times.findIndex((t) => t >= time);
        keep(0, until);
      }
      if (times.length === MOST) keep(DROPPED, MOST);
      times.push(time);
      OBSERVABLES.forEach(({ read }, i) => {
        const value = read(frame, 4 * particle);
        columns[i].push(Number.isFinite(value) ? value : null);
      });
    },
    clear: () => keep(0, 0),
  };
}
