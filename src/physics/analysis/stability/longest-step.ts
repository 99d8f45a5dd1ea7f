import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth, GROWS, type Growth } from './growth';

/** ẍ = −ω²x − c ẋ, with velocity decay e^(−h·r) before a step of h. */
export interface Oscillator {
  /** ω, rad/s. */
  omega: number;
  /** c, 1/s; of M⁻¹D. */
  damping: number;
  /** r, 1/s. */
  decay: number;
}

/**
 * The longest step at which an integrator is stable for small motion about a state. Where a stiffness or damping is too large for a
 * number, nothing is known: all values are 0, and `isBound` is true.
 */
export interface StabilityLimit {
  /** s; stable for every mode; Infinity if there is no limit, 0 if no stable step is known. */
  dt: number;
  /** True if `dt` is a lower bound only: the limit may be more than 10 % longer. */
  isBound: boolean;
  /** rad/s; √λ_max(M^(−½)(−K)M^(−½)), K clamped. */
  omegaMax: number;
  /** 1/s; λ_max(M^(−½)(−D)M^(−½)). */
  decayMax: number;
}

/** First and last trial of the search, in units of min(1/ω, 1/c). */
const SMALLEST = 1e-2;
const LARGEST = 1e3;
/** Factor between trials where limits are likely; beyond a limit a step may be stable again. */
const STRIDE = 1.25;
/** Factor elsewhere. */
const LARGE_STRIDE = 4;
const isNearLimits = (h: number) => h > 0.3 && h < 8;
/** A smaller damping ratio counts as 0: its effect on a step is lost in rounding. */
const UNDAMPED = 1e-5;
/** Halvings of the last interval: a relative accuracy of 1e-9. */
const HALVINGS = 30;

/**
 * The longest h, s, up to which no tried step makes the oscillator grow. It is 0 if the shortest one does, and `upTo` if none does,
 * up to 1000 min(1/ω, 1/c). It is 0 as well if ω or c is too large for a number, or NaN.
 */
export function longestStep(growth: Growth, { omega, damping, decay }: Oscillator, upTo: number): number {
  const grows = (h: number) => !(growth(h * omega, h * damping, h * decay) <= GROWS);
  const unit = 1 / Math.max(omega, damping);
  if (unit === Number.POSITIVE_INFINITY) return upTo;
  if (!(unit > 0)) return 0;
  // A method that is stable only because of damping, like explicit Euler up to hω = 2ζ, may need still shorter steps.
  const zeta = (damping + decay) / (2 * omega);
  let high = Math.min(upTo, SMALLEST * unit * (zeta > UNDAMPED ? Math.min(1, zeta / SMALLEST) : 1));
  let low = 0;
  while (!grows(high)) {
    if (high === upTo || high > LARGEST * unit) return upTo;
    low = high;
    high = Math.min(upTo, high * (isNearLimits(high / unit) ? STRIDE : LARGE_STRIDE));
  }
  if (low === 0) return 0;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (grows(middle)) high = middle;
    else low = middle;
  }
  return low;
}

/** The limit, or that nothing is known, if a value has overflowed. */
export function known(limit: StabilityLimit): StabilityLimit {
  const { dt, omegaMax, decayMax } = limit;
  const isNumber = dt >= 0 && omegaMax < Number.POSITIVE_INFINITY && decayMax < Number.POSITIVE_INFINITY;
  return isNumber ? limit : { dt: 0, isBound: true, omegaMax: 0, decayMax: 0 };
}

/** False where nothing resists motion, and where nothing is known. */
export const resistsMotion = ({ omegaMax, decayMax }: StabilityLimit) => omegaMax > 0 || decayMax > 0;

/** The largest hω up to which no step makes the test spring grow; 0 if all do, Infinity if none does.
 *  @param zeta damping ratio; @param decayRatio r/ω; velocities decay by e^(−h·r) before the step */
export function stabilityLimitOf(method: IntegratorDefinition, zeta: number, decayRatio = 0): number {
  const spring = { omega: 1, damping: 2 * zeta, decay: decayRatio };
  return longestStep(createGrowth(method), spring, Number.POSITIVE_INFINITY);
}
