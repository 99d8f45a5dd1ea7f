import type { Floats } from '../../../physics';
import type { Frame } from '../../../runtime/frame/frame';
import type { Column } from '../parts/chart';

/** Points that are kept: when there are more, every other one goes. */
const MOST = 800;

/** Root mean square distance of particles from where they are in another run, m; 4n each. */
export function differenceOf(x: Floats, y: Floats): number {
  let sum = 0;
  for (let o = 0; o < x.length; o += 4) {
    const dx = x[o] - y[o];
    const dy = x[o + 1] - y[o + 1];
    const dz = x[o + 2] - y[o + 2];
    sum += dx * dx + dy * dy + dz * dz;
  }
  return Math.sqrt(sum / (x.length / 4));
}

/** How far companions were from the main run, over the time that they have run beside it. */
export interface DifferenceRecord {
  clear(): void;
  /** Adds a point where time has gone on; begins anew where it has gone back. */
  follow(frame: Frame): void;
  /** Of each companion at present, m; null where one of the two rests at a blow-up. */
  readonly now: readonly (number | null)[];
  /** Time, s, and a line for each; what is 0 has no place on a logarithmic axis. */
  columns(): Column[];
}

export function createDifferenceRecord(): DifferenceRecord {
  let points: Column[] = [];
  let now: (number | null)[] = [];
  let time = -1;
  let generation = -1;
  /** Frames from one point to the next, and since the last. */
  let every = 1;
  let since = 0;

  function clear(): void {
    points = [];
    every = 1;
    since = 0;
  }

  return {
    clear,
    get now() {
      return now;
    },
    follow({ status, structure, positions, companions }) {
      // Who has blown up stands still, whatever the others do.
      const latest = Math.max(status.time, ...companions.map((companion) => companion.time));
      if (latest < time || structure.generation !== generation) clear();
      now = companions.map(({ blowUp, positions: other }) =>
        status.blowUp || blowUp || other.length !== positions.length ? null : differenceOf(positions, other),
      );
      const moved = latest !== time;
      time = latest;
      generation = structure.generation;
      if (companions.length === 0 || !moved || ++since < every) return;
      since = 0;
      points.push([time, ...now]);
      if (points.length <= MOST) return;
      points = points.filter((_, i) => i % 2 === 0);
      every *= 2;
    },
    columns() {
      const lines = points.length === 0 ? now.length + 1 : points[0].length;
      return Array.from({ length: lines }, (_, line) => points.map((point) => point[line] || (line === 0 ? 0 : null)));
    },
  };
}
