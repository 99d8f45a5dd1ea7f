import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth, type Growth } from '../stability/growth';
import { longestStep } from '../stability/longest-step';
import { createTestParticle } from '../stability/test-particle';
import { createTestSpring } from '../stability/test-spring';
import { errorInFreeFall, type FallError, orderInMotion } from './measured-order';

/** What one method is worth, measured by running it. Limits are Infinity where there is none, 0 where no step holds. */
export interface ScorecardRow {
  id: string;
  label: string;
  /** As it claims. */
  order: number;
  /** As its error shrinks on a damped, driven, non-linear oscillator. */
  measuredOrder: number;
  /** Constant acceleration: accuracy of the position. */
  fall: FallError & { verdict: string };
  /** Position dependence: an undamped spring, on the imaginary axis. */
  spring: {
    /** hω up to which no swing grows. */
    limit: number;
    /** A swing after a step of hω = ½, over that before. */
    growth: number;
    verdict: string;
  };
  /** Velocity dependence: drag alone, on the negative real axis. */
  drag: {
    /** hc/m up to which no velocity grows. */
    limit: number;
    /** hc/m up to which no velocity changes its sign; Infinity where none does. */
    monotone: number;
    verdict: string;
  };
}

/** hω at which an undamped swing is looked at: a twelfth of a turn. */
const SWING = 0.5;
/** A growth this close to 1 is none. */
const KEPT = 1e-10;
/** hc/m at which the search for a change of sign begins and ends, its factor from trial to trial, and halvings at the end. */
const SMALLEST = 0.01;
const LARGEST = 1e3;
const STRIDE = 1.1;
const HALVINGS = 40;

/** The scorecard of the lecture slides Particle Dynamics: three demands on a method, here measured afresh each time, and of
 *  the midpoint method too, which the slides leave out. */
export function scorecard(methods: readonly IntegratorDefinition[]): ScorecardRow[] {
  return methods.map((method) => {
    const { id, label, order } = method;
    const growth = createGrowth(method);
    return {
      id,
      label,
      order,
      measuredOrder: orderInMotion(method),
      fall: inFreeFall(method),
      spring: onSpring(growth),
      drag: underDrag(method, growth),
    };
  });
}

function inFreeFall(method: IntegratorDefinition): ScorecardRow['fall'] {
  const { error, order } = errorInFreeFall(method);
  return { error, order, verdict: Number.isFinite(order) ? `${ordinal(Math.round(order))} order` : 'exact' };
}

function onSpring(growth: Growth): ScorecardRow['spring'] {
  const limit = longestStep(growth, { omega: 1, damping: 0, decay: 0 }, Number.POSITIVE_INFINITY);
  const change = growth(SWING, 0, 0);
  const swing = change < 1 - KEPT ? 'damped' : 'no damping';
  return { limit, growth: change, verdict: limit === 0 ? 'unstable' : `${stable(limit, 'hω')}, ${swing}` };
}

function underDrag(method: IntegratorDefinition, growth: Growth): ScorecardRow['drag'] {
  const limit = longestStep(growth, { omega: 0, damping: 1, decay: 0 }, Number.POSITIVE_INFINITY);
  const change = firstChangeOfSign(method);
  const monotone = Math.min(change, limit);
  const way = monotone < limit ? `monotone up to ${monotone.toFixed(2)}` : 'monotone';
  return { limit, monotone, verdict: `${stable(limit, 'hc/m')}, ${way}` };
}

/** The least hc/m at which a step turns a velocity round; Infinity where none does. */
function firstChangeOfSign(method: IntegratorDefinition): number {
  const spring = createTestSpring();
  const particle = createTestParticle(method, spring);
  const turns = (c: number) => {
    spring.c = c;
    particle.start(0, 1);
    particle.step(1);
    return particle.v[0] < 0;
  };
  let high = SMALLEST;
  while (!turns(high)) {
    high *= STRIDE;
    if (high > LARGEST) return Number.POSITIVE_INFINITY;
  }
  let low = high / STRIDE;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (turns(middle)) high = middle;
    else low = middle;
  }
  return low;
}

function stable(limit: number, what: string): string {
  return limit === Number.POSITIVE_INFINITY ? 'stable' : `stable up to ${what} = ${limit.toFixed(2)}`;
}

function ordinal(n: number): string {
  return `${n}${['th', 'st', 'nd', 'rd'][n] ?? 'th'}`;
}
