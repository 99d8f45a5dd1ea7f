import { EigenvalueDecomposition, inverse, Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, INTEGRATORS, type Simulation } from '../../src/physics';
import { factorDirectly } from '../../src/physics/analysis/direct-solve';
import { schemeOf, stepEquation } from '../../src/physics/analysis/step-equation';
import { cgXRay } from '../../src/runtime/queries/cg-x-ray';
import { matrices } from '../../src/runtime/queries/matrices';
import { flatCloth } from '../laws/flat-cloth';
import { randomCloth } from '../laws/random';

const look = (simulation: Simulation) => cgXRay(simulation, {});
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
  expect(Math.max(...imaginaryEigenvalues.map(Math.abs))).toBeLessThan(1e-8);
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

describe('the X-ray of a solve', () => {
  for (const clamp of [1, 0]) {
    test(`finds the ends of the spectrum that a dense decomposition does, ${clamp ? 'clamped' : 'as it is'}`, () => {
      for (const stiffness of [1, 30, 400]) {
        const simulation = small({ clamp, stiffness });
        const A = new Matrix(matrices(simulation, {}).A);
        const { clamped, unclamped, plain, preconditioned: both } = look(simulation);
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

  test('sees both matrices, whichever the run has, and leaves its bits alone', () => {
    const simulation = small({ stiffness: 400 });
    const before = simulation.hash();
    const clamped = look(simulation);
    expect(clamped.clamped.definite).toBe(true);
    expect(clamped.unclamped.definite).toBe(false);
    simulation.apply({ type: 'set', key: 'clamp', value: 0 });
    const unclamped = look(simulation);
    expect(unclamped.clamped).toEqual(clamped.clamped);
    expect(unclamped.unclamped).toEqual(clamped.unclamped);
    expect(unclamped.solves.preconditioned.brokeDown).toBe(true);
    expect(clamped.solves.preconditioned.brokeDown).toBe(false);
    expect(clamped.compressed).toBeGreaterThan(0);
    expect(clamped.compressed).toBeLessThan(clamped.springs);
    expect(simulation.hash()).toBe(before);
    const [watched, alone] = [small({ stiffness: 400 }), small({ stiffness: 400 })];
    for (let i = 0; i < 20; i++) {
      look(watched);
      watched.step();
      alone.step();
    }
    expect(watched.hash()).toBe(alone.hash());
  });

  test('tells the iterations and the residual that the next step then has', () => {
    for (const integrator of ['implicit-euler', 'implicit-euler-newton', 'trapezoidal']) {
      const simulation = small({ stiffness: 50, newtonIterations: 1, newtonTolerance: 1e-30 }, integrator);
      for (let i = 0; i < 5; i++) {
        const { residuals } = look(simulation).solves.own;
        const { iterations, residual } = simulation.step();
        expect(residuals.length - 1, integrator).toBe(iterations);
        if (integrator === 'implicit-euler') expect(residuals.at(-1)).toBeCloseTo(residual, 12);
      }
    }
  });

  test('measures the error of Δv against a dense solve, and it falls as the residual does', () => {
    const simulation = small();
    simulation.step(3);
    const { A: rows, rightSide } = matrices(simulation, {});
    const A = new Matrix(rows);
    const b = Matrix.columnVector(rightSide);
    const exact = solve(A, b);
    const { solves, exact: factored } = look(simulation);
    expect(factored).toBe(true);
    for (const curve of Object.values(solves)) {
      expect(curve.errors).toHaveLength(curve.residuals.length);
    }
    // From 0: error and residual are 1, and after one iteration without a preconditioner what steepest descent leaves.
    expect(solves.plain.errors[0]).toBe(1);
    expect(solves.plain.residuals[0]).toBeCloseTo(1, 12);
    const alpha = b.dot(b) / b.dot(A.mmul(b));
    const first = Matrix.mul(b, alpha);
    expect(solves.plain.errors[1]).toBeCloseTo(Matrix.sub(first, exact).norm() / exact.norm(), 8);
    expect(solves.plain.residuals[1]).toBeCloseTo(Matrix.sub(b, A.mmul(first)).norm() / b.norm(), 8);
    expect(solves.preconditioned.errors.at(-1)).toBeLessThan(1e-8);
    expect(solves.preconditioned.residuals.length).toBeLessThan(solves.plain.residuals.length);
  });

  test('finds the error of Δv that a residual of 1 % hides: about 0.4, 3 and 50 % at k = 1e3, 1e4 and 1e5 N/m', () => {
    for (const [stiffness, percent] of [
      [1e3, 0.4],
      [1e4, 3],
      [1e5, 50],
    ]) {
      const params = { dt: 1 / 60, cgTolerance: 1e-9, cgIterations: 3000 };
      const simulation = createSimulation({ scene: flatCloth([0, 19], stiffness), precision: 'double', params });
      simulation.step(60);
      const { solves } = look(simulation);
      for (const { residuals, errors } of [solves.preconditioned, solves.plain]) {
        const error = 100 * errors[residuals.findIndex((residual) => residual <= 1e-2)];
        expect(error, `${stiffness}`).toBeGreaterThan(percent / 3);
        expect(error, `${stiffness}`).toBeLessThan(2 * percent);
      }
    }
  });

  test('the flat 20×20 cloth loses definiteness in its first three steps without the clamp, and never with it', () => {
    for (const clamp of [0, 1]) {
      const simulation = createSimulation({ scene: flatCloth([0, 19]), precision: 'double', params: { clamp } });
      const lost: number[] = [];
      for (let i = 0; i < 4; i++) {
        const { clamped, unclamped, solves } = look(simulation);
        expect(clamped).toEqual({ definite: true, negative: 0 });
        expect(unclamped.definite).toBe(unclamped.negative === 0);
        expect(solves.own.brokeDown && clamp === 1).toBe(false);
        lost.push(unclamped.negative ?? 0);
        const { converged } = simulation.step();
        if (clamp === 0 && !converged) expect(solves.own.brokeDown || lost[i] > 0).toBe(true);
      }
      if (clamp === 0) expect(Math.max(...lost)).toBeGreaterThan(0);
    }
  });

  test('knows an explicit method from an implicit one, and what an implicit step would do in its place', () => {
    for (const method of INTEGRATORS) {
      const found = look(small({}, method.id));
      expect(found.implicit).toBe(method.implicit === true);
      expect(found.theta).toBe(method.id === 'trapezoidal' ? 0.5 : 1);
      expect(found.solves.own.errors.at(-1)).toBeLessThan(1e-3);
    }
  });

  test('a matrix of which contacts take a part is factored without that part', () => {
    const simulation = createSimulation({ scene: 'slope', integrator: 'implicit-euler', precision: 'double' });
    simulation.step(40);
    const found = look(simulation);
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

  test('the pattern is that of the dense matrix, and its numbers count it', () => {
    const simulation = small();
    const { A } = matrices(simulation, {});
    const { pattern } = look(simulation);
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
    expect(pattern.narrowed).toBeLessThanOrEqual(bandwidth);
  });
});
