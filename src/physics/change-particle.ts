import type { Command } from './command';
import { STRIDE } from './model';
import type { Run } from './run';
import { refreshStage } from './stage';

/**
 * Gives one particle another mass, another velocity, or both. Its mass is material from then on: the parameter `mass` scales
 * it with the others, a file holds it, and a reset, which brings velocities back, keeps it; another resolution doesn't.
 */
export function changeParticle(
  run: Run,
  { particle, mass, velocity }: Extract<Command, { type: 'particle' }>,
): () => void {
  return () => {
    const { stage, params } = run;
    const { material, model, state, kept } = stage;
    if (mass !== undefined) {
      const masses = material.masses.slice();
      // The same bits where there is nothing to scale.
      masses[particle] = params.mass === material.at.mass ? mass : (mass / params.mass) * material.at.mass;
      material.masses = masses;
      refreshStage(stage);
    }
    if (velocity === undefined) return;
    if (model.pinned[particle] === 1) kept.set(particle, [...velocity]);
    else state.velocities.set(velocity, STRIDE * particle);
  };
}
