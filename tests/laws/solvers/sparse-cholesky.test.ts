import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, MATERIALS } from '../../../src/physics';
import { sparseCholesky } from '../../../src/physics/solvers/preconditioners/sparse-cholesky';
import { irregularMesh } from '../../fixtures/irregular-mesh';
import { randomNetwork, SMALL_NETWORKS } from '../../fixtures/networks';
import { preconditionerMatrix } from '../../fixtures/preconditioner-matrix';
import { LONG } from '../../fixtures/run-length';

/** s. */
const H = 1 / 60;

test('P of sparse Cholesky is A of a network of springs, with cuts, pins and a grab', { tags: ['sampled'] }, () => {
  fc.assert(
    fc.property(fc.record(SMALL_NETWORKS), fc.integer({ min: -1, max: 3 }), (options, held) => {
      const scene = randomNetwork(options.seed, { ...options, crumple: 0.8 });
      const { P, S, A } = preconditionerMatrix(sparseCholesky, scene, { clamp: true, held, dt: H });
      // S P⁻¹ S A S = S: the inverse on what can change, up to rounding in stiff networks.
      expect(Matrix.sub(P.mmul(A), S).abs().max()).toBeLessThan(1e-5);
    }),
    { numRuns: LONG ? 60 : 20, seed: 7 },
  );
});

test('sparse Cholesky is symmetric, and positive definite on what can change, on meshes of each material', {
  tags: ['sampled'],
}, () => {
  for (const { id } of LONG ? MATERIALS : MATERIALS.slice(2, 4)) {
    for (const clamp of [true, false]) {
      const simulation = createSimulation({ scene: irregularMesh(6, 5) });
      simulation.apply({ type: 'material', id });
      const { P, S } = preconditionerMatrix(sparseCholesky, simulation.save(), { clamp, held: 8, dt: H });
      const scale = P.clone().abs().max();
      expect(Matrix.sub(P, P.transpose()).abs().max()).toBeLessThan(1e-11 * scale);
      const { realEigenvalues } = new EigenvalueDecomposition(P, { assumeSymmetric: true });
      expect(realEigenvalues.filter((value) => value > 1e-12 * scale).length).toBe(Math.round(S.trace()));
      expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-12 * scale);
    }
  }
});

describe('on irregular meshes with slivers', () => {
  const materials = LONG ? MATERIALS.map(({ id }) => id) : ['silk', 'denim'];
  /** Vertices along each border, and the mean number of iterations; block Jacobi needs 160 and 510 in denim. */
  for (const [side, most] of LONG
    ? [
        [10, 25],
        [18, 25],
        [30, 40],
      ]
    : [[18, 25]]) {
    test.each(materials)(
      `${side} × ${side} vertices of %s need at most ${most} iterations a step in the mean`,
      { tags: ['sampled'] },
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
        expect(sum / steps).toBeLessThan(most);
      },
    );
  }

  test('a mesh with a material moves as it does with block Jacobi', () => {
    const params = { dt: H, cgTolerance: 1e-9, cgIterations: 20_000 };
    const [ours, plain] = ['sparse-cholesky', 'block-jacobi'].map((preconditioner) => {
      const setup = { scene: irregularMesh(12, 3), params, precision: 'double', preconditioner } as const;
      const simulation = createSimulation({ ...setup, integrator: 'implicit-euler' });
      simulation.apply({ type: 'material', id: 'denim' });
      simulation.step(3);
      return simulation.state.positions;
    });
    for (let i = 0; i < ours.length; i++) expect(Math.abs(ours[i] - plain[i])).toBeLessThan(1e-6);
  });

  test('it is chosen while the surface resists bending, and only then', () => {
    const simulation = createSimulation({ scene: irregularMesh(8, 3), integrator: 'implicit-euler' });
    expect(simulation.preconditioner).toBe('block-jacobi');
    simulation.apply({ type: 'set', key: 'bending', value: 1e-5 });
    expect(simulation.preconditioner).toBe('sparse-cholesky');
    simulation.apply({ type: 'set', key: 'bending', value: 0 });
    expect(simulation.preconditioner).toBe('block-jacobi');
    const net = createSimulation({ scene: 'cloth', params: { bending: 1e-5 }, integrator: 'implicit-euler' });
    expect(net.preconditioner).toBe('multigrid');
  });
});
