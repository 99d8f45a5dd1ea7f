/** Runs from a start of their own, beside the present one. */
import { methodOf } from '../registry';
import type { Setup } from '../run/setup';
import { createSimulation } from '../simulation';
import { createGrowth } from './stability/growth';
import { longestStep } from './stability/longest-step';
import { findStabilityLimit } from './stability/stability-limit';
import { createTestParticles, createTestSpring } from './stability/test-particle';
import { forcesOnParticle } from './state/forces-on-particle';

/** Most steps of a run of one spring. */
const MAX_STEPS = 1000;

interface SpringSetup {
  /** Id. */
  integrator: string;
  hOmega: number;
  /** Damping ratio. */
  zeta: number;
  steps: number;
}

/**
 * What a method makes of one damped spring, ẍ = −ω²x − 2ζω ẋ.
 * @returns growth factor per step; the longest stable hω (Infinity: no limit; 0: none); x and v/ω at the start, (1, 0), and after
 *   each step
 */
export function springRun({ integrator, hOmega, zeta, steps }: SpringSetup) {
  const method = methodOf(integrator);
  const growth = createGrowth(method);
  const spring = createTestSpring();
  const particle = createTestParticles(method, spring);
  // ω = 1 rad/s, so that h is hω.
  spring.k = 1;
  spring.c = 2 * zeta;
  particle.start(1, 0);
  const points = [1, 0];
  for (let step = 0; step < Math.min(steps, MAX_STEPS); step++) {
    particle.step(hOmega);
    points.push(particle.x[0], particle.v[0]);
  }
  const limit = longestStep(growth, { omega: 1, damping: 2 * zeta, decay: 0 }, Number.POSITIVE_INFINITY);
  return { growth: growth(hOmega, 2 * zeta * hOmega, 0), limit, points };
}

interface SceneSetup {
  setup: Setup;
  steps: number;
  particle: number;
}

/**
 * A particle of a scene after some steps from its start, in double precision (m, m/s, N), and the limit of the step there (s, rad/s).
 */
export function sceneRun({ setup, steps, particle }: SceneSetup) {
  const simulation = createSimulation({ ...setup, precision: 'double' });
  simulation.step(steps);
  const { world, state, integrator } = simulation;
  const { position, velocity } = simulation.particle(particle);
  const { dt, omegaMax } = findStabilityLimit(world, state, methodOf(integrator));
  const { sum: force } = forcesOnParticle(world, state, particle);
  return { position, velocity, force, dt, omegaMax };
}
