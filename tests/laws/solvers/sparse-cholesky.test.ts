import { EigenvalueDecomposition, inverse, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, MATERIALS } from '../../../src/physics';
import { sparseCholesky } from '../../../src/physics/solvers/preconditioners';
import { irregularMesh } from '../../fixtures/irregular-mesh';
import { preconditionerMatrix } from '../../fixtures/preconditioner-matrix';
import { LONG } from '../../fixtures/run-length';

/** s. */
const H = 1 / 60;

function matrices(id: string, bending?: number) {
  const simulation = createSimulation({ scene: irregularMesh(8, 5) });
  simulation.apply({ type: 'material', id });
  for (const key of ['bending', 'bendingDamping'])
    if (bending !== undefined) simulation.apply({ type: 'set', key, value: bending });
  return preconditionerMatrix(sparseCholesky, simulation.save(), { clamp: true, held: 8, dt: H });
}

test('without bending the factor is that of the matrix: P is its inverse on what can change', () => {
  const { P, S, A } = matrices('cotton', 0);
  // A of what can change, and 1 on the rest.
  const whole = Matrix.add(A, Matrix.sub(Matrix.eye(A.rows), S));
  const exact = Matrix.sub(inverse(whole), Matrix.sub(Matrix.eye(A.rows), S));
  expect(Matrix.sub(P, exact).abs().max()).toBeLessThan(1e-4 * exact.abs().max());
});

test('with bending it is symmetric and positive definite, and near the matrix, for each material', {
  tags: ['long'],
}, () => {
  for (const { id } of LONG ? MATERIALS : MATERIALS.slice(-1)) {
    const { P, S, A } = matrices(id);
    const scale = P.clone().abs().max();
    expect(Matrix.sub(P, P.transpose()).abs().max()).toBeLessThan(1e-6 * scale);
    const { realEigenvalues } = new EigenvalueDecomposition(P, { assumeSymmetric: true });
    expect(realEigenvalues.filter((value) => value > 0).length).toBeGreaterThanOrEqual(Math.round(S.trace()));
    expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-6 * scale);
    // Those of what cannot change are 0.
    const of = new EigenvalueDecomposition(P.mmul(A)).realEigenvalues.filter((value) => Math.abs(value) > 1e-6);
    expect(of).toHaveLength(Math.round(S.trace()));
    expect(Math.max(...of)).toBeLessThan(1.5 * Math.min(...of));
  }
});

test('a mesh with holes, where what a front subtracts waits longer than that of later ones, is solved by the factor', () => {
  const simulation = createSimulation({ scene: irregularMesh(12, 24, 1, 0.4), integrator: 'implicit-euler' });
  simulation.apply({ type: 'material', id: 'cotton' });
  simulation.apply({ type: 'set', key: 'dt', value: H });
  expect(simulation.preconditioner).toBe('sparse-cholesky');
  expect(simulation.step(5)).toMatchObject({ ok: true, converged: true });
  expect(simulation.report.fellBack).toBeFalsy();
});

describe('on irregular meshes with slivers', () => {
  const materials = LONG ? MATERIALS.map(({ id }) => id) : ['silk', 'paper'];
  for (const side of LONG ? [18, 30, 55] : [18]) {
    test.each(materials)(
      `${side} × ${side} vertices of %s need at most 8 iterations a step in the mean`,
      {
        tags: ['sampled'],
      },
      (id) => {
        const simulation = createSimulation({ scene: irregularMesh(side, 7), integrator: 'implicit-euler' });
        simulation.apply({ type: 'material', id });
        simulation.apply({ type: 'set', key: 'dt', value: H });
        expect(simulation.preconditioner).toBe('sparse-cholesky');
        const steps = 20;
        let sum = 0;
        for (let step = 0; step < steps; step++) {
          expect(simulation.step()).toMatchObject({ ok: true, converged: true });
          expect(simulation.report.fellBack).toBeFalsy();
          sum += simulation.report.iterations;
        }
        expect(sum / steps).toBeLessThan(8);
      },
    );
  }
});
