/**
 * The quantities that are recorded over time: by plots, by tables and by experiments. The page loads this file too, so it imports no
 * code.
 */
import type { Vec3 } from '../../model/model';
import type { Energy } from '../../world/world-context';

/** A run at one time, with the motion of one particle. */
export interface Observed {
  /** s. */
  readonly time: number;
  /** J. */
  readonly energy: Energy;
  /** Largest strain of a spring. */
  readonly strain: number;
  /** Iterations of the solver in the last step. */
  readonly iterations: number;
  /** m and m/s; the x of the particle is at index `o`. */
  readonly positions: ArrayLike<number>;
  /** m/s; laid out as `positions`. */
  readonly velocities: ArrayLike<number>;
  /** Index of the particle's x in both arrays. */
  readonly o: number;
  /** m; the exact position of the particle; null where none is known; absent: not asked for. */
  readonly exact?: Vec3 | null;
}

/** A quantity that can be recorded over time. */
export interface Observable<M = Observed> {
  /** As in `kinetic`. */
  readonly id: string;
  /** What the page shows. */
  readonly label: string;
  /** As in `m/s`; '' for a number without unit. */
  readonly unit: string;
  /** True if it is a quantity of one particle; absent: of the whole scene. */
  readonly ofParticle?: true;
  /** @returns NaN where it is undefined */
  read(moment: M): number;
}

const position = (id: string, label: string, axis: number): Observable => ({
  id,
  label,
  unit: 'm',
  ofParticle: true,
  read: ({ positions, o }) => positions[o + axis],
});

const velocity = (id: string, label: string, axis: number): Observable => ({
  id,
  label,
  unit: 'm/s',
  ofParticle: true,
  read: ({ velocities, o }) => velocities[o + axis],
});

const exact = (id: string, label: string, axis: number): Observable => ({
  id,
  label,
  unit: 'm',
  ofParticle: true,
  read: ({ exact }) => exact?.[axis] ?? Number.NaN,
});

/** What can be recorded; a new quantity is an entry here. */
export const OBSERVABLES: readonly Observable[] = [
  { id: 'total', label: 'energy', unit: 'J', read: ({ energy }) => energy.total },
  { id: 'kinetic', label: 'kinetic energy', unit: 'J', read: ({ energy }) => energy.kinetic },
  { id: 'elastic', label: 'elastic energy', unit: 'J', read: ({ energy }) => energy.elastic },
  { id: 'gravity', label: 'gravitational energy', unit: 'J', read: ({ energy }) => energy.gravity },
  { id: 'strain', label: 'largest strain', unit: '%', read: ({ strain }) => 100 * strain },
  { id: 'iterations', label: 'solver iterations', unit: '1', read: ({ iterations }) => iterations },
  position('x', 'x', 0),
  position('y', 'height y', 1),
  position('z', 'z', 2),
  velocity('vx', 'velocity x', 0),
  velocity('vy', 'velocity y', 1),
  velocity('vz', 'velocity z', 2),
  {
    id: 'speed',
    label: 'speed',
    unit: 'm/s',
    ofParticle: true,
    read: ({ velocities: v, o }) => Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]),
  },
  exact('xExact', 'exact x', 0),
  exact('yExact', 'exact height y', 1),
  exact('zExact', 'exact z', 2),
  {
    id: 'error',
    label: 'distance from the exact position',
    unit: 'm',
    ofParticle: true,
    read({ exact, positions: x, o }) {
      if (!exact) return Number.NaN;
      const d = exact.map((value, axis) => x[o + axis] - value);
      return Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    },
  },
];
