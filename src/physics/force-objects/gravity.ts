import type { ForceObjectDefinition } from '../world/force';

const FIELDS = {
  acceleration: {
    kind: 'vector',
    label: 'acceleration',
    unit: 'm/s²',
    default: [0, -9.81, 0],
    required: true,
    accepts: 'any',
    help: 'Of free fall; it adds to the gravity of the scene.',
  },
} as const;

/** Uniform gravity in any direction: f = m g, V = −m g·x; ∂f/∂x = 0. Source: lecture slides Particle Dynamics, gravity. */
export const gravity: ForceObjectDefinition<typeof FIELDS> = {
  type: 'gravity',
  label: 'Gravity',
  summary: 'Pulls particles by their mass, in any direction.',
  particles: 'any',
  fields: FIELDS,
  account: 'gravity',
  create: ({ model: { masses } }, { acceleration: g }, particles) => ({
    addForce(f) {
      for (let k = 0; k < particles.length; k++) {
        const i = particles[k];
        for (let axis = 0; axis < 3; axis++) f[4 * i + axis] += masses[i] * g[axis];
      }
    },
    energy({ positions: x }) {
      let sum = 0;
      for (let k = 0; k < particles.length; k++) {
        const i = particles[k];
        for (let axis = 0; axis < 3; axis++) sum -= masses[i] * g[axis] * x[4 * i + axis];
      }
      return sum;
    },
  }),
};
