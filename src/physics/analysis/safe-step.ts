import type { IntegratorDefinition } from '../contracts';
import { type BoundedWorld, type Bounds, gershgorinBounds } from './gershgorin';
import { createGrowth, type Growth } from './growth';
import { longestStep, type Oscillator, ROUNDING } from './longest-step';

/** How long a step may be for small motion about any state, by bounds on its modes. Violent motion may blow up below it. */
export interface SafeStep {
  /** rad/s; the fastest mode is no faster. */
  omegaMax: number;
  /** dt · omegaMax; Infinity where dt is. */
  hOmegaLimit: number;
  /** s; Infinity where the method has no limit or nothing moves that could limit it, 0 where no step is known to hold. */
  dt: number;
  /**
   * True where no mode grows at dt or below. False where dt is the limit of the fastest mode at the most damping it may
   * have, under a method that makes undamped motion grow at any dt, so that modes with less damping may grow below it; and
   * where an implicit method's matrix is left unclamped, which may become indefinite where springs are compressed; and
   * under explicit ones where a force has no bounds, as attraction.
   */
  guaranteed: boolean;
}

/** hω of an undamped spring at which a method that makes such motion grow at any step does so visibly. */
const SMALL = 1e-2;
/** Oscillators that are looked at between two corners. */
const SAMPLES = 8;
/** Halvings of the distance between them, about the one with the shortest step. */
const REFINEMENTS = 5;
/** Limits that are remembered: with a hand that comes and goes, a few return again and again. */
const REMEMBERED = 64;

/** Makes `safeStep(method, world)`, which remembers limits that it has found. */
export function createSafeStep(): (method: IntegratorDefinition, world: BoundedWorld) => SafeStep {
  const found = new Map<string, Pick<SafeStep, 'dt' | 'guaranteed'>>();
  return (method, world) => {
    const bounds = gershgorinBounds(world);
    const { omega, damping, leastDamping } = bounds;
    const { decay, clamp } = world.params;
    // The exact numbers: rounded ones would stand for another limit, which may be longer.
    const key = [method.id, omega, damping, leastDamping, decay].join();
    let limit = found.get(key);
    if (!limit) {
      limit = findLimit(method, bounds, decay);
      if (found.size === REMEMBERED) found.clear();
      found.set(key, limit);
    }
    const { dt } = limit;
    const guaranteed = limit.guaranteed && (method.implicit ? clamp === 1 : bounds.complete);
    return { omegaMax: omega, hOmegaLimit: dt === Number.POSITIVE_INFINITY ? dt : dt * omega, dt, guaranteed };
  };
}

/**
 * A growing mode q of the step sees an oscillator with ω² = q*Kq/q*Mq and c = q*Dq/q*Mq: any ω with any c within their
 * bounds, as what swings fast need not be damped much, nor the other way round. That is exact for symplectic Euler, for
 * Runge–Kutta methods without decay, and wherever K and D share their modes; for the rest the tests try random K and D.
 * The shortest steps belong to the fastest ω with some damping, and to the most damping without a spring.
 */
function findLimit(method: IntegratorDefinition, bounds: Bounds, decay: number): Pick<SafeStep, 'dt' | 'guaranteed'> {
  const { omega, damping, leastDamping } = bounds;
  const growth = createGrowth(method);
  const fastest: Oscillator = { omega, damping, decay };
  const slowest: Oscillator = { omega: 0, damping, decay };
  if (growth(SMALL, 0, 0) <= 1 + ROUNDING) {
    // Beyond critical damping, c = 2ω, a corner has the shortest step.
    const critical = Math.min(damping, 2 * omega);
    const dt = longestForAll(growth, [slowest, fastest], (t) => ({ omega, damping: t * critical, decay }));
    return { dt, guaranteed: true };
  }
  // Drag alone, which damps all motion alike.
  if (damping === leastDamping || omega === 0) {
    const dt = longestForAll(growth, [slowest, fastest], (t) => ({ omega: t * omega, damping, decay }));
    return { dt, guaranteed: true };
  }
  return { dt: longestStep(growth, fastest, Number.POSITIVE_INFINITY), guaranteed: false };
}

/** The longest h up to which neither the corners nor any of the oscillators from t = 0 to 1 grow, s. */
function longestForAll(growth: Growth, corners: Oscillator[], along: (t: number) => Oscillator): number {
  let h = Number.POSITIVE_INFINITY;
  for (const corner of corners) h = longestStep(growth, corner, h);
  let worst = 1;
  for (let t = 0; t < 1; t += 1 / SAMPLES) {
    const shorter = longestStep(growth, along(t), h);
    if (shorter < h) worst = t;
    h = shorter;
  }
  if (h === Number.POSITIVE_INFINITY) return h;
  for (let spacing = 0.5 / SAMPLES, i = 0; i < REFINEMENTS; spacing /= 2, i++) {
    for (const t of [worst - spacing, worst + spacing]) {
      const { omega, damping, decay } = along(t);
      if (t < 0 || t > 1 || growth(h * omega, h * damping, h * decay) <= 1 + ROUNDING) continue;
      h = longestStep(growth, along(t), h);
      worst = t;
    }
  }
  return h;
}
