import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth, type Growth } from './growth';

/** ẍ = −ω²x − c ẋ, whose velocities shrink by e^(−h·r) ahead of a step of h. */
export interface Oscillator {
  /** ω, rad/s. */
  omega: number;
  /** c, 1/s; of M⁻¹D. */
  damping: number;
  /** r, 1/s. */
  decay: number;
}

/** Growth per step that rounding alone may make. */
export const ROUNDING = 1e-11;
/** Where the search begins and ends, in units of the shorter one of 1/ω and 1/c. */
const SMALLEST = 1e-2;
const LARGEST = 1e3;
/** By what factor it walks where limits lie, and elsewhere: beyond a limit there may be steps that hold again. */
const STRIDE = 1.25;
const LEAP = 4;
const isNearLimits = (h: number) => h > 0.3 && h < 8;
/** Damping ratios below this are taken for 0: what they take from a step is lost in rounding. */
const UNDAMPED = 1e-5;
/** Halvings of the last stride: to 1e-9 of the limit at least. */
const HALVINGS = 30;

/**
 * The longest h up to which no step that is tried makes the oscillator grow, s: 0 where the shortest does, `upTo` where
 * none does, up to a thousand times the shorter one of 1/ω and 1/c.
 */
export function longestStep(growth: Growth, { omega, damping, decay }: Oscillator, upTo: number): number {
  const grows = (h: number) => !(growth(h * omega, h * damping, h * decay) <= 1 + ROUNDING);
  const unit = 1 / Math.max(omega, damping);
  if (unit === Number.POSITIVE_INFINITY) return upTo;
  // What holds by its damping alone, as explicit Euler up to hω = 2ζ, may hold for steps that are shorter still.
  const zeta = (damping + decay) / (2 * omega);
  let high = Math.min(upTo, SMALLEST * unit * (zeta > UNDAMPED ? Math.min(1, zeta / SMALLEST) : 1));
  let low = 0;
  while (!grows(high)) {
    if (high === upTo || high > LARGEST * unit) return upTo;
    low = high;
    high = Math.min(upTo, high * (isNearLimits(high / unit) ? STRIDE : LEAP));
  }
  if (low === 0) return 0;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (grows(middle)) high = middle;
    else low = middle;
  }
  return low;
}

/** The largest hω up to which no step makes the test spring grow; 0 where all do, Infinity where none does.
 *  @param zeta damping ratio; @param decayRatio r/ω, where velocities shrink by e^(−h·r) ahead of the step */
export function stabilityLimitOf(method: IntegratorDefinition, zeta: number, decayRatio = 0): number {
  const spring = { omega: 1, damping: 2 * zeta, decay: decayRatio };
  return longestStep(createGrowth(method), spring, Number.POSITIVE_INFINITY);
}
