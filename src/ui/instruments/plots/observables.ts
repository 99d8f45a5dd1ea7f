import type { Frame } from '../../../runtime/frame/frame';

/** A number that can be followed over time. */
export interface Observable {
  id: string;
  label: string;
  unit: string;
  /** @param o where the watched particle's first component stands in a frame's arrays; NaN where there is no number */
  read(frame: Frame, o: number): number;
}

const ofParticle = (id: string, label: string, axis: number): Observable => ({
  id,
  label: `particle’s ${label}`,
  unit: 'm',
  read: ({ positions }, o) => positions[o + axis],
});

/** What can be plotted. A new observable is an entry here. */
export const OBSERVABLES: readonly Observable[] = [
  { id: 'total', label: 'energy', unit: 'J', read: ({ status }) => status.energy.total },
  { id: 'kinetic', label: 'kinetic energy', unit: 'J', read: ({ status }) => status.energy.kinetic },
  { id: 'elastic', label: 'elastic energy', unit: 'J', read: ({ status }) => status.energy.elastic },
  { id: 'gravity', label: 'energy of height', unit: 'J', read: ({ status }) => status.energy.gravity },
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
    label: 'dt against its limit',
    unit: '%',
    read: ({ status: { params, stability } }) => (stability.dt > 0 ? (100 * params.dt) / stability.dt : Number.NaN),
  },
  { id: 'iterations', label: 'iterations of the solve', unit: '1', read: ({ status }) => status.report.iterations },
  { id: 'cost', label: 'computing time of a step', unit: 'ms', read: ({ status }) => status.stepTime },
];
