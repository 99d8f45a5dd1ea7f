import { createLiveLimit } from '../../analysis/stability/live-limit';
import type { StabilityLimit } from '../../analysis/stability/longest-step';
import { methodOf } from '../../registry';
import type { Simulation } from '../../simulation';

/**
 * The limit on dt in the last good state, with the method and the parameters that blew up: those of the run may have changed since.
 * Changes nothing; null without a blow-up.
 */
export function limitOfBlowUp(simulation: Simulation): StabilityLimit | null {
  if (!simulation.blowUp) return null;
  const { integrator: id, params } = simulation.blowUp;
  const again = simulation.fork();
  if (again.integrator !== id) again.apply({ type: 'integrator', id });
  const now: Readonly<Record<string, number>> = { ...again.params };
  for (const [key, value] of Object.entries(params)) if (now[key] !== value) again.apply({ type: 'set', key, value });
  return createLiveLimit(again.world)(again.state, methodOf(id, again.definitions), true);
}
