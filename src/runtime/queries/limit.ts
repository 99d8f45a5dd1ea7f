import { type Simulation, type StabilityLimit, stabilityLimit } from '../../physics';

/** The longest dt that the present method holds for small motion about the present state, exactly. */
export function limit(simulation: Simulation, _args: Record<never, never>): StabilityLimit {
  return stabilityLimit(simulation);
}
