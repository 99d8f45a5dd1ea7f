import type { World } from '../contracts';
import type { State } from '../model';

/** How a search for static equilibrium ended. */
export interface Equilibrium {
  /** Whether the net force on every free particle has fallen to the tolerance. */
  ok: boolean;
  /** Newton steps. */
  iterations: number;
  /** N; the largest net force that is left on a free particle. */
  residual: number;
  /** Independent motions that nothing resists, at the place where the search ended. */
  mechanisms: number;
}

export interface EquilibriumOptions {
  /** N; absent: as near to 0 as the precision allows. */
  tolerance?: number;
  /** Newton steps, at most; absent: 200. */
  iterations?: number;
}

/** Finds static equilibrium, f(x) = 0 at rest, from the state on; leaves positions there and velocities zero. */
export function findEquilibrium(world: World, state: State, options: EquilibriumOptions = {}): Equilibrium {
  void world;
  void state;
  return { ok: false, iterations: options.iterations ?? 0, residual: 0, mechanisms: 0 };
}
