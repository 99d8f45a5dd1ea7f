import type { ForceDefinition } from '../world/force';

const FIELDS = {
  acceleration: {
    kind: 'vector',
    label: 'acceleration',
    unit: 'm/s²',
    default: [0, -9.81, 0],
    required: true,
    accepts: 'any',
    help: 'Acceleration of free fall; it adds to the gravity of the scene.',
  },
} as const;

/** Uniform gravity: f = m g, V = −m g·x, ∂f/∂x = 0. On all particles along −y by the parameter `gravity`; on selected ones in
 *  any direction where it is listed. Source: lecture slides Particle Dynamics, gravity. */
export const gravity: ForceDefinition<typeof FIELDS> = {
  id: 'gravity',
  label: 'Gravity',
  summary: 'Pulls every particle down by its weight.',
  isRelative: true,
  account: 'gravity',
  create(world) {
    const { masses } = world.model;
    return {
      addForce: (f) => world.kernel.addGravity(f, masses, world.params.gravity),
      energy: ({ positions }) => world.params.gravity * world.kernel.weightedHeights(masses, positions),
    };
  },
  listed: {
    summary: 'Pulls particles by their mass, in any direction.',
    particles: 'any',
    fields: FIELDS,
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
  },
};
