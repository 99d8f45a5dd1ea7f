import type { ForceDefinition } from '../contracts';
import { sumByBlocks } from '../kernels/sum-by-blocks';
import type { Floats } from '../memory';

/** Gravity: f = m g along −y; V = m g y. */
export const gravity: ForceDefinition = {
  id: 'gravity',
  label: 'Gravity',
  summary: 'Pulls every particle down by its weight.',
  account: 'gravity',
  create(world) {
    const { masses, particleCount } = world.model;
    return {
      addForce: (f) => world.kernel.addWeights(f, masses, world.params.gravity),
      energy: ({ positions }) => world.params.gravity * sumByBlocks(particleCount, { masses, positions }, heightMoment),
    };
  },
};

interface Places {
  masses: Floats;
  positions: Floats;
}

/** Σ m y, kg·m. */
function heightMoment({ masses, positions: x }: Places, from: number, to: number, start: number): number {
  let sum = start;
  for (let i = from; i < to; i++) sum += masses[i] * x[4 * i + 1];
  return sum;
}
