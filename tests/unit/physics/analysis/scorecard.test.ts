import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS } from '../../../../src/physics';
import { scorecard } from '../../../../src/physics/analysis/methods/scorecard';
import { QUERIES } from '../../../../src/runtime/queries';

const rows = scorecard(INTEGRATORS);
const row = (id: string) => rows.find((one) => one.id === id);

test('the scorecard has a row for every integrator, in their order', () => {
  expect(rows.map(({ id }) => id)).toEqual(INTEGRATORS.map(({ id }) => id));
});

test('the query returns the same scorecard', () => {
  const simulation = createSimulation({ params: { rows: 3, columns: 3 } });
  const before = simulation.hash();
  expect(QUERIES.scorecard(simulation, {})).toEqual(rows);
  expect(simulation.hash()).toBe(before);
});

for (const { id, order, measuredOrder } of rows) {
  test(`the measured order of ${id} is its stated one, ${order}`, () => {
    expect(Math.abs(measuredOrder - order), `seen ${measuredOrder}`).toBeLessThan(0.06);
  });
}

describe('the scorecard equals that of the slides', () => {
  const first = '1st order';
  /** Constant acceleration, position dependence, velocity dependence. */
  const slides: Record<string, [string, RegExp, RegExp]> = {
    'explicit-euler': [first, /^unstable$/, /^stable up to hc\/m = 2\.00, monotone up to 1\.00$/],
    rk3: ['exact', /^stable up to hω = 1\.73/, /^stable up to hc\/m = 2\.51/],
    rk4: ['exact', /^stable up to hω = 2\.83/, /^stable up to hc\/m = 2\.79/],
    'implicit-euler': [first, /^stable, damped$/, /^stable, monotone$/],
    'implicit-euler-newton': [first, /^stable, damped$/, /^stable, monotone$/],
    'projective-dynamics': [first, /^stable, damped$/, /^stable, monotone$/],
    'vertex-block-descent': [first, /^stable, damped$/, /^stable, monotone$/],
    xpbd: [first, /^stable, damped$/, /^stable, monotone$/],
    pbd: [first, /^stable, damped$/, /^stable, monotone$/],
    trapezoidal: ['exact', /^stable, no damping$/, /^stable, monotone up to 2\.00$/],
    'implicit-midpoint': ['exact', /^stable, no damping$/, /^stable, monotone up to 2\.00$/],
    'tr-bdf2': ['exact', /^stable, damped$/, /^stable, monotone up to 2\.41$/],
  };
  for (const [id, [fall, spring, drag]] of Object.entries(slides)) {
    test(`of ${id}`, () => {
      expect(row(id)?.fall.verdict).toBe(fall);
      expect(row(id)?.spring.verdict).toMatch(spring);
      expect(row(id)?.drag.verdict).toMatch(drag);
    });
  }

  test('shows midpoint, which is not in the slides, as order 2 and unstable on the imaginary axis', () => {
    expect(row('midpoint')).toMatchObject({ order: 2, fall: { verdict: 'exact' }, spring: { verdict: 'unstable' } });
    expect(row('midpoint')?.measuredOrder).toBeCloseTo(2, 1);
  });

  test('shows the symplectic integrators as stable up to hω = 2 without damping', () => {
    for (const id of ['symplectic-euler', 'velocity-verlet']) {
      expect(row(id)?.spring.verdict).toBe('stable up to hω = 2.00, no damping');
    }
  });
});

describe('the numbers of the scorecard equal theory', () => {
  /** From the stability function R(z): |R| = 1 on the imaginary axis; R = ±1 and R = 0 on the negative real axis. */
  const theory: Record<string, { spring: number; drag: number; monotone: number; growth: number }> = {
    'explicit-euler': { spring: 0, drag: 2, monotone: 1, growth: Math.sqrt(1.25) },
    'symplectic-euler': { spring: 2, drag: 2, monotone: 1, growth: 1 },
    midpoint: { spring: 0, drag: 2, monotone: 2, growth: Math.sqrt(1 + 0.5 ** 4 / 4) },
    'velocity-verlet': { spring: 2, drag: 2, monotone: 2, growth: 1 },
    rk3: { spring: Math.sqrt(3), drag: 2.512745327, monotone: 1.596071638, growth: Math.hypot(0.875, 23 / 48) },
    rk4: { spring: Math.sqrt(8), drag: 2.785293563, monotone: 2.785293563, growth: Math.hypot(337 / 384, 23 / 48) },
    'implicit-euler': { spring: Infinity, drag: Infinity, monotone: Infinity, growth: 1 / Math.sqrt(1.25) },
    'implicit-euler-newton': { spring: Infinity, drag: Infinity, monotone: Infinity, growth: 1 / Math.sqrt(1.25) },
    trapezoidal: { spring: Infinity, drag: Infinity, monotone: 2, growth: 1 },
    'implicit-midpoint': { spring: Infinity, drag: Infinity, monotone: 2, growth: 1 },
    'tr-bdf2': {
      spring: Infinity,
      drag: Infinity,
      monotone: 1 + Math.SQRT2,
      growth: Math.hypot(1, (Math.SQRT2 - 1) / 2) / (1 + ((1 - Math.SQRT1_2) / 2) ** 2),
    },
  };
  for (const [id, expected] of Object.entries(theory)) {
    test(`of ${id}`, () => {
      const found = row(id);
      const near = (value: number | undefined, limit: number, digits: number) =>
        Number.isFinite(limit) ? expect(value).toBeCloseTo(limit, digits) : expect(value).toBe(limit);
      near(found?.spring.limit, expected.spring, 5);
      near(found?.drag.limit, expected.drag, 5);
      near(found?.drag.monotone, expected.monotone, 5);
      near(found?.spring.growth, expected.growth, 11);
    });
  }

  test('integrators of order 1 have an error of ½ah after a second of free fall, the others have none', () => {
    for (const { order, fall } of rows) {
      expect(fall.error).toBeCloseTo(order === 1 ? 0.05 : 0, 12);
      if (order === 1) expect(fall.order).toBeCloseTo(1, 9);
      else expect(fall.order).toBe(Number.POSITIVE_INFINITY);
    }
  });
});
