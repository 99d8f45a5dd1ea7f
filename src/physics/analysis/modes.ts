import type { World } from '../contracts';
import type { State } from '../model';

/** A way in which a network swings about a state, all particles in step. */
export interface Mode {
  /** rad/s. */
  omega: number;
  /** ζ = φᵀ(−D)φ / 2ω; Infinity where ω is 0 and there is damping, 0 where there is none. */
  zeta: number;
  /** φ, 3n, in 1/√kg: φᵀMφ = 1; zero at pins. */
  shape: Float64Array;
}

export interface ModesWanted {
  count: number;
  /** Whether the slowest (ascending) or the fastest (descending) are wanted. */
  from: 'low' | 'high';
}

export function findModes(_world: World, _state: State, _wanted: ModesWanted): Mode[] {
  return [];
}
