import type { ObstacleDefinition } from '../contracts';
import { SURFACE_FIELDS } from './surface-fields';

const FIELDS = {
  center: {
    kind: 'vector',
    label: 'center',
    unit: 'm',
    default: [0, 0.5, 0],
    required: true,
    accepts: 'any',
    help: 'Of the ball.',
  },
  radius: {
    kind: 'number',
    label: 'radius',
    unit: 'm',
    default: 0.25,
    required: true,
    accepts: 'positive',
    range: [0.05, 1],
    scale: 'linear',
    help: 'Of the ball.',
  },
  ...SURFACE_FIELDS,
} as const;

/** A ball: φ = |x − c| − r. */
export const sphere: ObstacleDefinition<typeof FIELDS> = {
  list: 'spheres',
  label: 'Sphere',
  summary: 'A ball that cloth drapes over.',
  fields: FIELDS,
  create: ({ center: c, radius, restitution, friction }) => ({
    restitution,
    friction,
    distance(x, y, z, normal) {
      const dx = x - c[0];
      const dy = y - c[1];
      const dz = z - c[2];
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
      // At the very center every way out is as short: up.
      normal[0] = d > 0 ? dx / d : 0;
      normal[1] = d > 0 ? dy / d : 1;
      normal[2] = d > 0 ? dz / d : 0;
      return d - radius;
    },
  }),
};
