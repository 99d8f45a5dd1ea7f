/** Runs from a start of their own, beside the present one. */
import { methodOf } from '../registry';
import type { Setup } from '../run/setup';
import type { SceneFile } from '../scenes/file/check-scene-file';
import { createSimulation } from '../simulation';
import { stepMatrices } from './methods/step-matrices';
import { createGrowth, createTestParticles, createTestSpring } from './stability/growth';
import { longestStep } from './stability/longest-step';
import { findStabilityLimit } from './stability/stability-limit';
import { forcesOnParticle } from './state/springs';

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
  const limit = longestStep(growth, { omega: 1, damping: 2 * zeta });
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

/** The chain of the course: a pin, and below it three masses, kg, on springs, N/m; heights in m. The lowest spring is stretched. */
const CHAIN = { mass: 0.1, stiffness: 100, length: 0.2, heights: [0, -0.2, -0.4, -0.65] };

/**
 * The linear system of a step of implicit Euler of h seconds for the heights of a chain of three masses, A Δv = b: A in kg, b in N·s,
 * Δv in m/s; the system after the elimination below the diagonal; and the residual ‖b − A x‖/‖b‖ after each iteration of conjugate
 * gradients.
 */
export function chainSystem({ h }: { h: number }) {
  const { mass, stiffness, length, heights } = CHAIN;
  const scene: SceneFile = {
    hooke: 1,
    particles: { positions: heights.map((y) => [0, y, 0]), masses: mass, pinned: [0] },
    springs: {
      pairs: heights.slice(1).map((_, j) => [j, j + 1]),
      restLengths: heights.slice(1).map(() => length),
      stiffness,
    },
  };
  const params = { dt: h, drag: 0, cgTolerance: 1e-12 };
  const setup: Setup = { scene, integrator: 'implicit-euler', preconditioner: 'none', precision: 'double', params };
  const { world, state } = createSimulation(setup);
  const all = stepMatrices(world, state);
  const ofHeights = all.freeNames.flatMap((name, i) => (name.startsWith('y') ? [i] : []));
  const A = ofHeights.map((row) => ofHeights.map((column) => all.A[row][column]));
  const b = ofHeights.map((row) => all.rightSide[row]);
  const rows = A.map((row, i) => [...row, b[i]]);
  for (let i = 1; i < rows.length; i++) {
    // Each mass is joined only to the one above it.
    const part = rows[i][i - 1] / rows[i - 1][i - 1];
    rows[i] = rows[i].map((value, column) => (column === i - 1 ? 0 : value - part * rows[i - 1][column]));
  }
  const change = ofHeights.map((row) => all.change[row]);
  return { h, mass, stiffness, A, b, rows, change, residuals: all.steps.map(({ residual }) => residual) };
}
