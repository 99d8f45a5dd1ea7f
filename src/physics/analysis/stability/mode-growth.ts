import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth, GROWS, type Growth } from './growth';

/** What a step of h does to modes of frequency ω, rad/s, and damping c = 2ζω, 1/s. */
export interface ModeGrowth {
  /** Whether the method acts on each eigenvalue by itself; see `actsByEigenvalue`. */
  byEigenvalue: boolean;
  /** Growth per step of each mode, and whether that is more than rounding makes. */
  growth: number[];
  grows: boolean[];
  /** Of overdamped modes: whether the slow and the fast part of it grow, where the method acts on each by itself. */
  apart: ([slow: boolean, fast: boolean] | null)[];
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
  const grows = (factor: number) => !(factor <= GROWS);
  const factors = modes.omega.map((omega, i) => growth(h * omega, h * modes.damping[i], hDecay));
  return {
    byEigenvalue,
    growth: factors,
    grows: factors.map(grows),
    apart: modes.omega.map((omega, i) => {
      const half = (h * modes.damping[i]) / 2;
      if (!byEigenvalue || half <= h * omega) return null;
      // z² − hc z + (hω)² = 0; the small root without cancellation.
      const fast = half + Math.sqrt(half * half - h * omega * (h * omega));
      const slow = (h * omega * (h * omega)) / fast;
      return [grows(growthOfReal(growth, slow, hDecay)), grows(growthOfReal(growth, fast, hDecay))];
    }),
  };
}

/** Eigenvalues of overdamped motion, z₁ and z₂, −z: what is tried below. */
const PAIRS = [
  [0.3, 1.1],
  [0.7, 2.5],
  [0.05, 0.4],
];

/**
 * Whether a step multiplies the motion of each eigenvalue by a number that depends on that eigenvalue alone, as R(z) of
 * Runge–Kutta methods: then each of the two of overdamped motion has its own place in the z plane. Tried on the method
 * itself. Of symplectic Euler and Verlet the two depend on each other.
 */
function actsByEigenvalue(growth: Growth, hDecay = 0): boolean {
  return PAIRS.every(([a, b]) => {
    const together = growth(Math.sqrt(a * b), a + b, hDecay);
    const apart = Math.max(growthOfReal(growth, a, hDecay), growthOfReal(growth, b, hDecay));
    return Math.abs(together - apart) < 1e-6;
  });
}

/** Growth at the eigenvalue −z: of critically damped motion, which has it twice. */
function growthOfReal(growth: Growth, z: number, hDecay = 0): number {
  return growth(z, 2 * z, hDecay);
}
