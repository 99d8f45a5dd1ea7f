// @module-tag sampled
import { expect, test } from 'vitest';
import { createSimulation, MATERIALS } from '../../../src/physics';
import { LONG } from '../../fixtures/run-length';

/** kg/m² and N·m: silk, cotton, wool, denim, heavy denim, and a sheet of paper. */
const FABRICS = [
  [0.05, 2e-6],
  [0.15, 1e-5],
  [0.25, 4e-5],
  [0.42, 1e-4],
  [0.45, 5e-4],
  [0.08, 3e-4],
];

/** Average iterations of the default cloth from its start, where it hangs in pleats, at 1,000 N/m and 1/60 s, to a residual of 1e-3. */
function iterations(n: number, steps: number, density: number, bending: number): number {
  const params = { rows: n, columns: n, mass: density / n ** 2, drag: 0.1 / n ** 2, stiffness: 1000, bend: 0, bending };
  const solver = { dt: 1 / 60, lineSearch: 0, cgTolerance: 1e-3, cgIterations: 1000 };
  const simulation = createSimulation({ params: { ...params, ...solver }, integrator: 'implicit-euler' });
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const report = simulation.step();
    expect(report).toMatchObject({ ok: true, converged: true, fellBack: undefined });
    sum += report.iterations;
  }
  expect(simulation.preconditioner).toBe('multigrid');
  return sum / steps;
}

/** On a net of 129 × 129 heavy denim needs 1.3 times as many; where its multigrid has the diagonal of bending alone, 65 × 65 needs 3.9. */
test.each(LONG ? [65, 129] : [65])(
  'bending of any fabric costs at most half as many iterations of multigrid again on %i² particles',
  { tags: ['long'] },
  (n) => {
    for (const [density, bending] of LONG ? FABRICS : FABRICS.slice(4)) {
      const steps = LONG ? 8 : 4;
      const ratio = iterations(n, steps, density, bending) / iterations(n, steps, density, 0);
      expect(ratio, `${bending} N·m`).toBeLessThan(1.5);
    }
  },
);

/** Average iterations of the default cloth of a material, from its start. */
function ofMaterial(material: string, n: number, steps: number, params: { bending?: number; bendingDamping?: number }) {
  const solver = { dt: 1 / 60, lineSearch: 0, cgTolerance: 1e-3, cgIterations: 1000 };
  const simulation = createSimulation({
    material,
    params: { rows: n, columns: n, ...solver, ...params },
    integrator: 'implicit-euler',
  });
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const report = simulation.step();
    expect(report).toMatchObject({ ok: true, converged: true, fellBack: undefined });
    sum += report.iterations;
  }
  expect(simulation.preconditioner).toBe('multigrid');
  return sum / steps;
}

/** Measured: 0.6 to 1.1 times as many. Where multigrid leaves bending out, linen needs twice as many. */
test.runIf(LONG).each(MATERIALS.map(({ id }) => id))(
  'with its own stretch, %s needs at most half as many iterations again as without its bending',
  (id) => {
    const ratio = ofMaterial(id, 49, 4, {}) / ofMaterial(id, 49, 4, { bending: 0, bendingDamping: 0 });
    expect(ratio).toBeLessThan(1.5);
  },
);
