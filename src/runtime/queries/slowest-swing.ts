import type { Simulation } from '../../physics';
import { isFiniteState } from '../../physics';
import { type EnergyKept, energyKept } from '../../physics/analysis/methods/energy-kept';
import { findModes } from '../../physics/analysis/modes/modes';
import { methodOf } from '../../physics/registry';

/** The slowest mode that anything resists. */
export interface Swing {
  /** rad/s. */
  omega: number;
  zeta: number;
}

/** Modes without resistance, as of a flat net out of its plane, that are looked past. */
const PAST = 20;

/**
 * What the present method leaves of the energy of the slowest swing in a second; null where nothing resists the slowest
 * motions. @param args the swing, if it has been found already: only the method's doing is then reckoned
 */
export function slowestSwing(simulation: Simulation, args: { swing: Swing | null }): (Swing & EnergyKept) | null {
  const swing = args.swing ?? findSwing(simulation);
  if (!swing) return null;
  const { dt, decay } = simulation.params;
  return { ...swing, ...energyKept(methodOf(simulation.integrator), swing, dt, decay) };
}

function findSwing({ world, state }: Simulation): Swing | null {
  if (!isFiniteState(state)) return null;
  for (const count of [1, PAST]) {
    const found = findModes(world, state, { count, from: 'low' }).find(({ omega }) => omega > 0);
    if (found) return { omega: found.omega, zeta: found.zeta };
  }
  return null;
}
