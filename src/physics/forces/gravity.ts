import type { ForceDefinition } from '../world/force';

/** Gravity: f = m g along −y; V = m g y. */
export const gravity: ForceDefinition = {
  id: 'gravity',
  label: 'Gravity',
  summary: 'Pulls every particle down by its weight.',
  account: 'gravity',
  create(world) {
    const { masses } = world.model;
    return {
      addForce: (f) => world.kernel.addGravity(f, masses, world.params.gravity),
      energy: ({ positions }) => world.params.gravity * world.kernel.weightedHeights(masses, positions),
    };
  },
};
