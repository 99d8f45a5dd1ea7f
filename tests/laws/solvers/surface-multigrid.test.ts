// @module-tag divided
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, MATERIALS } from '../../../src/physics';
import { sparseCholesky, surfaceMultigrid } from '../../../src/physics/solvers/preconditioners';
import type { World } from '../../../src/physics/world/world';
import { irregularMesh } from '../../fixtures/irregular-mesh';
import { preconditionerMatrix } from '../../fixtures/preconditioner-matrix';
import { LONG } from '../../fixtures/run-length';

/** s. */
const H = 1 / 60;

test('surface multigrid is symmetric, and positive definite on what can change, on meshes of each material', {
  tags: ['long'],
}, () => {
  for (const { id } of LONG ? MATERIALS : MATERIALS.slice(2, 4)) {
    for (const clamp of [true, false]) {
      const simulation = createSimulation({ scene: irregularMesh(8, 5) });
      simulation.apply({ type: 'material', id });
      const { P, S } = preconditionerMatrix(surfaceMultigrid, simulation.save(), { clamp, held: 8, dt: H });
      const scale = P.clone().abs().max();
      // It computes in single precision.
      expect(Matrix.sub(P, P.transpose()).abs().max()).toBeLessThan(1e-6 * scale);
      const { realEigenvalues } = new EigenvalueDecomposition(P, { assumeSymmetric: true });
      expect(realEigenvalues.filter((value) => value > 1e-6 * scale).length).toBe(Math.round(S.trace()));
      expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-6 * scale);
    }
  }
});

describe('on irregular meshes with slivers', () => {
  // A stiff sheet bends without stretching, where it is curved, as no coarse level can.
  const materials = LONG ? MATERIALS.map(({ id }) => id).filter((id) => id !== 'paper') : ['silk', 'denim'];
  /** Iterations a step in the mean. */
  const most: Record<string, number> = { nylon: 45 };
  /** Vertices along each border; block Jacobi needs 160 and 510 iterations in denim on the first two. */
  for (const side of LONG ? [18, 30, 55] : [18]) {
    test.each(materials.map((id) => [id, most[id] ?? 25] as const))(
      `${side} × ${side} vertices of %s need at most %i iterations a step in the mean`,
      { tags: ['sampled'] },
      (id, bound) => {
        const setup = { integrator: 'implicit-euler', preconditioner: 'surface-multigrid' };
        const simulation = createSimulation({ scene: irregularMesh(side, 7), ...setup });
        simulation.apply({ type: 'material', id });
        simulation.apply({ type: 'set', key: 'dt', value: H });
        const steps = 20;
        let sum = 0;
        for (let step = 0; step < steps; step++) {
          expect(simulation.step()).toMatchObject({ ok: true, converged: true });
          expect(simulation.report.fellBack).toBeFalsy();
          sum += simulation.report.iterations;
        }
        expect(sum / steps).toBeLessThan(bound);
      },
    );
  }

  test('a mesh with a material moves as it does with block Jacobi', () => {
    const params = { dt: H, cgTolerance: 1e-9, cgIterations: 20_000 };
    const [ours, factor, plain] = ['surface-multigrid', 'sparse-cholesky', 'block-jacobi'].map((preconditioner) => {
      const setup = { scene: irregularMesh(12, 3), params, precision: 'double', preconditioner } as const;
      const simulation = createSimulation({ ...setup, integrator: 'implicit-euler' });
      simulation.apply({ type: 'material', id: 'denim' });
      simulation.step(3);
      return simulation.state.positions;
    });
    for (let i = 0; i < ours.length; i++) {
      expect(Math.abs(ours[i] - plain[i])).toBeLessThan(1e-6);
      expect(Math.abs(factor[i] - plain[i])).toBeLessThan(1e-6);
    }
  });

  test('one of the two is chosen while the surface resists bending, and only then', () => {
    const simulation = createSimulation({ scene: irregularMesh(8, 3), integrator: 'implicit-euler' });
    expect(simulation.preconditioner).toBe('block-jacobi');
    simulation.apply({ type: 'set', key: 'bending', value: 1e-5 });
    expect(simulation.preconditioner).toBe('sparse-cholesky');
    const model = { ...simulation.model, particleCount: 20_001 };
    const large = { model, params: { bending: 1e-5 } } as unknown as World;
    expect(sparseCholesky.unsupportedReason(large)).toBe('there are more than 20000 particles');
    expect(surfaceMultigrid.unsupportedReason(large)).toBe(null);
    simulation.apply({ type: 'set', key: 'bending', value: 0 });
    expect(simulation.preconditioner).toBe('block-jacobi');
    const net = createSimulation({ scene: 'cloth', params: { bending: 1e-5 }, integrator: 'implicit-euler' });
    expect(net.preconditioner).toBe('multigrid');
  });
});
