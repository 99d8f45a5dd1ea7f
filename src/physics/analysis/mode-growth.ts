import type { IntegratorDefinition } from '../contracts';
import { createGrowth } from './growth';
import { actsByEigenvalue, growthOfReal } from './region';

/** What a step of h does to modes of frequency ω, rad/s, and damping c = 2ζω, 1/s. */
export interface ModeGrowth {
  /** Whether the method acts on each eigenvalue by itself; see `actsByEigenvalue`. */
  byEigenvalue: boolean;
  /** Growth per step of each mode. */
  growth: number[];
  /** Of overdamped modes: growth of the slow and of the fast eigenvalue, where the method acts on each by itself. */
  apart: ([slow: number, fast: number] | null)[];
}

/** @param hDecay h·r, where velocities shrink by e^(−h·r) ahead of the step */
export function modeGrowth(
  method: IntegratorDefinition,
  modes: { omega: readonly number[]; damping: readonly number[] },
  h: number,
  hDecay = 0,
): ModeGrowth {
  const growth = createGrowth(method);
  const byEigenvalue = actsByEigenvalue(growth, hDecay);
  return {
    byEigenvalue,
    growth: modes.omega.map((omega, i) => growth(h * omega, h * modes.damping[i], hDecay)),
    apart: modes.omega.map((omega, i) => {
      const half = (h * modes.damping[i]) / 2;
      if (!byEigenvalue || half <= h * omega) return null;
      // z² − hc z + (hω)² = 0; the small root without cancellation.
      const fast = half + Math.sqrt(half * half - h * omega * (h * omega));
      const slow = (h * omega * (h * omega)) / fast;
      return [growthOfReal(growth, slow, hDecay), growthOfReal(growth, fast, hDecay)];
    }),
  };
}
