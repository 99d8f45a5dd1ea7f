import type { IntegratorDefinition } from '../../world/integrator';
import { createGrowth, type Growth } from '../stability/growth';
import { longestStep } from '../stability/longest-step';
import { createTestParticles } from '../stability/test-particle';
import { createTestSpring } from '../stability/test-spring';
import { errorInFreeFall, type FallError, orderInMotion } from './measured-order';

/** Measured properties of one integrator. A limit is Infinity if there is none, and 0 if no step is stable. */
export interface ScorecardRow {
  id: string;
  label: string;
  /** As stated in its definition. */
  order: number;
  /** Measured on a damped, driven, nonlinear oscillator. */
  measuredOrder: number;
  /** Constant acceleration: error of the position. */
  fall: FallError & { verdict: string };
  /** Force depends on position: an undamped spring, on the imaginary axis. */
  spring: {
    /** hω up to which the amplitude doesn't grow. */
    limit: number;
    /** Growth factor of the amplitude per step at hω = ½. */
    growth: number;
    verdict: string;
  };
  /** Force depends on velocity: drag only, on the negative real axis. */
  drag: {
    /** hc/m up to which the velocity doesn't grow. */
    limit: number;
    /** hc/m up to which the velocity doesn't change its sign; Infinity if it never does. */
    monotone: number;
    verdict: string;
  };
}

/** hω of the test of the undamped spring: a twelfth of a period. */
const TEST_H_OMEGA = 0.5;
/** A growth factor this close to 1 counts as 1. */
const TOLERANCE = 1e-10;
/** The search for a sign change: first and last hc/m, factor between trials, and halvings at the end. */
const SMALLEST = 0.01;
const LARGEST = 1e3;
const STRIDE = 1.1;
const HALVINGS = 40;

/** The scorecard of the lecture slides Particle Dynamics: three requirements for an integrator, measured here for every one. */
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
  const change = growth(TEST_H_OMEGA, 0, 0);
  const damping = change < 1 - TOLERANCE ? 'damped' : 'no damping';
  return { limit, growth: change, verdict: limit === 0 ? 'unstable' : `${stable(limit, 'hω')}, ${damping}` };
}

function underDrag(method: IntegratorDefinition, growth: Growth): ScorecardRow['drag'] {
  const limit = longestStep(growth, { omega: 0, damping: 1, decay: 0 }, Number.POSITIVE_INFINITY);
  const change = firstChangeOfSign(method);
  const monotone = Math.min(change, limit);
  const range = monotone < limit ? `monotone up to ${monotone.toFixed(2)}` : 'monotone';
  return { limit, monotone, verdict: `${stable(limit, 'hc/m')}, ${range}` };
}

/** The smallest hc/m at which a step reverses the velocity; Infinity if none does. */
function firstChangeOfSign(method: IntegratorDefinition): number {
  const spring = createTestSpring();
  const particle = createTestParticles(method, spring);
  const reverses = (c: number) => {
    spring.c = c;
    particle.start(0, 1);
    particle.step(1);
    return particle.v[0] < 0;
  };
  let high = SMALLEST;
  while (!reverses(high)) {
    high *= STRIDE;
    if (high > LARGEST) return Number.POSITIVE_INFINITY;
  }
  let low = high / STRIDE;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (reverses(middle)) high = middle;
    else low = middle;
  }
  return low;
}

function stable(limit: number, symbol: string): string {
  if (limit === 0) return 'unstable at every step';
  return limit === Number.POSITIVE_INFINITY ? 'stable' : `stable up to ${symbol} = ${limit.toFixed(2)}`;
}

function ordinal(n: number): string {
  return `${n}${['th', 'st', 'nd', 'rd'][n] ?? 'th'}`;
}
