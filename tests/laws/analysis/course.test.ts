// @module-tag same-on-every-kernel
import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { chainSystem } from '../../../src/physics/analysis/separate-runs';
import { growthPerStep } from '../../../src/physics/analysis/stability/growth';
import { methodOf } from '../../../src/physics/registry';
import { type Args, QUERIES, type QueryName } from '../../../src/runtime/queries';
import type { Lab } from '../../../src/ui/lab/lab';
import { CHAPTERS } from '../../../src/ui/lab/page-state';
import { COURSE } from '../../../src/ui/lessons/course';
import { SPRING } from '../../../src/ui/lessons/course/chapter';

const formulas = COURSE.flatMap((chapter, i) => chapter.formulas.map((formula) => ({ number: i + 1, ...formula })));

/** The engine's answers, as the page asks for them. */
const simulation = createSimulation();
const ask = (async (name: QueryName, args: Args<QueryName>) =>
  (QUERIES[name] as (...all: unknown[]) => unknown)(simulation, args)) as Lab['ask'];

/**
 * Growth per step as measured in a run of the course's spring: the matrix of a step from three states in turn, and its larger
 * eigenvalue. Small, so that the spring stays on its line.
 */
function measuredGrowth(integrator: string, hOmega: number, zeta: number): number {
  const { omega, m } = SPRING;
  const run = createSimulation({
    scene: 'damped-oscillator',
    integrator,
    precision: 'double',
    params: {
      dt: hOmega / omega,
      damping: 2 * zeta * omega * m,
      stopOnBlowUp: 0,
      cgTolerance: 1e-13,
      newtonTolerance: 1e-13,
      lineSearch: 0,
    },
  });
  const positions = [-0.6, 0.7, 0, 0, 0.001, 0.7, 0, 0];
  run.apply({ type: 'place', positions, velocities: [0, 0, 0, 0, 0.002, 0, 0, 0], time: 0 });
  const states = [0, 1, 2].map((step) => {
    if (step > 0) run.step(1);
    const { position, velocity } = run.particle(1);
    return [position[0], velocity[0] / omega];
  });
  const [[x0, u0], [x1, u1], [x2, u2]] = states;
  const det = x0 * u1 - x1 * u0;
  const trace = (x0 * u2 - x2 * u0) / det;
  const product = (x1 * u2 - x2 * u1) / det;
  const square = (trace * trace) / 4 - product;
  return square < 0 ? Math.sqrt(product) : Math.abs(trace) / 2 + Math.sqrt(square);
}

/** The longest stable hω between two others, by bisection of measured runs. */
function measuredLimit(integrator: string, zeta: number, low: number, high: number): number {
  let [from, to] = [low, high];
  for (let i = 0; i < 40; i++) {
    const half = (from + to) / 2;
    if (measuredGrowth(integrator, half, zeta) <= 1 + 1e-9) from = half;
    else to = half;
  }
  return from;
}

describe('the course', () => {
  test('has as many chapters as the page counts', () => {
    expect(COURSE).toHaveLength(CHAPTERS);
  });

  describe.each(formulas.filter(({ kind }) => kind === 'growth'))('chapter $number, $method: $tex', (formula) => {
    const { method, value, at } = formula;
    // Formulas without ζ are of undamped motion.
    const zetas = value(0.7, 0) === value(0.7, 0.3) ? [0] : [0, 0.1, 0.6, 0.95];
    const points = [at.hOmega, 0.05, 0.3, 0.9, 1.7, 2.6].flatMap((g) => zetas.map((zeta) => [g, zeta] as const));

    test.each(points)('is the growth per step of the engine and of a run at hω = %f, ζ = %f', (g, zeta) => {
      expect(Math.abs(growthPerStep(methodOf(method), g, zeta) - value(g, zeta))).toBeLessThan(1e-9);
      expect(Math.abs(measuredGrowth(method, g, zeta) - value(g, zeta))).toBeLessThan(1e-6);
    });
  });

  describe.each(formulas.filter(({ kind }) => kind === 'limit'))('chapter $number, $method: $tex', (formula) => {
    const { method, value, at } = formula;
    const zetas = value(1, 0.2) === value(1, 0.4) ? [at.zeta] : [at.zeta, 0.2, 0.9, 1.5];

    test.each(zetas)('is the limit of the engine, and of bisected runs, at ζ = %f', async (zeta) => {
      const limit = value(at.hOmega, zeta);
      const found = (await ask('springRun', { integrator: method, hOmega: 1, zeta, steps: 0 })).limit;
      if (limit === Number.POSITIVE_INFINITY) {
        expect(found).toBe(limit);
        for (const g of [0.01, 1, 30]) expect(measuredGrowth(method, g, zeta)).toBeLessThanOrEqual(1 + 1e-9);
        return;
      }
      expect(Math.abs(found - limit)).toBeLessThan(1e-6);
      expect(Math.abs(measuredLimit(method, zeta, 0.8 * limit, 1.2 * limit) - limit)).toBeLessThan(1e-6);
    });
  });

  /** By hand, from the formulas in the texts. */
  const ANSWERS: readonly (readonly [prediction: number, exercise: number])[] = [
    [20 * 0.3, (2 * Math.PI) / Math.sqrt(40)],
    [-0.06, -3.12],
    [1.01 ** 50, Math.sqrt(1.4)],
    [2000 / Math.sqrt(40), 4],
    [15, 100],
    [2000 / Math.sqrt((6 * 200 * 1024) / 0.2), 0.5],
    [16, 4 / Math.sqrt(2)],
    [1 / Math.sqrt(101), 0.5],
    [100 * 1.01 ** -50, 100 / Math.sqrt(2)],
    [Math.ceil(1 / 60 / 1.6025e-4), 50],
  ];
  test.each(COURSE.map((chapter, i) => [i + 1, chapter] as const))(
    'chapter %i: the engine’s answers are those that its texts explain',
    async (number, { prediction, exercise }) => {
      const [predicted, solved] = ANSWERS[number - 1];
      expect(Math.abs((await prediction.answer(ask)) / predicted - 1)).toBeLessThan(prediction.within / 2);
      expect(Math.abs((await exercise.answer(ask)) / solved - 1)).toBeLessThan(exercise.within / 2);
    },
  );
});

describe('the system of the chain in chapter 8', () => {
  test.each([1e-3, 1e-2, 0.1])('is m + h²k and solved, at h = %f s', (h) => {
    const { A, b, rows, change, residuals } = chainSystem({ h });
    const [m, k, g] = [0.1, 100, 9.81];
    const s = h * h * k;
    const expected = [
      [m + 2 * s, -s, 0],
      [-s, m + 2 * s, -s],
      [0, -s, m + s],
    ];
    A.flat().forEach((value, i) => {
      expect(value).toBeCloseTo(expected.flat()[i], 12);
    });
    [-m * g, -m * g - 0.05 * k, -m * g + 0.05 * k].forEach((force, i) => {
      expect(b[i]).toBeCloseTo(h * force, 12);
    });
    solve(new Matrix(A), Matrix.columnVector(b))
      .to1DArray()
      .forEach((value, i) => {
        expect(change[i]).toBeCloseTo(value, 10);
      });
    // Back substitution.
    const v = [0, 0, 0];
    v[2] = rows[2][3] / rows[2][2];
    for (let i = 1; i >= 0; i--) v[i] = (rows[i][3] - rows[i][i + 1] * v[i + 1]) / rows[i][i];
    v.forEach((value, i) => {
      expect(value).toBeCloseTo(change[i], 10);
    });
    expect(residuals.length).toBeLessThanOrEqual(3);
    expect(residuals.at(-1)).toBeLessThan(1e-10);
  });
});
