import { describe, expect, inject, test } from 'vitest';
import { createSimulation, PARAMS, type Simulation } from '../../../src/physics';
import { everyNth } from '../../fixtures/run-length';

/** Parameters of playback, solver or grid, not of the physics. */
const OTHERS = [
  'speed',
  'rows',
  'columns',
  'cgTolerance',
  'cgIterations',
  'newtonTolerance',
  'newtonIterations',
  'stopOnBlowUp',
  'clamp',
  'hardHold',
];

/** Grabs a particle for half of the time, then releases it. */
function grabAndRelease(simulation: Simulation, seconds: number): void {
  const steps = Math.ceil(seconds / 2 / simulation.params.dt);
  const particle = Math.floor(simulation.particleCount / 2);
  simulation.apply({ type: 'grab', particle, target: [0.2, 0.7, 0.4] });
  expect(simulation.step(steps).ok, JSON.stringify(simulation.blowUp)).toBe(true);
  simulation.apply({ type: 'release' });
  expect(simulation.step(steps).ok, JSON.stringify(simulation.blowUp)).toBe(true);
}

const integrator = 'implicit-euler';
const { params: own } = createSimulation({ integrator });
/** The ends of each parameter's range that are not its value in the scene. */
const ENDS = Object.keys(PARAMS)
  .filter((key) => !OTHERS.includes(key))
  .flatMap((key) => PARAMS[key].range.filter((value) => value !== own[key]).map((value) => [key, value] as const));

function expectStable(params: Record<string, number>): void {
  const fine = createSimulation({ integrator, params });
  grabAndRelease(fine, Math.max(0.01, 2 * fine.params.dt));
  // A longer run on a coarser grid with a longer step, which is harder to keep stable and quicker to compute.
  const coarse = createSimulation({ integrator, params: { rows: 16, columns: 16, dt: 5e-3, ...params } });
  grabAndRelease(coarse, Math.min(2, 400 * coarse.params.dt));
}

// On one kernel, as it takes long.
describe.skipIf(inject('kernel') === 'js')('the default cloth under implicit Euler', () => {
  test('is stable with its own parameters', () => expectStable({}));

  // Every second end, and the others in the long run.
  for (const [key, value] of everyNth(4, ENDS)) {
    test(`is stable with ${key} at ${value}`, { tags: ['sampled'] }, () => expectStable({ [key]: value }));
  }
});
