import { describe, expect, test } from 'vitest';
import { createSimulation, SCENES, type Simulation } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';

const METHODS = ['implicit-euler', 'implicit-euler-newton'];
/** N/m. */
const STIFFNESSES = [1e2, 1e3, 1e4, 1e5, 1e6];
/** s. */
const STEPS = [1 / 30, 1 / 60, 1 / 120, 1 / 240];
/** Of E₀ and of the work put in. */
const TOLERANCE = 0.02;
/** A grid of this many rows and columns moves as violently as a finer one. */
const SIZE = 10;

/** Impacts follow the step of the method: their energy is not its own. */
const hasImpacts = ({ environment: { planes, spheres }, params }: Simulation) =>
  planes.length + spheres.length > 0 || params.selfCollision === 1;

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
    if (hasImpacts(createSimulation({ scene: id, params: size }))) return;
    test(`in the scene ${id}, from 100 to 1,000,000 N/m, with steps from 1/30 s to 1/240 s`, () => {
      for (const [i, stiffness] of STIFFNESSES.entries()) {
        for (const [j, dt] of STEPS.entries()) {
          if (!LONG && (i !== (2 * j + index) % STIFFNESSES.length || j % 2 !== index % 2)) continue;
          const simulation = started(id, integrator, stiffness, dt, size);
          const name = `${stiffness} N/m, dt = ${dt} s`;
          expect(largestRise(simulation, LONG ? 60 : 30), name).toBeLessThan(TOLERANCE);
        }
      }
    });
  });

  test('on the default cloth, in 600 steps', () => {
    const setups = LONG
      ? [1e2, 1e4, 1e6].flatMap((k) => [1 / 30, 1 / 60, 1 / 240].map((dt) => [k, dt]))
      : [[1e5, 1 / 30]];
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
