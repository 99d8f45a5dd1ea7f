import type { ForceObjectDefinition } from '../world/force';

const FIELDS = {
  force: {
    kind: 'vector',
    label: 'force',
    unit: 'N',
    default: [0, 0, 0],
    required: true,
    accepts: 'any',
    help: 'On each of the particles alike.',
  },
} as const;

/** A uniform push: the same force F on each particle. */
export const push: ForceObjectDefinition<typeof FIELDS> = {
  type: 'push',
  label: 'Push',
  summary: 'The same force on each particle.',
  particles: 'any',
  fields: FIELDS,
  create: (_world, { force }, particles) => ({
    addForce(f) {
      for (let k = 0; k < particles.length; k++) {
        for (let axis = 0; axis < 3; axis++) f[4 * particles[k] + axis] += force[axis];
      }
    },
  }),
};
