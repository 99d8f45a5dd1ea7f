import type { Floats, Simulation, World } from '../../physics';
import { findModes, type Mode, type ModesWanted } from '../../physics/analysis/modes';
import { isFiniteState } from '../../physics/core';

export interface ModeNow extends Mode {
  /** c = φᵀ(−D)φ = 2ζω, 1/s. */
  damping: number;
}

/** Modes, and the state that they are about. */
export interface ModesNow {
  modes: ModeNow[];
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
    modes: findModes(world, state, args).map((mode) => ({ ...mode, damping: dampingOf(world, mode) })),
    positions: state.positions.slice(),
    time: state.time,
  };
}

function dampingOf(world: World, { omega, zeta, shape }: Mode): number {
  if (omega > 0 || zeta === 0) return 2 * zeta * omega;
  const p = new Float64Array(4 * world.model.particleCount);
  const y = new Float64Array(p.length);
  shape.forEach((value, i) => {
    p[i + Math.floor(i / 3)] = value;
  });
  world.addDerivatives(y, p, 0, -1);
  return y.reduce((sum, value, i) => sum + value * p[i], 0);
}
