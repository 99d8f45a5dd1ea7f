import type { IntegratorDefinition, World } from '../contracts';
import type { State } from '../model';

/** The longest step that a method holds for small motion about a state. */
export interface StabilityLimit {
  /** s; safe for every mode; Infinity where there is no limit, 0 where no step is known to hold. */
  dt: number;
  /** rad/s; √λ_max(M^(−½)(−K)M^(−½)), K clamped. */
  omegaMax: number;
  /** 1/s; λ_max(M^(−½)(−D)M^(−½)). */
  decayMax: number;
}

export function findStabilityLimit(_world: World, _state: State, _method: IntegratorDefinition): StabilityLimit {
  return { dt: 0, omegaMax: 0, decayMax: 0 };
}
