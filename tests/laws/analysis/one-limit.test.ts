// @module-tag divided
// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import {
  createLiveLimit,
  createSimulation,
  INTEGRATORS,
  SCENES,
  type Simulation,
  stabilityLimit,
} from '../../../src/physics';
import { GROWS, growthPerStep } from '../../../src/physics/analysis/stability/growth';
import { movingAxes } from '../../../src/physics/analysis/stability/scaled-derivatives';
import { methodOf } from '../../../src/physics/registry';
import { QUERIES } from '../../../src/runtime/queries';
import { randomNumbers } from '../../fixtures/random';
import { everyNth } from '../../fixtures/run-length';
import { isByDefault, optionsOfScene } from '../../fixtures/scenes-in-turn';

/** Relative difference of dt and its limit within which a run says nothing: the growth is too slow, or springs have stretched. */
const NEAR = 0.03;
/** Scenes of at most so many particles are run: the others need too long. */
const MAX_RUN = 120;
/** Noise, m/s. */
const NOISE = 1e-9;

const setup = (scene: string, integrator: string, dt?: number) =>
  createSimulation({ scene, integrator, precision: 'double', params: { stopOnBlowUp: 0, ...(dt && { dt }) } });

/** What the meter, the region and the list of modes say at one dt: grows, does not, or neither is sure. */
function verdicts(simulation: Simulation) {
  const { world, state, integrator, params } = simulation;
  const meter = createLiveLimit(world)(state, methodOf(integrator), true);
  const spectrum = QUERIES.spectrum(simulation, { quality: 'quick' });
  const { grows } = QUERIES.modeGrowth(simulation, spectrum);
  return { meter, over: params.dt / meter.dt, region: grows.includes(true), whole: spectrum.whole };
}

/** Two runs from the same state, one with noise along the axes that move: the growth of their difference. */
function growthOfNoise(scene: string, integrator: string, dt: number, seconds: number): number {
  const [one, other] = [setup(scene, integrator, dt), setup(scene, integrator, dt)];
  const axes = movingAxes(other.world, other.state);
  const random = randomNumbers(1);
  other.state.velocities.forEach((_, i) => {
    if (axes[i % 4] && other.model.inverseMasses[i >> 2] > 0) other.state.velocities[i] += NOISE * (2 * random() - 1);
  });
  const distance = () => {
    let most = 0;
    for (let i = 0; i < one.state.velocities.length; i++) {
      most = Math.max(most, Math.abs(one.state.velocities[i] - other.state.velocities[i]));
    }
    return most;
  };
  const before = distance();
  const steps = Math.ceil(seconds / dt);
  let largest = before;
  for (let i = 0; i < steps && largest < 1e6 * before; i++) {
    one.step(1);
    other.step(1);
    const now = distance();
    if (!Number.isFinite(now)) return Number.POSITIVE_INFINITY;
    largest = Math.max(largest, now);
  }
  return largest / before;
}

describe.each(SCENES.map((scene, place) => [scene.id, scene, place] as const))(
  'in the scene %s',
  (id, scene, place) => {
    const options = optionsOfScene(scene, 4);
    // Of a scene that the default run leaves out, the long run has every method.
    for (const method of isByDefault(scene, 4) ? everyNth(15, INTEGRATORS, place) : INTEGRATORS) {
      test(`the meter, the exact limit and the region agree about ${method.id}`, {
        ...options,
        tags: [...(options.tags ?? []), 'sampled'],
      }, () => {
        const { dt } = setup(id, method.id).params;
        const { meter } = verdicts(setup(id, method.id));
        const hasLimit = meter.dt > 0 && meter.dt < Number.POSITIVE_INFINITY;
        for (const h of hasLimit && !meter.isBound ? [dt, 0.95 * meter.dt, 1.1 * meter.dt] : [dt]) {
          const simulation = setup(id, method.id, h);
          const { over, region, whole } = verdicts(simulation);
          if (simulation.particleCount <= MAX_RUN) {
            const exact = stabilityLimit(simulation);
            if (exact.dt === 0 || exact.dt === Number.POSITIVE_INFINITY) expect(meter.dt).toBe(exact.dt);
            else if (!meter.isBound) {
              expect(meter.dt / exact.dt).toBeLessThan(1.003);
              expect(meter.dt / exact.dt).toBeGreaterThan(0.97);
            }
          }
          if (meter.isBound || method.solvesSprings || Math.abs(over - 1) < NEAR) continue;
          // Modes that damping couples may be stable together, and a sample may miss the fastest.
          if (over < 1) expect(region, `at ${h} s, ${over} of the limit`).toBe(false);
          // Without a stable step, a very short one lets modes grow by less than counts as growth.
          else if (whole && (over < Number.POSITIVE_INFINITY || growthPerStep(method, h * meter.omegaMax, 0) > GROWS))
            expect(region, `at ${h} s, ${over} of the limit`).toBe(true);
        }
      });
    }
  },
);

/** Scenes of springs that are small enough, with methods that have a limit; at rest nothing stretches their springs further. */
const RUNS = [
  ['damped-oscillator', 'midpoint'],
  ['damped-oscillator', 'explicit-euler'],
  ['damped-oscillator', 'symplectic-euler'],
  ['damped-oscillator', 'rk4'],
  ['square-two-diagonals', 'velocity-verlet'],
  ['chain', 'rk3'],
] as const;

describe('a run with a little noise', () => {
  test.each(RUNS)('of %s under %s grows above the limit, and not below it', (scene, integrator) => {
    const { dt } = stabilityLimit(setup(scene, integrator));
    expect(dt).toBeGreaterThan(0);
    const { omegaMax } = stabilityLimit(setup(scene, integrator));
    // Above the limit for as many periods of the fastest mode as it takes to see the growth.
    const seconds = Math.min(600, (4000 * 2 * Math.PI) / omegaMax);
    expect(growthOfNoise(scene, integrator, 0.9 * dt, seconds)).toBeLessThan(100);
    expect(growthOfNoise(scene, integrator, 1.25 * dt, seconds)).toBeGreaterThan(2e3);
  });

  test('counts motion across a line or a plane from when something moves there', () => {
    const simulation = setup('damped-oscillator', 'midpoint');
    expect(movingAxes(simulation.world, simulation.state)).toEqual([true, false, false]);
    expect(stabilityLimit(simulation).dt).toBeGreaterThan(0.1);
    simulation.step(500);
    expect([1, 2].map((axis) => simulation.state.velocities[4 + axis])).toEqual([0, 0]);
    simulation.apply({ type: 'particle', particle: 1, velocity: [0, 1e-3, 0] });
    expect(movingAxes(simulation.world, simulation.state)).toEqual([true, true, false]);
    expect(stabilityLimit(simulation).dt).toBe(0);
  });
});
