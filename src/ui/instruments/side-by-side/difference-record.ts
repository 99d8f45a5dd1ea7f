import type { Floats } from '../../../physics';
import type { Frame } from '../../../runtime/frame/frame';
import type { Column } from '../parts/canvas';

/** Points kept at most; when there are more, every second one is dropped. */
const CAPACITY = 800;

/** Root mean square distance between the particles of two runs, m. @param x 4n, m @param y 4n, m */
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

/** The difference of each companion from the main run over time. */
export function createDifferenceRecord() {
  let points: Column[] = [];
  let now: (number | null)[] = [];
  let time = -1;
  let generation = -1;
  /** Frames between two points, and since the last point. */
  let every = 1;
  let since = 0;

  function clear(): void {
    points = [];
    every = 1;
    since = 0;
  }

  /** After the last good state of a run that has blown up, its points are of the blow-up itself: up to 1e30 m. */
  function forgetBlowUps({ status, companions }: Frame): void {
    companions.forEach((companion, i) => {
      const end = Math.min(...[status, companion].map((run) => (run.blowUp ? run.time : Number.POSITIVE_INFINITY)));
      for (const point of points) if ((point[0] ?? 0) > end) point[i + 1] = null;
    });
  }

  return {
    clear,
    /** Present difference of each companion, m; null if one of the two runs has blown up. */
    get now() {
      return now;
    },
    /** Adds a point if time has advanced; restarts if it went back or the scene changed. */
    follow(frame: Frame): void {
      const { status, structure, positions, companions } = frame;
      // A run that has blown up stands still while the others continue.
      const latest = Math.max(status.time, ...companions.map((companion) => companion.time));
      if (latest < time || structure.generation !== generation) clear();
      now = companions.map(({ blowUp, positions: other }) =>
        status.blowUp || blowUp || other.length !== positions.length ? null : differenceOf(positions, other),
      );
      const moved = latest !== time;
      time = latest;
      generation = structure.generation;
      forgetBlowUps(frame);
      if (companions.length === 0 || !moved || ++since < every) return;
      since = 0;
      points.push([time, ...now]);
      if (points.length <= CAPACITY) return;
      points = points.filter((_, i) => i % 2 === 0);
      every *= 2;
    },
    /** Times, s, then the differences of each companion, m; 0 is a gap, as the axis is logarithmic. */
    columns(): Column[] {
      const lines = points.length === 0 ? now.length + 1 : points[0].length;
      return Array.from({ length: lines }, (_, line) => points.map((point) => point[line] || (line === 0 ? 0 : null)));
    },
  };
}
