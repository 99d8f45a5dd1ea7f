/** The public functions that analyze a simulation. None changes its state. */

import { checkFields, number, rangeErrors } from '../model/validate';
import { methodOf } from '../registry';
import type { EnergyLedger } from '../run/ledger';
import type { Simulation } from '../simulation';
import type { IntegratorDefinition } from '../world/integrator';
import { findModes, MODES_WANTED, type Mode, type ModesWanted } from './modes/modes';
import { createGrowth, growthPerStep as growthOf } from './stability/growth';
import { createRefinement } from './stability/krylov-limit';
import type { StabilityLimit } from './stability/longest-step';
import { fastestMode, findStabilityLimit } from './stability/stability-limit';

/**
 * The longest dt at which an integrator is stable for small motion about the present state. Changes nothing. With dampers unlike
 * the springs it may take some seconds for a net of 32 × 32, and is up to 10 % short. For explicit Euler and midpoint, which are
 * stable by damping alone, it may then be too long for motion of little damping, in nets of more than 100 particles.
 * @param integrator id or definition; absent: that of the simulation
 * @throws RangeError for an unknown id
 */
export function stabilityLimit(
  simulation: Simulation,
  integrator: string | IntegratorDefinition = simulation.integrator,
): StabilityLimit {
  const { world, state, definitions } = simulation;
  const method = methodOf(integrator, definitions);
  const limit = findStabilityLimit(world, state, method);
  return createRefinement(world, state, method, limit).advance(() => false) ?? limit;
}

/**
 * Eigenmodes about the present state: `low` ascending from the slowest, unstable ones first; `high` descending from the fastest.
 * Changes nothing. @throws RangeError for an invalid count or `from`
 */
export function modes(simulation: Simulation, wanted: ModesWanted): Mode[] {
  checkFields(wanted, MODES_WANTED, ['modes'], rangeErrors);
  return findModes(simulation.world, simulation.state, wanted);
}

const nonNegative = number('non-negative');

/**
 * Spectral radius of one step of an integrator for the test spring ẍ = −ω²x − 2ζω ẋ; the step is stable if it is at most 1.
 * @param integrator id or definition; @param hOmega hω; @param zeta damping ratio
 * @throws RangeError for an unknown id, and for a negative or non-finite number
 */
export function growthPerStep(integrator: string | IntegratorDefinition, hOmega: number, zeta: number): number {
  const method = methodOf(integrator);
  nonNegative(hOmega, ['growthPerStep', 'hOmega'], rangeErrors);
  nonNegative(zeta, ['growthPerStep', 'zeta'], rangeErrors);
  return growthOf(method, hOmega, zeta);
}

/**
 * Growth factors in the fastest mode about the present state, per step of the present dt; null where nothing has stiffness. Not for
 * methods that solve springs by themselves.
 * @param integrators ids @throws RangeError for an unknown one
 */
export function fastestGrowth({ world, state, definitions }: Simulation, integrators: readonly string[]) {
  const { kappa, delta } = fastestMode(world, state);
  if (!(kappa > 0)) return null;
  const { dt: h, decay } = world.params;
  return integrators.map((id) => {
    const growth = createGrowth(methodOf(id, definitions));
    return growth(h * Math.sqrt(kappa), h * Math.max(0, delta), h * decay);
  });
}

/**
 * Where energy has gone since the first call. The first call starts the ledger and returns zeros; it runs until the next scene
 * or reset. It costs a few extra force evaluations per step, and changes no bit of the state.
 */
export function energyLedger(simulation: Simulation): EnergyLedger {
  return simulation.energyLedger();
}
