/** Checks that a step from source leaves a state behind: the same arrays, and numbers in them. */
import type { Floats, State, World } from '../../physics';
import { DefinitionError } from './definitions';

/** Σ x² + Σ v² in m² and m²/s²: beyond it a step may reach infinity by itself, and the detector of blow-ups reports it. */
const MODERATE = 1e8;

export function createStateCheck({ model, kernel }: World) {
  const { particleCount, springCount } = model;
  /** Of the last step; unknown at first. */
  let size = Number.NaN;
  return {
    before({ positions, velocities }: State) {
      if (Number.isNaN(size)) size = kernel.product(positions, positions) + kernel.product(velocities, velocities);
    },
    /** @param positions of the state before the step, and its velocities @throws DefinitionError */
    after(state: State, positions: Floats, velocities: Floats) {
      if (state.positions !== positions || state.velocities !== velocities || positions.length !== 4 * particleCount)
        throw new DefinitionError('modify the state’s arrays in place');
      if (model.particleCount !== particleCount || model.springCount !== springCount)
        throw new DefinitionError('the number of particles and springs must stay');
      const now = kernel.product(positions, positions) + kernel.product(velocities, velocities);
      if (!(now < Number.POSITIVE_INFINITY) && size < MODERATE) {
        const isPosition = firstBad(positions) >= 0;
        const bad = firstBad(isPosition ? positions : velocities);
        if (bad >= 0)
          throw new DefinitionError(`the ${isPosition ? 'position' : 'velocity'} of particle ${bad} is not finite`);
      }
      size = now;
    },
  };
}

/** The particle of the first value that is not finite; −1: none. */
export function firstBad(values: Floats): number {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return i >> 2;
  return -1;
}
