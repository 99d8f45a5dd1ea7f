import { EigenvalueDecomposition, inverse, Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type KernelId, type Simulation } from '../../../../src/physics';
import { factorDirectly, schemeOf, stepEquation } from '../../../../src/physics/analysis/methods/step-equation';
import { methodOf, preconditioners } from '../../../../src/physics/registry';
import { QUERIES } from '../../../../src/runtime/queries';
import { flatCloth } from '../../../fixtures/flat-cloth';
import { randomCloth } from '../../../fixtures/random';
import { LONG } from '../../../fixtures/run-length';

const analyze = (simulation: Simulation) => QUERIES.cgXRay(simulation, {});
type Solves = ReturnType<typeof analyze>['solves'];
function by(id: string, solves: Solves): Solves[number] {
  const found = solves.find((solve) => solve.id === id);
  if (!found) throw new Error(`there is no solve by ${id}`);
  return found;
}
const small = (params: Record<string, number> = {}, integrator = 'implicit-euler') =>
  createSimulation({
    scene: randomCloth(17, { rows: 3, columns: 3, pinned: [0, 2] }),
    precision: 'double',
    integrator,
    params: { dt: 0.01, drag: 0.02, cgTolerance: 1e-6, ...params },
  });

/** Eigenvalues, ascending. */
function eigenvalues(A: Matrix): number[] {
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(A);
  // A preconditioner in single precision is symmetric to its rounding.
  expect(Math.max(...imaginaryEigenvalues.map(Math.abs))).toBeLessThan(1e-6);
  return realEigenvalues.sort((a, b) => a - b);
}

/** The 3×3 block diagonal. */
function blocksOf(A: Matrix): Matrix {
  const blocks = Matrix.zeros(A.rows, A.columns);
  for (let i = 0; i < A.rows; i++) {
    for (let k = 0; k < 3; k++) {
      const j = 3 * Math.floor(i / 3) + k;
      blocks.set(i, j, A.get(i, j));
    }
  }
  return blocks;
}

describe('the analysis of a solve', () => {
  for (const clamp of [1, 0]) {
    test(`finds the extreme eigenvalues of a dense decomposition, ${clamp ? 'clamped' : 'unclamped'}`, () => {
      for (const stiffness of [1, 30, 400]) {
        const simulation = small({ clamp, stiffness });
        const A = new Matrix(QUERIES.matrices(simulation, {}).A);
        const { clamped, unclamped, solves } = analyze(simulation);
        const plain = by('none', solves).spectrum;
        const both = by('block-jacobi', solves).spectrum;
        const found = clamp ? clamped : unclamped;
        const all = eigenvalues(A);
        expect(found.negative).toBe(all.filter((value) => value < 0).length);
        expect(found.definite).toBe(all[0] > 0);
        expect((plain?.low ?? 0) / all[0]).toBeCloseTo(1, 4);
        expect((plain?.high ?? 0) / (all.at(-1) ?? 0)).toBeCloseTo(1, 4);
        if (!found.definite) {
          expect(both).toBeNull();
          continue;
        }
        const preconditioned = eigenvalues(inverse(blocksOf(A)).mmul(A));
        expect((both?.low ?? 0) / preconditioned[0]).toBeCloseTo(1, 2);
        expect((both?.high ?? 0) / (preconditioned.at(-1) ?? 0)).toBeCloseTo(1, 4);
      }
    });
  }

  test('includes both matrices, clamped or not, and changes no bit of the run', () => {
    const simulation = small({ stiffness: 400 });
    const before = simulation.hash();
    const clamped = analyze(simulation);
    expect(clamped.clamped.definite).toBe(true);
    expect(clamped.unclamped.definite).toBe(false);
    simulation.apply({ type: 'set', key: 'clamp', value: 0 });
    const unclamped = analyze(simulation);
    expect(unclamped.clamped).toEqual(clamped.clamped);
    expect(unclamped.unclamped).toEqual(clamped.unclamped);
    expect(by('block-jacobi', unclamped.solves).curve.brokeDown).toBe(true);
    expect(by('block-jacobi', clamped.solves).curve.brokeDown).toBe(false);
    expect(clamped.compressed).toBeGreaterThan(0);
    expect(clamped.compressed).toBeLessThan(clamped.springs);
    expect(simulation.hash()).toBe(before);
    const [watched, alone] = [small({ stiffness: 400 }), small({ stiffness: 400 })];
    for (let i = 0; i < 20; i++) {
      analyze(watched);
      watched.step();
      alone.step();
    }
    expect(watched.hash()).toBe(alone.hash());
  });

  test('predicts the iterations and the residual of the next step', () => {
    for (const integrator of ['implicit-euler', 'implicit-euler-newton', 'trapezoidal', 'implicit-midpoint']) {
      const simulation = small({ stiffness: 50, newtonIterations: 1, newtonTolerance: 1e-30 }, integrator);
      for (let i = 0; i < 5; i++) {
        const { residuals } = analyze(simulation).own;
        const { iterations, residual } = simulation.step();
        expect(residuals.length - 1, integrator).toBe(iterations);
        if (integrator === 'implicit-euler') expect(residuals.at(-1)).toBeCloseTo(residual, 12);
      }
    }
  });

  for (const { id } of preconditioners) {
    const cloth = (
      params: Record<string, number> = {},
      precision: 'single' | 'double' = 'double',
      kernel: KernelId | 'auto' = 'auto',
    ) =>
      createSimulation({
        scene: 'cloth',
        precision,
        kernel,
        integrator: 'implicit-euler',
        preconditioner: id,
        params: { rows: 6, columns: 5, dt: 1 / 60, cgTolerance: 1e-5, stiffness: 400, ...params },
      });

    test(`by ${id} predicts the iterations of the next step, on a cloth`, { tags: ['sampled'] }, () => {
      // The analysis uses the JavaScript loops: on another kernel rounding errors may end a solve one iteration earlier or later.
      for (const [precision, kernel] of [
        ['double', 'js'],
        ['single', 'js'],
        ['single', 'simd'],
      ] as const) {
        const simulation = cloth({}, precision, kernel);
        expect(simulation.preconditioner).toBe(id);
        for (let i = 0; i < (LONG ? 12 : 4); i++) {
          const found = analyze(simulation);
          expect(found.preconditioner).toBe(id);
          expect(found.solves.map((solve) => solve.id)).toEqual(preconditioners.map((one) => one.id));
          const difference = Math.abs(found.own.residuals.length - 1 - simulation.step().iterations);
          expect(difference, `step ${i}, ${kernel}, ${precision}`).toBeLessThanOrEqual(kernel === 'js' ? 0 : 1);
        }
      }
    });

    test(`by ${id} finds the extreme eigenvalues of a dense decomposition of P⁻¹A`, () => {
      const simulation = cloth({ cgTolerance: 1e-10 });
      simulation.step(7);
      const { world, state, params } = simulation;
      const { spectrum } = by(id, analyze(simulation).solves);
      const equation = stepEquation(world, state, params.dt, schemeOf(methodOf('implicit-euler')), true);
      const definition = preconditioners.find((one) => one.id === id)!;
      const { multiply, precondition } = equation.preconditionedBy(definition);
      const free = [...simulation.model.inverseMasses.keys()].filter((i) => simulation.model.inverseMasses[i] > 0);
      const places = free.flatMap((i) => [4 * i, 4 * i + 1, 4 * i + 2]);
      const dense = (map: typeof multiply) => {
        const columns = places.map((place) => {
          const [y, p] = [0, 1].map(() => new Float64Array(4 * world.model.particleCount));
          p[place] = 1;
          map(y, p);
          return places.map((row) => y[row]);
        });
        return new Matrix(columns).transpose();
      };
      const all = eigenvalues(dense(precondition).mmul(dense(multiply)));
      expect((spectrum?.low ?? 0) / all[0]).toBeCloseTo(1, 2);
      expect((spectrum?.high ?? 0) / (all.at(-1) ?? 0)).toBeCloseTo(1, 2);
    });
  }

  test('shows why multigrid needs the fewest iterations on a cloth: by far the smallest condition number', () => {
    const simulation = createSimulation({
      scene: 'cloth',
      integrator: 'implicit-euler',
      params: { rows: 17, columns: 17, dt: 1 / 60, stiffness: 1000 },
    });
    simulation.step(20);
    const { solves } = analyze(simulation);
    const condition = (id: string) => {
      const { low, high } = by(id, solves).spectrum!;
      return high / low;
    };
    expect(condition('multigrid')).toBeLessThan(condition('block-jacobi') / 10);
    expect(by('multigrid', solves).curve.residuals.length).toBeLessThan(
      by('block-jacobi', solves).curve.residuals.length / 3,
    );
  });

  test('measures the error of Δv against a dense solve, which decreases with the residual', () => {
    const simulation = small();
    simulation.step(3);
    const { A: rows, rightSide } = QUERIES.matrices(simulation, {});
    const A = new Matrix(rows);
    const b = Matrix.columnVector(rightSide);
    const exact = solve(A, b);
    const { solves, own, exact: factored } = analyze(simulation);
    expect(factored).toBe(true);
    const plain = by('none', solves).curve;
    const preconditioned = by('block-jacobi', solves).curve;
    for (const { errors, residuals } of [plain, preconditioned, own]) {
      expect(errors).toHaveLength(residuals.length);
    }
    // From 0, error and residual are 1; one iteration without a preconditioner is a step of steepest descent.
    expect(plain.errors[0]).toBe(1);
    expect(plain.residuals[0]).toBeCloseTo(1, 12);
    const alpha = b.dot(b) / b.dot(A.mmul(b));
    const first = Matrix.mul(b, alpha);
    expect(plain.errors[1]).toBeCloseTo(Matrix.sub(first, exact).norm() / exact.norm(), 8);
    expect(plain.residuals[1]).toBeCloseTo(Matrix.sub(b, A.mmul(first)).norm() / b.norm(), 8);
    expect(preconditioned.errors.at(-1)).toBeLessThan(1e-8);
    expect(preconditioned.residuals.length).toBeLessThan(plain.residuals.length);
  });

  test('at a residual of 1 % the error of Δv is 0.4, 3 and 50 % at 1e3, 1e4, 1e5 N/m', { tags: ['long'] }, () => {
    for (const [stiffness, percent] of [
      [1e3, 0.4],
      [1e4, 3],
      [1e5, 50],
    ]) {
      const params = { dt: 1 / 60, cgTolerance: 1e-9, cgIterations: 3000, lineSearch: 0 };
      const simulation = createSimulation({ scene: flatCloth([0, 19], stiffness), precision: 'double', params });
      simulation.step(60);
      const { solves } = analyze(simulation);
      for (const id of ['block-jacobi', 'none']) {
        const { residuals, errors } = by(id, solves).curve;
        const error = 100 * errors[residuals.findIndex((residual) => residual <= 1e-2)];
        expect(error, `${stiffness}`).toBeGreaterThan(percent / 3);
        expect(error, `${stiffness}`).toBeLessThan(2 * percent);
      }
    }
  });

  test('shows the flat 20×20 cloth indefinite in its first steps without the clamp only', { tags: ['long'] }, () => {
    for (const clamp of [0, 1]) {
      const simulation = createSimulation({ scene: flatCloth([0, 19]), precision: 'double', params: { clamp } });
      const lost: number[] = [];
      for (let i = 0; i < 4; i++) {
        const { clamped, unclamped, own } = analyze(simulation);
        expect(clamped).toEqual({ definite: true, negative: 0 });
        expect(unclamped.definite).toBe(unclamped.negative === 0);
        expect(own.brokeDown && clamp === 1).toBe(false);
        lost.push(unclamped.negative ?? 0);
        const { converged } = simulation.step();
        if (clamp === 0 && !converged) expect(own.brokeDown || lost[i] > 0).toBe(true);
      }
      if (clamp === 0) expect(Math.max(...lost)).toBeGreaterThan(0);
    }
  });

  test('uses the first stage of an implicit integrator, and linearly implicit Euler for an explicit one', () => {
    const THETAS: Record<string, number> = {
      'implicit-midpoint': 0.5,
      'tr-bdf2': 1 - Math.SQRT1_2,
      trapezoidal: 0.5,
    };
    for (const method of INTEGRATORS) {
      const found = analyze(small({}, method.id));
      expect(found.implicit).toBe(method.implicit === true);
      expect(found.theta).toBe(THETAS[method.id] ?? 1);
      expect(found.own.errors.at(-1)).toBeLessThan(1e-3);
    }
  });

  test('factors a matrix without the directions that contacts remove', () => {
    const simulation = createSimulation({ scene: 'slope', integrator: 'implicit-euler', precision: 'double' });
    simulation.step(40);
    const found = analyze(simulation);
    expect(found.exact).toBe(true);
    expect(found.clamped).toMatchObject({ definite: true, negative: 0 });
    const { world, state, params } = simulation;
    const scheme = schemeOf(INTEGRATORS[0]);
    const { system, b } = stepEquation(world, state, params.dt, scheme, true);
    const kept = b.slice();
    world.filter(kept);
    kept.forEach((value, i) => {
      expect(value).toBeCloseTo(b[i], 12);
    });
    expect(factorDirectly(world, system.multiply, b)).not.toBeNull();
  });

  test('has the pattern of the dense matrix, and counts its entries', () => {
    const simulation = small();
    const { A } = QUERIES.matrices(simulation, {});
    const { pattern } = analyze(simulation);
    const size = A.length / 3;
    expect(pattern.size).toBe(size);
    expect(pattern.cells).toBe(size);
    let blocks = 0;
    let bandwidth = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        const filled = [0, 1, 2].some((r) => [0, 1, 2].some((c) => A[3 * i + r][3 * j + c] !== 0));
        expect(pattern.density[i * size + j]).toBe(filled ? 1 : 0);
        if (!filled) continue;
        blocks++;
        bandwidth = Math.max(bandwidth, Math.abs(i - j));
      }
    }
    expect(pattern).toMatchObject({ blocks, entries: 9 * blocks, bandwidth });
    expect(pattern.reordered).toBeLessThanOrEqual(bandwidth);
  });
});
