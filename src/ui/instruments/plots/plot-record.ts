import type { Frame } from '../../../runtime/frame/frame';

/** A quantity that can be plotted over time. */
export interface Observable {
  id: string;
  label: string;
  unit: string;
  /** @param o index of the chosen particle's x in the frame's arrays. @returns NaN where it is undefined */
  read(frame: Frame, o: number): number;
}

const ofParticle = (id: string, label: string, axis: number): Observable => ({
  id,
  label: `particle’s ${label}`,
  unit: 'm',
  read: ({ positions }, o) => positions[o + axis],
});

/** What can be plotted; a new observable is an entry here. */
export const OBSERVABLES: readonly Observable[] = [
  { id: 'total', label: 'energy', unit: 'J', read: ({ status }) => status.energy.total },
  { id: 'kinetic', label: 'kinetic energy', unit: 'J', read: ({ status }) => status.energy.kinetic },
  { id: 'elastic', label: 'elastic energy', unit: 'J', read: ({ status }) => status.energy.elastic },
  { id: 'gravity', label: 'gravitational energy', unit: 'J', read: ({ status }) => status.energy.gravity },
  { id: 'strain', label: 'largest strain', unit: '%', read: ({ status }) => 100 * status.strain },
  ofParticle('height', 'height y', 1),
  ofParticle('x', 'x', 0),
  ofParticle('z', 'z', 2),
  {
    id: 'speed',
    label: 'particle’s speed',
    unit: 'm/s',
    read: ({ velocities: v }, o) => Math.hypot(v[o], v[o + 1], v[o + 2]),
  },
  {
    id: 'limit',
    label: 'dt / limit',
    unit: '%',
    read: ({ status: { params, stability } }) => (stability.dt > 0 ? (100 * params.dt) / stability.dt : Number.NaN),
  },
  { id: 'iterations', label: 'solver iterations', unit: '1', read: ({ status }) => status.report.iterations },
  { id: 'cost', label: 'computing time per step', unit: 'ms', read: ({ status }) => status.stepTime },
];

/** Points kept at most: ten minutes at 60 frames per second. */
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
  /** Adds a frame; removes points at its time or later, as after a reset or rewind. */
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
      if (times.length === CAPACITY) keep(DROPPED, CAPACITY);
      times.push(time);
      OBSERVABLES.forEach(({ read }, i) => {
        const value = read(frame, 4 * particle);
        columns[i].push(Number.isFinite(value) ? value : null);
      });
    },
    clear: () => keep(0, 0),
  };
}
