import type { ForceDefinition } from '../contracts';

/** Gravity: f = m g along −y; V = m g y. */
export const gravity: ForceDefinition = {
  id: 'gravity',
  label: 'Gravity',
  summary: 'Pulls every particle down by its weight.',
  account: 'gravity',
  create(world) {
    const { masses, particleCount } = world.model;
    return {
      addForce(f) {
        const g = world.params.gravity;
        for (let i = 0; i < particleCount; i++) f[4 * i + 1] -= masses[i] * g;
      },
      energy(state) {
        const x = state.positions;
        let moment = 0;
        for (let i = 0; i < particleCount; i++) moment += masses[i] * x[4 * i + 1];
        return moment * world.params.gravity;
      },
    };
  },
};
