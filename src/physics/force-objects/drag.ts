import type { ForceObjectDefinition } from '../world/force';
import { speedsSquared } from './speeds-squared';

const FIELDS = {
  coefficient: {
    kind: 'number',
    label: 'coefficient',
    unit: 'N·s/m',
    default: 1e-3,
    required: true,
    accepts: 'non-negative',
    range: [1e-6, 0.1],
    scale: 'logarithmic',
    help: 'Of the drag on each of the particles.',
  },
} as const;

/** Viscous drag: f = −c v, so ∂f/∂v = −c I.
 *  Source: lecture slides Particle Dynamics, viscous drag; the minus, which its code lacks, is ours. */
export const drag: ForceObjectDefinition<typeof FIELDS> = {
  type: 'drag',
  label: 'Drag',
  summary: 'Slows particles in proportion to their velocity.',
  particles: 'any',
  fields: FIELDS,
  account: 'heat',
  create: (_world, { coefficient: c }, particles) => ({
    isLocal: true,
    addForce(f, { velocities: v }) {
      for (let k = 0; k < particles.length; k++) {
        const o = 4 * particles[k];
        for (let axis = 0; axis < 3; axis++) f[o + axis] -= c * v[o + axis];
      }
    },
    addDerivative(y, p, _a, b) {
      for (let k = 0; k < particles.length; k++) {
        const o = 4 * particles[k];
        for (let axis = 0; axis < 3; axis++) y[o + axis] -= b * c * p[o + axis];
      }
    },
    addBounds(_k, damping) {
      for (let k = 0; k < particles.length; k++) damping[particles[k]] += c;
      return true;
    },
    heat: ({ velocities }) => c * speedsSquared(velocities, particles),
    addDiagonal(blocks, _a, b) {
      for (let k = 0; k < particles.length; k++) {
        for (let axis = 0; axis < 3; axis++) blocks[9 * particles[k] + 4 * axis] -= b * c;
      }
    },
  }),
};
