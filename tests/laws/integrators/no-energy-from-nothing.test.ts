// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, SCENES, type Simulation } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';

const METHODS = INTEGRATORS.filter(({ createsNoEnergy }) => createsNoEnergy).map(({ id }) => id);
/** N/m. */
const STIFFNESSES = [1e2, 1e3, 1e4, 1e5, 1e6];
/** s. */
const STEPS = [1 / 30, 1 / 60, 1 / 120, 1 / 240];
/** Those of the default cloth in a long run, N/m and s: each stiffness and each step at least once. */
const LONG_SETUPS = [
  [1e2, 1 / 30],
  [1e3, 1 / 240],
  [1e4, 1 / 120],
  [1e5, 1 / 30],
  [1e6, 1 / 60],
];
/** Of E₀ and of the work put in. */
const TOLERANCE = 0.02;
/** Self-collision moves particles apart after the step: where a block lands on a bed, this strains springs. */
const TOLERANCES: Record<string, number> = { trampoline: 0.2 };
/** A grid of this many rows and columns moves as violently as a finer one. */
const SIZE = 10;
/** s; by then everything that falls in a built-in scene has hit something. */
const UNTIL_IMPACT = 0.4;
/** The same in a scene of at most this many particles. */
const UNTIL_IMPACT_OF_FEW = 3;
const FEW = 16;

const hasObstacles = ({ environment: { planes, spheres } }: Simulation) => planes.length + spheres.length > 0;

/** Number of steps that show how a scene moves; with obstacles, as many as reach them. */
function stepsOf(simulation: Simulation, dt: number): number {
  const least = LONG ? 60 : 30;
  if (!hasObstacles(simulation)) return least;
  return Math.max(least, Math.ceil((simulation.particleCount > FEW ? UNTIL_IMPACT : UNTIL_IMPACT_OF_FEW) / dt));
}

/** The largest rise of the total energy above its start and the work put in, as a fraction of both. */
function largestRise(simulation: Simulation, steps: number): number {
  simulation.energyLedger();
  const { kinetic, elastic, gravity } = simulation.energy();
  // Of bodies that attract each other, parts of the energy are negative.
  const start = Math.abs(kinetic) + Math.abs(elastic) + Math.abs(gravity);
  let largest = Number.NEGATIVE_INFINITY;
  let turnover = start;
  for (let i = 0; i < steps; i++) {
    simulation.step();
    const ledger = simulation.energyLedger();
    turnover = Math.max(turnover, start + Math.abs(ledger.hand));
    const rise = (ledger.kinetic + ledger.elastic + ledger.gravity - ledger.hand) / turnover;
    // NaN counts as a rise.
    if (!(rise <= largest)) largest = rise;
  }
  return largest;
}

const started = (scene: string, integrator: string, stiffness: number, dt: number, more = {}) =>
  createSimulation({ scene, integrator, params: { stiffness, dt, stopOnBlowUp: 0, ...more } });

describe.each(METHODS)('%s creates no energy', (integrator) => {
  SCENES.forEach(({ id, grid }, index) => {
    const size: Record<string, number> = grid ? { rows: SIZE, columns: SIZE } : {};
    // A default run takes two of the setups, or one that lasts until an impact, or one with the slower TR-BDF2.
    const every = integrator === 'tr-bdf2' || hasObstacles(createSimulation({ scene: id, params: size })) ? 4 : 2;
    test(`in the scene ${id}, from 100 to 1,000,000 N/m, with steps from 1/30 s to 1/240 s`, () => {
      for (const [i, stiffness] of STIFFNESSES.entries()) {
        for (const [j, dt] of STEPS.entries()) {
          if (!LONG && (i !== (2 * j + index) % STIFFNESSES.length || j % every !== index % every)) continue;
          const simulation = started(id, integrator, stiffness, dt, size);
          const name = `${stiffness} N/m, dt = ${dt} s`;
          expect(largestRise(simulation, stepsOf(simulation, dt)), name).toBeLessThan(TOLERANCES[id] ?? TOLERANCE);
        }
      }
    });
  });

  test('on the default cloth, in 600 steps', () => {
    const setups = LONG ? LONG_SETUPS : [[1e5, 1 / 30]];
    for (const [stiffness, dt] of setups) {
      const simulation = started('cloth', integrator, stiffness, dt);
      expect(largestRise(simulation, LONG ? 600 : 30), `${stiffness} N/m, dt = ${dt} s`).toBeLessThan(TOLERANCE);
    }
  });
});

test('one linear solve a step without a search creates several times the energy of the default cloth', () => {
  const simulation = started('cloth', 'implicit-euler', 1e5, 1 / 60, { lineSearch: 0 });
  expect(largestRise(simulation, 30)).toBeGreaterThan(2);
});
