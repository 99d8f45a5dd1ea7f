import type { Floats, Simulation } from '../../physics';
import { isFiniteState } from '../../physics';
import { findModes, type Mode, type ModesWanted } from '../../physics/analysis/modes/modes';

/** Modes, and the state that they are about. */
export interface ModesNow {
  modes: Mode[];
  /** 4n; m. */
  positions: Floats;
  /** s. */
  time: number;
}

/** @throws RangeError for a state that is not finite */
export function modes(simulation: Simulation, args: ModesWanted): ModesNow {
  const { world, state } = simulation;
  if (!isFiniteState(state)) throw new RangeError('the state is not finite');
  return {
    modes: findModes(world, state, args),
    positions: state.positions.slice(),
    time: state.time,
  };
}
