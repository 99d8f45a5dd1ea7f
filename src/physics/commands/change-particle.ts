import { STRIDE } from '../model/model';
import type { Run } from '../run/run';
import { refreshSceneInstance } from '../run/scene-instance';
import type { Command } from './command';

/**
 * Gives one particle another mass, another velocity, or both. Its mass is material from then on: the parameter `mass` scales
 * it with the others, a file holds it, and a reset, which brings velocities back, keeps it; another resolution doesn't.
 */
export function changeParticle(
  run: Run,
  { particle, mass, velocity }: Extract<Command, { type: 'particle' }>,
): () => void {
  return () => {
    const { instance, params } = run;
    const { material, model, state, kept } = instance;
    if (mass !== undefined) {
      const masses = material.masses.slice();
      // The same bits where there is nothing to scale.
      masses[particle] = params.mass === material.at.mass ? mass : (mass / params.mass) * material.at.mass;
      material.masses = masses;
      refreshSceneInstance(instance);
    }
    if (velocity === undefined) return;
    if (model.pinned[particle] === 1) kept.set(particle, [...velocity]);
    else state.velocities.set(velocity, STRIDE * particle);
  };
}
