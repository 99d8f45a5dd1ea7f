import type { Simulation } from '../../physics';
import { isFiniteState } from '../../physics';
import { findSpectrum, type Spectrum } from '../../physics/analysis/modes/spectrum';

/** Of a vector operation: what the steps of Lanczos' method may take together, live and at leisure. */
const WORK = { quick: 4e6, fine: 13e6 };
const FEWEST = 8;
const MOST = 64;

/** How the scene swings about its present state: as many modes as there is time for. */
export function spectrum(simulation: Simulation, args: { quality: keyof typeof WORK }): Spectrum {
  const { quality } = args;
  if (!Object.hasOwn(WORK, quality)) throw new RangeError(`there is no quality "${quality}"; there are quick, fine`);
  const { world, state, particleCount } = simulation;
  if (!isFiniteState(state)) throw new RangeError('the state is not finite');
  const steps = Math.floor(Math.sqrt(WORK[quality] / (3 * particleCount)));
  return findSpectrum(world, state, Math.max(FEWEST, Math.min(MOST, steps)));
}
