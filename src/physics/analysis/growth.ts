import type { IntegratorDefinition } from '../contracts';
import { exp } from '../deterministic-math';
import { createTestParticle, type TestForce } from './test-particle';

/** ẍ = −k x − c ẋ for one particle of 1 kg; both may change from step to step. */
interface TestSpring extends TestForce {
  k: number;
  c: number;
}

function createTestSpring(): TestSpring {
  const spring: TestSpring = {
    k: 0,
    c: 0,
    addForce(f, { positions: x, velocities: v }) {
      for (let axis = 0; axis < 3; axis++) f[axis] -= spring.k * x[axis] + spring.c * v[axis];
    },
    addDerivative(y, p, a, b) {
      for (let axis = 0; axis < 3; axis++) y[axis] -= (a * spring.k + b * spring.c) * p[axis];
    },
    addDiagonal(blocks, a, b) {
      for (let axis = 0; axis < 3; axis++) blocks[4 * axis] -= a * spring.k + b * spring.c;
    },
  };
  return spring;
}

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
