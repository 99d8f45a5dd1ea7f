// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type SceneFile } from '../../../src/physics';
import {
  type ConvergenceArgs,
  type ConvergenceReport,
  convergenceStudy,
} from '../../../src/physics/analysis/studies/convergence-study';
import { finish } from '../../fixtures/finish-job';
import { goldenCloth } from '../../fixtures/golden-cloth';
import { LONG } from '../../fixtures/run-length';

/** A time budget that is never reached, so that the result does not depend on the machine's load. */
const UNLIMITED = 1e5;

const seconds = () => performance.now() / 1000;

function measure(scene: SceneFile, args: Partial<ConvergenceArgs> = {}): ConvergenceReport {
  return finish(convergenceStudy(scene, { duration: null, halvings: 6, budget: UNLIMITED, ...args }, seconds));
}

/** A built-in scene after 20 steps. */
function movingScene(scene: string, params: Record<string, number> = {}): SceneFile {
  const simulation = createSimulation({ scene, params, precision: 'double' });
  simulation.step(20);
  return simulation.save();
}

function methodIn(report: ConvergenceReport, id: string) {
  const found = report.methods.find((method) => method.id === id);
  if (!found) throw new Error(`${id} has not been measured`);
  return found;
}

/** Halvings for scenes whose steps cost much, as in the page: the measured orders are within 0.03 of the method's. */
const FEW_HALVINGS = 5;
/** Measuring the cloth takes longer than the others together: the long run has it, and the catenary. */
const SCENES: [name: string, scene: () => SceneFile, args?: Partial<ConvergenceArgs>][] = LONG
  ? [
      ['the golden cloth', goldenCloth, { duration: 0.25, halvings: FEW_HALVINGS }],
      ['the catenary', () => movingScene('catenary')],
    ]
  : [['the chain', () => movingScene('chain')]];

describe.each(SCENES)('on %s', { tags: ['sampled'] }, (_, scene, args) => {
  let measured: ConvergenceReport | null = null;
  /** Measured by the first test that runs: a run that skips the tests need not measure. */
  const report = () => {
    measured ??= measure(scene(), args);
    return measured;
  };

  test.each(INTEGRATORS.map(({ id, order }) => [id, order] as const))(
    'the convergence laboratory measures the order of %s: %d',
    (id, order) => {
      const { slope, verdict } = methodIn(report(), id);
      expect(verdict).toBe('measured');
      expect(Math.abs((slope?.value ?? Number.NaN) - order), `measured ${slope?.value}`).toBeLessThan(0.1);
    },
  );

  test('work is counted: RK4 evaluates the forces four times per step, Euler once', () => {
    for (const [id, evaluations] of [
      ['rk4', 4],
      ['explicit-euler', 1],
    ] as const) {
      for (const point of methodIn(report(), id).points) {
        if (!point.blewUp) expect(point.evaluations).toBe((evaluations * Math.round(report().duration / point.h)) | 0);
      }
    }
  });
});

test('errors agree with an independent reference solution', () => {
  // The golden cloth's corner, by DOP853: the error of the whole cloth has the same order of magnitude.
  const report = measure(goldenCloth(), { duration: 0.25, halvings: 3 });
  const euler = methodIn(report, 'symplectic-euler');
  const run = createSimulation({ scene: goldenCloth(), integrator: 'symplectic-euler', precision: 'double' });
  run.step(250);
  const [x, y, z] = run.particle(15).position;
  const off = Math.hypot(x - 0.30289786632, y + 0.258459788723, z - 0.152516053773);
  expect(euler.atDt?.measured).toBe(true);
  expect((euler.atDt?.value ?? 0) / off).toBeGreaterThan(0.2);
  expect((euler.atDt?.value ?? 0) / off).toBeLessThan(5);
});

test('with velocity decay, which acts before each step, every method has order 1, and the report says so', {
  tags: ['long'],
}, () => {
  const scene = movingScene('taichi-grid');
  const report = measure(scene, { duration: 0.064, halvings: FEW_HALVINGS });
  expect(report.kinks).toEqual(['decay']);
  for (const { id, slope } of report.methods) expect(Math.abs((slope?.value ?? 0) - 1), id).toBeLessThan(0.1);
});

test('a scene at rest is reported as exact', () => {
  const resting = createSimulation({ scene: 'free-fall', precision: 'double', params: { gravity: 0 } });
  for (const { verdict, slope } of measure(resting.save()).methods) {
    expect(verdict).toBe('exact');
    expect(slope).toBeNull();
  }
});

test('an invalid duration or number of halvings is an error with name and value', () => {
  expect(() => measure(goldenCloth(), { duration: -1 })).toThrow(
    new RangeError('the duration must be a positive number of seconds, got -1'),
  );
  expect(() => measure(goldenCloth(), { halvings: 1.5 })).toThrow(/halvings .* 1\.5/);
});
