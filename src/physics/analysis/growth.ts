import type { IntegratorDefinition } from '../contracts';
import { exp } from '../deterministic-math';
import { createTestParticle } from './test-particle';
import { createTestSpring } from './test-spring';

/**
 * Spectral radius of one step of h on an oscillator of angular frequency ω, damping rate c (1/s, of M⁻¹D) and velocities
 * that shrink by e^(−h·r) ahead of the step.
 */
export type Growth = (hOmega: number, hDamping: number, hDecay: number) => number;

/** Puts a method to work on the test spring, once for many steps. From the two columns of its 2×2 amplification matrix.
 *  Source: Hairer and Wanner, Solving Ordinary Differential Equations II, IV.2. */
export function createGrowth(method: IntegratorDefinition): Growth {
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
    const [b, d] = [x[0], v[0]];
    const half = (a + d) / 2;
    const discriminant = half * half - (a * d - b * c);
    if (discriminant < 0) return Math.sqrt(a * d - b * c);
    return Math.abs(half) + Math.sqrt(discriminant);
  };
}

/** Spectral radius of one step on the test spring ẍ = −ω²x − 2ζω ẋ: at most 1 where the step is stable.
 *  @param hOmega hω; @param zeta damping ratio; @param hDecay h·r, where velocities shrink by e^(−h·r) ahead of the step */
export function growthPerStep(method: IntegratorDefinition, hOmega: number, zeta: number, hDecay = 0): number {
  return createGrowth(method)(hOmega, 2 * zeta * hOmega, hDecay);
}
