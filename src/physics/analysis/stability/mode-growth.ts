import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth, GROWS, type Growth } from './growth';

/** Growth of modes of frequency ω, rad/s, and damping c = 2ζω, 1/s, in a step of h. */
export interface ModeGrowth {
  /** True if growth depends on each eigenvalue separately; see `isByEigenvalue`. */
  byEigenvalue: boolean;
  /** Growth factor of each mode per step. */
  growth: number[];
  /** True for each mode that grows by more than rounding error. */
  grows: boolean[];
  /** For each overdamped mode, whether its slow and its fast part grow; null for other modes, and unless `byEigenvalue`. */
  apart: ([slow: boolean, fast: boolean] | null)[];
}

/** @param hDecay h·r; velocities decay by e^(−h·r) before the step */
export function modeGrowth(
  method: IntegratorDefinition,
  modes: { omega: readonly number[]; damping: readonly number[] },
  h: number,
  hDecay = 0,
): ModeGrowth {
  const growth = createGrowth(method);
  const byEigenvalue = isByEigenvalue(growth, hDecay);
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

/** Pairs of eigenvalues −z of overdamped motion, for the test below. */
const TEST_PAIRS = [
  [0.3, 1.1],
  [0.7, 2.5],
  [0.05, 0.4],
];

/**
 * True if a step multiplies each eigenvector by a factor that depends on its eigenvalue only, like R(z) of Runge–Kutta methods.
 * Then both eigenvalues of an overdamped mode have their own points in the z plane. Tested on the integrator itself; false for
 * symplectic Euler and Verlet, where the factors depend on both eigenvalues.
 */
export function isByEigenvalue(growth: Growth, hDecay = 0): boolean {
  return TEST_PAIRS.every(([a, b]) => {
    const together = growth(Math.sqrt(a * b), a + b, hDecay);
    const apart = Math.max(growthOfReal(growth, a, hDecay), growthOfReal(growth, b, hDecay));
    return Math.abs(together - apart) < 1e-6;
  });
}

/** Growth at the eigenvalue −z: of critically damped motion, where it is a double eigenvalue. */
function growthOfReal(growth: Growth, z: number, hDecay = 0): number {
  return growth(z, 2 * z, hDecay);
}
