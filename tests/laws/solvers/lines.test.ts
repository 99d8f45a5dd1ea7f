// @module-tag sampled

import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { gridNet } from '../../../src/physics/kernels/grid-net';
import { setMasses } from '../../../src/physics/solvers/diagonal-blocks';
import { createLineSolver } from '../../../src/physics/solvers/multigrid/line-solver';
import type { PreconditionerDefinition } from '../../../src/physics/world/world';
import { randomNet } from '../../fixtures/net';
import { preconditionerMatrix } from '../../fixtures/preconditioner-matrix';
import { cases, LONG } from '../../fixtures/run-length';

/** s. */
const H = 1 / 60;

/** Lines by themselves, also where multigrid would not use them. */
const lines: PreconditionerDefinition = {
  id: 'lines',
  label: '',
  summary: '',
  rank: 0,
  unsupportedReason: () => null,
  create(world) {
    const { model, forces } = world;
    const net = gridNet(model);
    if (!net) throw new Error('not a net');
    const blocks = new Float64Array(9 * model.particleCount);
    const solver = createLineSolver(world, net, blocks);
    return {
      ...solver,
      assemble(a, b) {
        setMasses(model, blocks);
        for (const force of forces) if (force.derivatives?.of !== 'springs') force.addDiagonal?.(blocks, -a, -b);
        solver.assemble(a, b);
      },
    };
  },
};

/** Random nets small enough for dense matrices. */
const nets = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  rows: fc.integer({ min: 4, max: 6 }),
  columns: fc.integer({ min: 4, max: 7 }),
  missing: fc.constantFrom(0, 0.2, 0.6),
  pinned: fc.constantFrom(0, 0.05, 0.3),
  stiffness: fc.constantFrom(1, 1e3, 1e6),
  damping: fc.constantFrom(0, 0.5),
  held: fc.integer({ min: -1, max: 15 }),
  clamp: fc.boolean(),
});

test('lines are symmetric, and positive definite on what can change, on any net with cuts, pins and a grab', () => {
  fc.assert(
    fc.property(nets, ({ seed, held, clamp, ...net }) => {
      const { P, S } = preconditionerMatrix(lines, randomNet(seed, { ...net, crumple: 0.8 }), { clamp, held, dt: H });
      const scale = P.clone().abs().max();
      expect(Matrix.sub(P, P.transpose()).abs().max()).toBeLessThan(1e-11 * scale);
      const { realEigenvalues } = new EigenvalueDecomposition(P, { assumeSymmetric: true });
      expect(realEigenvalues.filter((value) => value > 1e-11 * scale).length).toBe(Math.round(S.trace()));
    }),
    { numRuns: cases(12), seed: 7 },
  );
});

/** Rows and columns, N/m, steps, and the most iterations of a step, on average and ever. */
type Row = [n: number, stiffness: number, steps: number, mean: number, most: number];

/** Multigrid by V-cycles needs 58 on average and 292 in one step at 33 × 33 and 1e4 N/m; at 65 × 65 and 1e5 N/m 141, and the first
 *  step falls back after 1,000. */
const ROWS: Row[] = [[33, 1e4, 12, 6, 12]];
const LONG_ROWS: Row[] = [
  [33, 1e6, 12, 10, 40],
  [65, 1e4, 20, 18, 70],
  [65, 1e5, 20, 20, 60],
  [129, 1e5, 10, 25, 70],
];

test.each([...ROWS, ...(LONG ? LONG_ROWS : [])])(
  'structural springs alone, %i² at %d N/m: over %i steps at most %i iterations on average, and %i in a step',
  (n, stiffness, steps, mean, most) => {
    const params = { rows: n, columns: n, stiffness, shear: 0, bend: 0, dt: H, cgTolerance: 1e-3, cgIterations: 1000 };
    const simulation = createSimulation({ integrator: 'implicit-euler', params: { ...params, lineSearch: 0 } });
    // Without shear springs the cloth falls on it.
    simulation.apply({ type: 'planes', planes: [] });
    const counts = Array.from({ length: steps }, () => {
      const report = simulation.step();
      expect(report).toMatchObject({ ok: true, converged: true });
      expect(report.fellBack).toBeFalsy();
      return report.iterations;
    });
    expect(counts.reduce((sum, count) => sum + count, 0) / steps).toBeLessThanOrEqual(mean);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
    // A solver that returned its guess would pass.
    expect(Math.max(...counts)).toBeGreaterThan(2);
  },
);

test('a fork of a net whose springs became lines takes the same steps', () => {
  const simulation = createSimulation({ integrator: 'implicit-euler', params: { stiffness: 1e6, dt: H } });
  simulation.apply({ type: 'set', key: 'shear', value: 0 });
  simulation.apply({ type: 'set', key: 'bend', value: 0 });
  simulation.step(2);
  const fork = simulation.fork();
  simulation.step(3);
  fork.step(3);
  expect(fork.hash()).toBe(simulation.hash());
});
