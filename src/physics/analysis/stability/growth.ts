import { exp } from '../../model/deterministic-math';
import type { IntegratorDefinition } from '../../world/integrator';
import { createTestParticle } from './test-particle';
import { createTestSpring } from './test-spring';

/**
 * Spectral radius of one step of h on an oscillator of angular frequency ω, damping rate c (1/s, of M⁻¹D) and velocities
 * that shrink by e^(−h·r) ahead of the step.
 */
export type Growth = (hOmega: number, hDamping: number, hDecay: number) => number;

/** Growth above this counts as growth: less may be rounding, and takes seven million steps to double. */
export const GROWS = 1 + 1e-7;

/**
 * Puts a method to work on the test spring, once for many steps. From the two columns of its 2×2 amplification matrix.
 * Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2.
 */
export function createGrowth(method: IntegratorDefinition): Growth {
  const amplify = createAmplification(method);
  return (hOmega, hDamping, hDecay) => {
    const [a, c, b, d] = amplify(hOmega, hDamping, hDecay);
    // Not ¼(a + d)² − (ad − bc): in short steps that is the small difference of two numbers close to 1.
    const half = (a - d) / 2;
    const discriminant = half * half + b * c;
    if (discriminant < 0) return Math.sqrt(a * d - b * c);
    const radius = Math.abs(a + d) / 2 + Math.sqrt(discriminant);
    // ∞ − ∞: a step so long that no number is large enough for what it makes.
    return Number.isNaN(radius) ? Number.POSITIVE_INFINITY : radius;
  };
}

/**
 * Whether a step is linear in stiffness and damping, as it is where forces are evaluated once. What a mode of it does then
 * depends on the two by q*K̂q and q*D̂q alone, though K̂ and D̂ share no modes, and whatever else shrinks velocities.
 */
export function isLinear(method: IntegratorDefinition): boolean {
  const amplify = createAmplification(method);
  const at = (stiffness: number, damping: number) => amplify(Math.sqrt(stiffness), damping, 0);
  const [none, stiff, damped] = [at(0, 0), at(1, 0), at(0, 1)];
  const bends = [at(2, 0), at(0, 2), at(1, 1)].map((there, i) =>
    there.map((entry, j) => entry + none[j] - [2 * stiff[j], 2 * damped[j], stiff[j] + damped[j]][i]),
  );
  return bends.flat().every((bend) => Math.abs(bend) < 1e-12);
}

/** Two columns: where a step leads from a place of 1, and from a speed of 1. */
function createAmplification(method: IntegratorDefinition): (...args: Parameters<Growth>) => number[] {
  const spring = createTestSpring();
  const particle = createTestParticle(method, spring);
  const { x, v } = particle;
  return (hOmega, hDamping, hDecay) => {
    spring.k = hOmega * hOmega;
    spring.c = hDamping;
    particle.start(1, 0);
    particle.step(1);
    const [a, c] = [x[0], v[0]];
    particle.start(0, hDecay === 0 ? 1 : exp(-hDecay));
    particle.step(1);
    return [a, c, x[0], v[0]];
  };
}

/** Spectral radius of one step on the test spring ẍ = −ω²x − 2ζω ẋ: at most 1 where the step is stable.
 *  @param hOmega hω; @param zeta damping ratio; @param hDecay h·r, where velocities shrink by e^(−h·r) ahead of the step */
export function growthPerStep(method: IntegratorDefinition, hOmega: number, zeta: number, hDecay = 0): number {
  return createGrowth(method)(hOmega, 2 * zeta * hOmega, hDecay);
}
