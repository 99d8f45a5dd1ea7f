import type { Simulation } from '../../physics';
import { type Diagnosis, diagnose } from '../../physics/blow-up/diagnosis/investigate';

/** Why the run blew up; null where it hasn't. */
export function detective(simulation: Simulation, _args: Record<never, never>): Diagnosis | null {
  return diagnose(simulation);
}
