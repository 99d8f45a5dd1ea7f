import { type Observable, type Observed, OBSERVABLES as RECORDED } from '../../../physics/analysis/state/observables';
import type { Frame } from '../../../runtime/frame/frame';
import type { Sample } from '../../../runtime/frame/samples';

/** The run at one time, with the motion of one particle. */
export interface Moment extends Observed {
  /** These change only a few times per second of wall time. */
  readonly status: Pick<Frame['status'], 'params' | 'stability' | 'stepTime'>;
}

/** What can be plotted: what experiments record too, and what only a running page has. */
export const OBSERVABLES: readonly Observable<Moment>[] = [
  ...RECORDED.map((one) => (one.ofParticle ? { ...one, label: `particle’s ${one.label}` } : one)),
  {
    id: 'limit',
    label: 'dt / limit',
    unit: '%',
    read: ({ status: { params, stability } }) => (stability.dt > 0 ? (100 * params.dt) / stability.dt : Number.NaN),
  },
  { id: 'cost', label: 'computing time per step', unit: 'ms', read: ({ status }) => status.stepTime },
];

/** The present of a run. */
export function momentOf({ status, positions, velocities }: Frame, particle: number): Moment {
  const { time, energy, strain, report } = status;
  return { time, energy, strain, iterations: report.iterations, positions, velocities, o: 4 * particle, status };
}

/** What was sampled; null if it does not have the particle. @param status of the present */
export function sampledMoment(
  { run, particles, ...sample }: Sample,
  particle: number,
  status: Frame['status'],
): Moment | null {
  const at = particles.indexOf(particle);
  return run && at >= 0 ? { ...sample, ...run, o: 3 * at, status } : null;
}

/** Points kept at most: two and a half minutes of simulated time at 240 samples per second. */
const CAPACITY = 36_000;
/** Oldest points dropped at once when it is full. */
const DROPPED = CAPACITY / 10;

/** All observables over simulated time. */
export interface PlotRecord {
  readonly length: number;
  /** s, ascending. */
  readonly times: readonly number[];
  /** Of one observable, by its index in OBSERVABLES; null where it was undefined. */
  values(observable: number): readonly (number | null)[];
  /**
   * Adds a point; removes points at its time or later, as after a reset or rewind, and the last one if it was provisional.
   * @param provisional true for the present between two samples
   */
  add(moment: Moment, provisional: boolean): void;
  clear(): void;
}

export function createPlotRecord(): PlotRecord {
  let times: number[] = [];
  let columns: (number | null)[][] = OBSERVABLES.map(() => []);
  let lastIsProvisional = false;

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
    add(moment, provisional) {
      if (lastIsProvisional) {
        times.pop();
        for (const column of columns) column.pop();
      }
      lastIsProvisional = provisional;
      const { time } = moment;
      const last = times.at(-1);
      if (last !== undefined && time <= last)
        keep(
          0,
          times.findIndex((t) => t >= time),
        );
      if (times.length === CAPACITY) keep(DROPPED, CAPACITY);
      times.push(time);
      for (const [i, { read }] of OBSERVABLES.entries()) {
        const value = read(moment);
        columns[i].push(Number.isFinite(value) ? value : null);
      }
    },
    clear() {
      keep(0, 0);
      lastIsProvisional = false;
    },
  };
}
