import type { Energy } from '../../../physics';
import type { Frame } from '../../../runtime/frame/frame';
import type { Sample } from '../../../runtime/frame/samples';

/** The run at one time, with the motion of one particle. */
export interface Moment {
  /** s. */
  time: number;
  energy: Energy;
  strain: number;
  iterations: number;
  /** m and m/s; the x of the particle is at index `o`. */
  positions: ArrayLike<number>;
  velocities: ArrayLike<number>;
  o: number;
  /** These change only a few times per second of wall time. */
  status: Pick<Frame['status'], 'params' | 'stability' | 'stepTime'>;
}

/** A quantity that can be plotted over time. */
export interface Observable {
  id: string;
  label: string;
  unit: string;
  /** @returns NaN where it is undefined */
  read(moment: Moment): number;
}

const ofParticle = (id: string, label: string, axis: number): Observable => ({
  id,
  label: `particle’s ${label}`,
  unit: 'm',
  read: ({ positions, o }) => positions[o + axis],
});

/** What can be plotted; a new observable is an entry here. */
export const OBSERVABLES: readonly Observable[] = [
  { id: 'total', label: 'energy', unit: 'J', read: ({ energy }) => energy.total },
  { id: 'kinetic', label: 'kinetic energy', unit: 'J', read: ({ energy }) => energy.kinetic },
  { id: 'elastic', label: 'elastic energy', unit: 'J', read: ({ energy }) => energy.elastic },
  { id: 'gravity', label: 'gravitational energy', unit: 'J', read: ({ energy }) => energy.gravity },
  { id: 'strain', label: 'largest strain', unit: '%', read: ({ strain }) => 100 * strain },
  ofParticle('height', 'height y', 1),
  ofParticle('x', 'x', 0),
  ofParticle('z', 'z', 2),
  {
    id: 'speed',
    label: 'particle’s speed',
    unit: 'm/s',
    read: ({ velocities: v, o }) => Math.hypot(v[o], v[o + 1], v[o + 2]),
  },
  {
    id: 'limit',
    label: 'dt / limit',
    unit: '%',
    read: ({ status: { params, stability } }) => (stability.dt > 0 ? (100 * params.dt) / stability.dt : Number.NaN),
  },
  { id: 'iterations', label: 'solver iterations', unit: '1', read: ({ iterations }) => iterations },
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
