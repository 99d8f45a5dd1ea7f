/** Checks that a step from source leaves a state behind: the same arrays, and numbers in them. */
import type { Floats, Model, State } from '../../physics';
import { DefinitionError } from './compile';

/** m, or m/s: from beyond this a step may reach infinity by itself, and the detector of blow-ups reports it. */
const MODERATE = 1e4;

export interface StateCheck {
  before(state: State): void;
  /** @param positions of the state before the step, and its velocities @throws DefinitionError */
  after(state: State, positions: Floats, velocities: Floats): void;
}

export function createStateCheck(model: Model): StateCheck {
  const { particleCount, springCount } = model;
  /** Largest coordinate or speed after the last step; unknown at first. */
  let largest = Number.NaN;
  return {
    before({ positions, velocities }) {
      if (Number.isNaN(largest)) largest = Math.max(largestOf(positions), largestOf(velocities));
    },
    after(state, positions, velocities) {
      if (state.positions !== positions || state.velocities !== velocities || positions.length !== 4 * particleCount)
        throw new DefinitionError('the arrays of the state must stay: write into them');
      if (model.particleCount !== particleCount || model.springCount !== springCount)
        throw new DefinitionError('the number of particles and springs must stay');
      const now = Math.max(largestOf(positions), largestOf(velocities));
      if (!(now < Number.POSITIVE_INFINITY) && largest < MODERATE) {
        const isPosition = !(largestOf(positions) < Number.POSITIVE_INFINITY);
        const what = isPosition ? 'position' : 'velocity';
        throw new DefinitionError(
          `the ${what} of particle ${firstBad(isPosition ? positions : velocities)} is not finite`,
        );
      }
      largest = now;
    },
  };
}

/** The largest absolute value; NaN or ∞ if one is not finite. */
function largestOf(values: Floats): number {
  let largest = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    sum += size;
    if (size > largest) largest = size;
  }
  return Number.isNaN(sum) ? sum : largest;
}

/** The particle of the first value that is not finite. */
export function firstBad(values: Floats): number {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return i >> 2;
  return -1;
}
