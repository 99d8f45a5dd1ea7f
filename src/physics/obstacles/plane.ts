import type { ObstacleDefinition } from '../contracts';
import { SURFACE_FIELDS } from './surface-fields';

const FIELDS = {
  point: {
    kind: 'vector',
    label: 'point',
    unit: 'm',
    default: [0, 0, 0],
    required: true,
    accepts: 'any',
    help: 'Any point of the plane.',
  },
  normal: {
    kind: 'vector',
    label: 'normal',
    unit: '',
    default: [0, 1, 0],
    required: true,
    accepts: 'direction',
    help: 'Points to the side where particles may be.',
  },
  ...SURFACE_FIELDS,
} as const;

/** The half-space behind a plane: φ = (x − p)·N. Source: lecture slides Particle Dynamics, collision detection. */
export const plane: ObstacleDefinition<typeof FIELDS> = {
  list: 'planes',
  label: 'Plane',
  summary: 'A floor, a wall or a slope that particles bounce off, slide along and rest on.',
  fields: FIELDS,
  create({ point: p, normal: [nx, ny, nz], restitution, friction }) {
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const n = [nx / length, ny / length, nz / length];
    return {
      restitution,
      friction,
      distance(x, y, z, normal) {
        normal[0] = n[0];
        normal[1] = n[1];
        normal[2] = n[2];
        return (x - p[0]) * n[0] + (y - p[1]) * n[1] + (z - p[2]) * n[2];
      },
    };
  },
};
