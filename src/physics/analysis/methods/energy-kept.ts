import type { IntegratorDefinition } from '../../world/integrator';
import { growthPerStep } from '../stability/growth';

/** The part of a mode's energy that is left after one second; above 1 if it grows. */
export interface EnergyKept {
  /** With the integrator, at its step. */
  kept: number;
  /** Solution of the differential equation. */
  exact: number;
  /** With the integrator and without physical damping: numerical damping only. */
  alone: number;
}

/** For a mode ẍ = −ω²x − 2ζω ẋ with velocity decay r. Energy is quadratic in the amplitude, so
 *
 *    kept = growth(hω, ζ, hr)^(2/h),   exact = e^(−2s),   alone = growth(hω, 0, 0)^(2/h)
 *
 *  with s the slower decay rate of the oscillator: ζ′ω for ζ′ = ζ + r/2ω ≤ 1, else ω(ζ′ − √(ζ′² − 1)).
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2, on the amplification of a step.
 *  @param omega ω, rad/s; @param h s; @param decay r, 1/s */
export function energyKept(
  method: IntegratorDefinition,
  { omega, zeta }: { omega: number; zeta: number },
  h: number,
  decay: number,
): EnergyKept {
  const perSecond = (growth: number) => growth ** (2 / h);
  const ratio = zeta + decay / (2 * omega);
  // The product of both rates is ω²: this form avoids cancellation.
  const rate = ratio <= 1 ? ratio * omega : omega / (ratio + Math.sqrt(ratio * ratio - 1));
  return {
    kept: perSecond(growthPerStep(method, h * omega, zeta, h * decay)),
    exact: Math.exp(-2 * rate),
    alone: perSecond(growthPerStep(method, h * omega, 0)),
  };
}
