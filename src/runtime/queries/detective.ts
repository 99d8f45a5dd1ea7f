import type { Simulation } from '../../physics/core';
import { investigate, type Verdict } from '../../physics/detective/investigate';

/** Why the run blew up; null where it hasn't. */
export function detective(simulation: Simulation, _args: Record<never, never>): Verdict | null {
  return investigate(simulation);
}
