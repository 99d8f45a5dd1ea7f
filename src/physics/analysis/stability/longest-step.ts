import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth, GROWS, type Growth } from './growth';

/** ẍ = −ω²x − c ẋ, with velocity decay e^(−h·r) before a step of h. */
interface Oscillator {
  /** ω, rad/s. */
  omega: number;
  /** c, 1/s; of M⁻¹D; absent: 0. */
  damping?: number;
  /** r, 1/s; absent: 0. */
  decay?: number;
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
  /** rad/s; √λ_max(M^(−½)(−K)M^(−½)). */
  omegaMax: number;
  /** 1/s; λ_max(M^(−½)(−D)M^(−½)). */
  decayMax: number;
}

/** First and last trial of the search, in units of min(1/ω, 1/c). */
const MIN_TRIAL = 1e-2;
const MAX_TRIAL = 1e3;
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
export function longestStep(
  growth: Growth,
  { omega, damping = 0, decay = 0 }: Oscillator,
  upTo = Number.POSITIVE_INFINITY,
): number {
  const grows = (h: number) => !(growth(h * omega, h * damping, h * decay) <= GROWS);
  const unit = 1 / Math.max(omega, damping);
  if (unit === Number.POSITIVE_INFINITY) return upTo;
  if (!(unit > 0)) return 0;
  // A method that is stable only because of damping, like explicit Euler up to hω = 2ζ, may need still shorter steps.
  const zeta = (damping + decay) / (2 * omega);
  let high = Math.min(upTo, MIN_TRIAL * unit * (zeta > UNDAMPED ? Math.min(1, zeta / MIN_TRIAL) : 1));
  let low = 0;
  while (!grows(high)) {
    if (high === upTo || high > MAX_TRIAL * unit) return upTo;
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
  return longestStep(createGrowth(method), { omega: 1, damping: 2 * zeta, decay: decayRatio });
}

/** Stiffness κ = q*K̂q, 1/s², and damping δ = q*D̂q, 1/s, of a unit vector q. */
export interface Resistance {
  kappa: number;
  delta: number;
}

/** Corners of a convex polygon, in order. */
export type Polygon = readonly Resistance[];

/** The longest step that is stable on a whole polygon, s, and the point that limits it. */
export interface PolygonLimit {
  dt: number;
  at: Resistance;
}

/** Samples per edge. */
const SAMPLES = 6;
/** Halvings of their distance, near the sample with the shortest step. */
const REFINEMENTS = 6;
/** Times the largest κ and δ: smaller values are rounding error of 0. */
export const ZERO = 1e-6;

export function box(kappa: number, [minDelta, maxDelta]: readonly [number, number]): Polygon {
  return [
    { kappa: 0, delta: minDelta },
    { kappa, delta: minDelta },
    { kappa, delta: maxDelta },
    { kappa: 0, delta: maxDelta },
  ];
}

/**
 * The part of a polygon with a κ + b δ ≤ s. All of it if no part is left: some motion has its κ and δ inside, so s is wrong, by overflow
 * or rounding. Source: Sutherland and Hodgman 1974.
 */
export function clip(polygon: Polygon, a: number, b: number, s: number): Polygon {
  const excess = ({ kappa, delta }: Resistance) => a * kappa + b * delta - s;
  const rest = polygon.flatMap((corner, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const [here, there] = [excess(corner), excess(next)];
    const kept = here <= 0 ? [corner] : [];
    if (here <= 0 === there <= 0) return kept;
    return [...kept, between(corner, next, here / (here - there))];
  });
  return rest.length > 0 ? rest : polygon;
}

function between(p: Resistance, q: Resistance, t: number): Resistance {
  return { kappa: p.kappa + t * (q.kappa - p.kappa), delta: p.delta + t * (q.delta - p.delta) };
}

/**
 * The longest step up to which no point of a polygon grows. Only its edges need samples, because growth has no maximum inside: for
 * oscillating motion the growth factor is an open map of (κ, δ) into the complex plane, and for overdamped motion its contours end
 * at the edges only.
 * @param decay r, 1/s; velocities decay by e^(−h·r) before a step
 */
export function longestStepOf(growth: Growth, polygon: Polygon, decay: number): PolygonLimit {
  const kappa = ZERO * Math.max(...polygon.map((corner) => corner.kappa));
  const delta = ZERO * Math.max(...polygon.map((corner) => corner.delta));
  const limit: PolygonLimit = { dt: Number.POSITIVE_INFINITY, at: polygon[0] };
  const shorten = (at: Resistance): boolean => {
    if (at.kappa <= kappa && at.delta <= delta) return false;
    const dt = longestStep(growth, { omega: Math.sqrt(at.kappa), damping: at.delta, decay }, limit.dt);
    if (!(dt < limit.dt)) return false;
    limit.dt = dt;
    limit.at = at;
    return true;
  };
  for (const corner of polygon) shorten(corner);
  if (limit.dt === 0) return limit;
  polygon.forEach((corner, i) => {
    const next = polygon[(i + 1) % polygon.length];
    let worst = -1;
    for (let k = 1; k < SAMPLES; k++) if (shorten(between(corner, next, k / SAMPLES))) worst = k / SAMPLES;
    if (worst < 0 || limit.dt === 0) return;
    for (let spacing = 0.5 / SAMPLES, k = 0; k < REFINEMENTS; spacing /= 2, k++) {
      for (const t of [worst - spacing, worst + spacing]) if (shorten(between(corner, next, t))) worst = t;
    }
  });
  return limit;
}

/** Gradient of the growth over a step of h in (κ, δ). @param scale typical size of both */
export function steepest(
  growth: Growth,
  { kappa, delta }: Resistance,
  h: number,
  decay: number,
  scale: Resistance,
): [number, number] {
  const at = (k: number, d: number) => growth(h * Math.sqrt(k), h * d, h * decay);
  const here = at(kappa, delta);
  const [k, d] = [1e-6 * scale.kappa, 1e-6 * scale.delta];
  return [k > 0 ? (at(kappa + k, delta) - here) / k : 0, d > 0 ? (at(kappa, delta + d) - here) / d : 0];
}
