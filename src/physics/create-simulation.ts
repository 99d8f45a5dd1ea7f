import { ALL_PARTS } from './all-parts';
import type { Setup } from './run/setup';
import { openSimulation, type Simulation } from './simulation';

/** A new simulation, in the scene's initial state. @throws RangeError or SceneError with the option and its value */
export function createSimulation(setup: Setup = {}): Simulation {
  return openSimulation(setup, ALL_PARTS);
}
