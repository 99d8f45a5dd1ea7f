import type { Simulation } from '../../physics';
import { type StepLimit, stepLimit } from '../../physics/analysis/step-limit';

/** Of a mode: dt is then shown right to six digits, in a good deal less time than to all. */
const TOLERANCE = 1e-5;

/** The longest dt that symplectic Euler holds for small motion about the present state, found from the state itself. */
export function limit(simulation: Simulation, _args: Record<never, never>): StepLimit {
  return stepLimit(simulation.world, simulation.state, TOLERANCE);
}
