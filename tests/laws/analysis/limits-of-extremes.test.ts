// @module-tag divided
import { expect, test } from 'vitest';
import { createLiveLimit, createSimulation, PARAMS } from '../../../src/physics';
import { methodOf } from '../../../src/physics/registry';
import { checkLimit, checkLimits } from '../../fixtures/check-limit';
import { everyNth } from '../../fixtures/run-length';

/** The square of the first is rounded to 0, and that of the last is too large for a number. */
const EXTREMES = [1e-300, 1e-154, 1e39, 1e150, 1e154, 1e308];
/** They resist in every way, so that each value takes part. */
const CLOTH = { rows: 4, columns: 4, membraneMu: 5, membraneLambda: 5, bending: 0.01 };

const keys = Object.keys(PARAMS).filter((key) => key !== 'rows' && key !== 'columns');

test.each(
  ['symplectic-euler', 'rk4', 'implicit-euler', 'tr-bdf2'].map((integrator, place) => [integrator, place] as const),
)('the limit of %s is a number or unknown, whatever a parameter is', { tags: ['sampled'] }, (integrator, place) => {
  for (const key of everyNth(48, keys, 12 * place)) {
    for (const value of EXTREMES) {
      const simulation = createSimulation({ precision: 'double', integrator, params: CLOTH });
      try {
        simulation.apply({ type: 'set', key, value });
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        continue;
      }
      for (const count of [0, 1, 5]) {
        simulation.step(count);
        checkLimits(simulation);
      }
    }
  }
});

// Cuts of the polygon of κ and δ overflow, and would leave nothing of it.
test('the limit of a membrane of 1e308 m is a number or unknown while its cloth swings', () => {
  const simulation = createSimulation({
    precision: 'double',
    params: { rows: 8, columns: 8, mass: 0.003125, membraneThickness: 1e308 },
  });
  const live = createLiveLimit(simulation.world);
  for (let i = 0; i < 100; i++) {
    simulation.step(10);
    checkLimit(live(simulation.state, methodOf(simulation.integrator), i === 0));
  }
});
