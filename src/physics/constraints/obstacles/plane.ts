import { unit } from '../../model/vectors';
import type { ObstacleDefinition } from './obstacle';
import { SURFACE_FIELDS } from './surface-fields';

const FIELDS = {
  point: {
    kind: 'vector',
    label: 'point',
    unit: 'm',
    default: [0, 0, 0],
    required: true,
    help: 'Any point of the plane.',
  },
  normal: {
    kind: 'vector',
    label: 'normal',
    unit: '',
    default: [0, 1, 0],
    required: true,
    accepts: 'direction',
    help: 'Direction towards the side where particles may be.',
  },
  ...SURFACE_FIELDS,
} as const;

/** The half-space behind a plane: φ = (x − p)·N. Source: lecture slides Particle Dynamics, collision detection. */
export const plane: ObstacleDefinition<typeof FIELDS> = {
  list: 'planes',
  label: 'Plane',
  summary: 'A floor, a wall or a slope: particles bounce off it, slide along it and rest on it.',
  fields: FIELDS,
  create({ point: [px, py, pz], normal, restitution, friction }) {
    const [Nx, Ny, Nz] = unit(normal);
    return {
      restitution,
      friction,
      curvature: 0,
      height: Ny === 1 ? py : undefined,
      distances(x, phi, n) {
        for (let i = 0; i < n; i++) {
          phi[i] = (x[4 * i] - px) * Nx + (x[4 * i + 1] - py) * Ny + (x[4 * i + 2] - pz) * Nz;
        }
      },
      measure(x, out, at) {
        out[at] = Nx;
        out[at + 1] = Ny;
        out[at + 2] = Nz;
        out[at + 3] = (x[0] - px) * Nx + (x[1] - py) * Ny + (x[2] - pz) * Nz;
      },
    };
  },
};
