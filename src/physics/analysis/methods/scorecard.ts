import type { IntegratorDefinition } from '../../world/integrator';
import {
  createGrowth,
  createTestParticles,
  createTestSpring,
  type Growth,
  growthPerStep,
  type TestForce,
  type TestParticles,
} from '../stability/growth';
import { longestStep } from '../stability/longest-step';

/** hω of the test of the undamped spring: a twelfth of a period. */
const TEST_H_OMEGA = 0.5;
/** A growth factor this close to 1 counts as 1. */
const TOLERANCE = 1e-10;

/** The scorecard of the lecture slides Particle Dynamics: three requirements for an integrator, measured here for every one.
 *  A limit is Infinity if there is none, and 0 if no step is stable. */
export function scorecard(methods: readonly IntegratorDefinition[]) {
  return methods.map((method) => {
    const { id, label, order } = method;
    const growth = createGrowth(method);
    return {
      id,
      label,
      /** As stated in its definition. */
      order,
      /** Measured on a damped, driven, nonlinear oscillator. */
      measuredOrder: orderInMotion(method),
      fall: inFreeFall(method),
      spring: onSpring(growth),
      drag: underDrag(method, growth),
    };
  });
}

/** m; a smaller error is rounding error. */
const ROUNDING = 1e-12;

/** Constant acceleration: x(t) = x₀ + v₀t + ½at² is a parabola, which integrators of order 2 or higher follow exactly.
 *  Source: lecture slides Particle Dynamics, constant acceleration. */
function inFreeFall(method: IntegratorDefinition) {
  const spring = createTestSpring();
  spring.a = 1;
  const particle = createTestParticles(method, spring);
  const errorOf = (steps: number) => {
    particle.start(0, 1);
    advance(particle, steps);
    return Math.abs(particle.x[0] - 1.5);
  };
  const error = errorOf(10);
  const order = error < ROUNDING ? Number.POSITIVE_INFINITY : Math.log2(error / errorOf(20));
  return {
    /** m; of the position after 1 s at 1 m/s², with steps of 0.1 s. */
    error,
    /** Halving the step divides the error by 2 to this power; Infinity if there is only rounding error. */
    order,
    verdict: Number.isFinite(order)
      ? `${['0th', '1st', '2nd', '3rd'][Math.round(order)] ?? `${Math.round(order)}th`} order`
      : 'exact',
  };
}

/** Force depends on position: hω up to which the amplitude of an undamped spring doesn't grow, and its growth per step at hω = ½. */
function onSpring(growth: Growth) {
  const limit = longestStep(growth, { omega: 1 });
  const change = growth(TEST_H_OMEGA, 0, 0);
  const damping = change < 1 - TOLERANCE ? 'damped' : 'no damping';
  return { limit, growth: change, verdict: limit === 0 ? 'unstable' : `${stable(limit, 'hω')}, ${damping}` };
}

/** Force depends on velocity: hc/m up to which it doesn't grow under drag alone, and up to which it doesn't change its sign. */
function underDrag(method: IntegratorDefinition, growth: Growth) {
  const limit = longestStep(growth, { omega: 0, damping: 1 });
  const change = firstChangeOfSign(method);
  const monotone = Math.min(change, limit);
  const range = monotone < limit ? `monotone up to ${monotone.toFixed(2)}` : 'monotone';
  return { limit, monotone, verdict: `${stable(limit, 'hc/m')}, ${range}` };
}

/** The smallest hc/m at which a step reverses the velocity; Infinity if none does. */
function firstChangeOfSign(method: IntegratorDefinition): number {
  const spring = createTestSpring();
  const particle = createTestParticles(method, spring);
  /** What reverses counts as what grows. */
  const reversal: Growth = (_, hDamping) => {
    spring.c = hDamping;
    particle.start(0, 1);
    particle.step(1);
    return particle.v[0] < 0 ? Number.POSITIVE_INFINITY : 0;
  };
  return longestStep(reversal, { omega: 0, damping: 1 });
}

function stable(limit: number, symbol: string): string {
  if (limit === 0) return 'unstable at every step';
  return limit === Number.POSITIVE_INFINITY ? 'stable' : `stable up to ${symbol} = ${limit.toFixed(2)}`;
}

/** Steps of the coarsest run; each run lasts 1 s. */
const STEPS = 50;
/** The order of the global error for a smooth nonlinear problem, the damped and driven Duffing oscillator,
 *    ẍ = −x − x³ − ½ẋ + cos 2t,
 *  from the differences of runs with h, h/2 and h/4: log₂(|y_h − y_{h/2}| / |y_{h/2} − y_{h/4}|).
 *  Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4. */
export function orderInMotion(method: IntegratorDefinition): number {
  const particle = createTestParticles(method, duffing());
  const end = (steps: number) => {
    particle.start(1, 0);
    advance(particle, steps);
    return [particle.x[0], particle.v[0]];
  };
  const [coarse, middle, fine] = [end(STEPS), end(2 * STEPS), end(4 * STEPS)];
  const distance = (a: number[], b: number[]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  return Math.log2(distance(coarse, middle) / distance(middle, fine));
}

function advance(particle: TestParticles, steps: number): void {
  for (let i = 0; i < steps; i++) particle.step(1 / steps);
}

function duffing(): TestForce {
  let slope = 0;
  return {
    addForce(f, { positions: x, velocities: v, time }) {
      f[0] += -x[0] - x[0] ** 3 - 0.5 * v[0] + Math.cos(2 * time);
    },
    linearize({ positions: x }) {
      slope = -1 - 3 * x[0] ** 2;
    },
    addDerivative(y, p, a, b) {
      y[0] += (a * slope - 0.5 * b) * p[0];
    },
    addDiagonal(blocks, a, b) {
      blocks[0] += a * slope - 0.5 * b;
    },
  };
}

/**
 * The part of a mode's energy that is left after one second, above 1 if it grows: for ẍ = −ω²x − 2ζω ẋ with velocity decay r. Energy is
 * quadratic in the amplitude, so
 *
 *     kept = growth(hω, ζ, hr)^(2/h),   exact = e^(−2s),   alone = growth(hω, 0, 0)^(2/h)
 *
 * with s the slower decay rate of the oscillator: ζ′ω for ζ′ = ζ + r/2ω ≤ 1, else ω(ζ′ − √(ζ′² − 1)). Source: Hairer and Wanner, Solving
 * Ordinary Differential Equations II, IV.2, on the amplification of a step.
 * @param omega ω, rad/s; @param h s; @param decay r, 1/s
 */
export function energyKept(
  method: IntegratorDefinition,
  { omega, zeta }: { omega: number; zeta: number },
  h: number,
  decay: number,
) {
  const perSecond = (growth: number) => growth ** (2 / h);
  const ratio = zeta + decay / (2 * omega);
  // The product of both rates is ω²: this form avoids cancellation.
  const rate = ratio <= 1 ? ratio * omega : omega / (ratio + Math.sqrt(ratio * ratio - 1));
  return {
    /** With the integrator, at its step. */
    kept: perSecond(growthPerStep(method, h * omega, zeta, h * decay)),
    /** Solution of the differential equation. */
    exact: Math.exp(-2 * rate),
    /** With the integrator and without physical damping: numerical damping only. */
    alone: perSecond(growthPerStep(method, h * omega, 0)),
  };
}
