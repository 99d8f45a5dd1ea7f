import { exp } from '../../model/deterministic-math';
import type { IntegratorDefinition } from '../../world/integrator';
import { createTestParticles } from './test-particle';
import { createTestSpring } from './test-spring';

/**
 * Spectral radius of one step of h for an oscillator of angular frequency ω, damping rate c (1/s, of M⁻¹D) and velocity decay
 * e^(−h·r) before the step.
 */
export type Growth = (hOmega: number, hDamping: number, hDecay: number) => number;

/** A larger factor per step counts as growth, for the limit and for each mode. A smaller one may be rounding error. */
export const GROWS = 1 + 1e-11;

/**
 * Creates the growth function of an integrator, from the two columns of its 2×2 amplification matrix for the test spring.
 * Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2.
 */
export function createGrowth(method: IntegratorDefinition): Growth {
  const amplify = createAmplification(method);
  return (hOmega, hDamping, hDecay) => {
    const [a, c, b, d] = amplify(hOmega, hDamping, hDecay);
    // The form ¼(a + d)² − (ad − bc) would suffer cancellation in short steps.
    const half = (a - d) / 2;
    const discriminant = half * half + b * c;
    if (discriminant < 0) return Math.sqrt(a * d - b * c);
    const radius = Math.abs(a + d) / 2 + Math.sqrt(discriminant);
    // ∞ − ∞: overflow in a very long step.
    return Number.isNaN(radius) ? Number.POSITIVE_INFINITY : radius;
  };
}

/**
 * True if the eigenvalue of largest modulus of that matrix is real and negative: then every step reverses the motion that grows
 * first. A symmetric matrix decides on the eigenvalue −1 of a linear step, so that any q with this κ and δ proves it.
 */
export function createReversal(method: IntegratorDefinition): (...args: Parameters<Growth>) => boolean {
  const amplify = createAmplification(method);
  return (hOmega, hDamping, hDecay) => {
    const [a, c, b, d] = amplify(hOmega, hDamping, hDecay);
    return a + d < 0 && ((a - d) / 2) ** 2 + b * c >= 0;
  };
}

/**
 * True if a step is linear in stiffness and damping, as with a single force evaluation. Then the growth of a mode q depends only on
 * q*K̂q and q*D̂q, even if K̂ and D̂ have no common eigenvectors, and with any velocity decay.
 */
export function isLinear(method: IntegratorDefinition): boolean {
  const amplify = createAmplification(method);
  const at = (stiffness: number, damping: number) => amplify(Math.sqrt(stiffness), damping, 0);
  const [none, stiff, damped] = [at(0, 0), at(1, 0), at(0, 1)];
  const nonlinearParts = [at(2, 0), at(0, 2), at(1, 1)].map((entries, i) =>
    entries.map((entry, j) => entry + none[j] - [2 * stiff[j], 2 * damped[j], stiff[j] + damped[j]][i]),
  );
  return nonlinearParts.flat().every((value) => Math.abs(value) < 1e-12);
}

/** Two columns: the state after a step from position 1, and from velocity 1. */
function createAmplification(method: IntegratorDefinition): (...args: Parameters<Growth>) => number[] {
  const spring = createTestSpring();
  const particle = createTestParticles(method, spring);
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

/** Spectral radius of one step for the test spring ẍ = −ω²x − 2ζω ẋ; the step is stable if it is at most 1.
 *  @param hOmega hω; @param zeta damping ratio; @param hDecay h·r; velocities decay by e^(−h·r) before the step */
export function growthPerStep(method: IntegratorDefinition, hOmega: number, zeta: number, hDecay = 0): number {
  return createGrowth(method)(hOmega, 2 * zeta * hOmega, hDecay);
}
