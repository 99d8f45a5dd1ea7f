import type { ObstacleDefinition } from './obstacle';
import { SURFACE_FIELDS } from './surface-fields';

const FIELDS = {
  center: {
    kind: 'vector',
    label: 'center',
    unit: 'm',
    default: [0, 0.5, 0],
    required: true,
    help: 'Center of the sphere.',
  },
  radius: {
    label: 'radius',
    unit: 'm',
    default: 0.25,
    required: true,
    accepts: 'positive',
    range: [0.05, 1],
    scale: 'linear',
    help: 'Radius of the sphere.',
  },
  ...SURFACE_FIELDS,
} as const;

/** A sphere: φ = |x − c| − r. */
export const sphere: ObstacleDefinition<typeof FIELDS> = {
  list: 'spheres',
  label: 'Sphere',
  summary: 'A sphere that cloth drapes over.',
  fields: FIELDS,
  create: ({ center: [cx, cy, cz], radius, restitution, friction }) => ({
    restitution,
    friction,
    curvature: 1 / radius,
    distances(x, phi, n) {
      for (let i = 0; i < n; i++) {
        const dx = x[4 * i] - cx;
        const dy = x[4 * i + 1] - cy;
        const dz = x[4 * i + 2] - cz;
        phi[i] = Math.sqrt(dx * dx + dy * dy + dz * dz) - radius;
      }
    },
    measure(x, out, at) {
      const dx = x[0] - cx;
      const dy = x[1] - cy;
      const dz = x[2] - cz;
      const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
      // At the exact center every direction is equally short: up.
      out[at] = d > 0 ? dx / d : 0;
      out[at + 1] = d > 0 ? dy / d : 1;
      out[at + 2] = d > 0 ? dz / d : 0;
      out[at + 3] = d - radius;
    },
  }),
};
