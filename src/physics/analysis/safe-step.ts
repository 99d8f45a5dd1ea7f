import type { IntegratorDefinition, World } from '../contracts';
import { gershgorinBounds } from './gershgorin';
import { stabilityLimitOf } from './longest-step';

/** How long a step may be, by the Gershgorin bound on the fastest mode. */
export interface SafeStep {
  /** rad/s; the fastest mode is no faster. */
  omegaMax: number;
  /** Limit on hω of the method at that mode's damping; Infinity where there is none, 0 where no step is safe. */
  hOmegaLimit: number;
  /** s; hOmegaLimit / omegaMax. */
  dt: number;
}

/** Makes `safeStep(method, world)`, which remembers the limit of a method for the last damping it was asked for. */
export function createSafeStep(): (
  method: IntegratorDefinition,
  world: Pick<World, 'model' | 'params' | 'control'>,
) => SafeStep {
  let key = '';
  let hOmegaLimit = 0;
  return (method, world) => {
    const { omega, decay } = gershgorinBounds(world);
    const zeta = omega > 0 ? decay / (2 * omega) : 0;
    const wanted = `${method.id} ${zeta.toPrecision(3)}`;
    if (wanted !== key) {
      key = wanted;
      hOmegaLimit = stabilityLimitOf(method, Number(zeta.toPrecision(3)));
    }
    return { omegaMax: omega, hOmegaLimit, dt: omega > 0 ? hOmegaLimit / omega : Number.POSITIVE_INFINITY };
  };
}
