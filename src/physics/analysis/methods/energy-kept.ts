import type { IntegratorDefinition } from '../../world/integrator';
import { growthPerStep } from '../stability/growth';

/** What a second leaves of the energy of a mode, as a part of it; above 1 where it grows. */
export interface EnergyKept {
  /** Under the method, at its step. */
  kept: number;
  /** By the differential equation. */
  exact: number;
  /** Under the method where nothing else damps the mode: its own doing alone. */
  alone: number;
}

/** Of a mode ẍ = −ω²x − 2ζω ẋ, whose velocity decays by r besides. As energy goes by the square of the size,
 *
 *    kept = growth(hω, ζ, hr)^(2/h),   exact = e^(−2s),   alone = growth(hω, 0, 0)^(2/h)
 *
 *  with s the slower rate of the damped oscillator: ζ′ω for ζ′ = ζ + r/2ω ≤ 1, and ω(ζ′ − √(ζ′² − 1)) above.
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2, on the amplification of a step.
 *  @param omega ω, rad/s; @param h s; @param decay r, 1/s */
export function energyKept(
  method: IntegratorDefinition,
  { omega, zeta }: { omega: number; zeta: number },
  h: number,
  decay: number,
): EnergyKept {
  const inASecond = (growth: number) => growth ** (2 / h);
  const ratio = zeta + decay / (2 * omega);
  // The product of both rates is ω²: without the small difference of two large numbers.
  const rate = ratio <= 1 ? ratio * omega : omega / (ratio + Math.sqrt(ratio * ratio - 1));
  return {
    kept: inASecond(growthPerStep(method, h * omega, zeta, h * decay)),
    exact: Math.exp(-2 * rate),
    alone: inASecond(growthPerStep(method, h * omega, 0)),
  };
}
