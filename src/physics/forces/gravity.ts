/** Uniform forces: gravity, and a push. */

import type { ForceDefinition } from '../world/force';

const FIELDS = {
  acceleration: {
    kind: 'vector',
    label: 'acceleration',
    unit: 'm/s²',
    default: [0, -9.81, 0],
    required: true,
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

const PUSH_FIELDS = {
  force: {
    kind: 'vector',
    label: 'force',
    unit: 'N',
    default: [0, 0, 0],
    required: true,
    help: 'Force on each particle.',
  },
} as const;

/** A uniform push: the same force F on each particle; ∂f/∂x = ∂f/∂v = 0. On all particles by the command `push`, until the next
 *  one; on selected ones where it is listed.
 *  Source: the mass–spring demo for Taichi, 物理模拟学习01 (Mass-Spring Systems), whose mouse pushes all particles. */
export const push: ForceDefinition<typeof PUSH_FIELDS> = {
  id: 'push',
  label: 'Push on all particles',
  summary: 'The same force on every particle while the user pushes.',
  isRelative: true,
  create: ({ control: { push: F }, kernel }) => {
    const acts = () => F[0] !== 0 || F[1] !== 0 || F[2] !== 0;
    return {
      acts,
      addForce(f) {
        if (acts()) kernel.addEverywhere(f, F[0], F[1], F[2]);
      },
    };
  },
  listed: {
    label: 'Push',
    summary: 'The same force on each particle.',
    particles: 'any',
    fields: PUSH_FIELDS,
    create: (_world, { force }, particles) => ({
      addForce(f) {
        for (let k = 0; k < particles.length; k++) {
          for (let axis = 0; axis < 3; axis++) f[4 * particles[k] + axis] += force[axis];
        }
      },
    }),
  },
};
