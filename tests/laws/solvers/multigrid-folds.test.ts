// @module-tag sampled
import { expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import { contactsOf } from '../../../src/physics/world/force';
import { LONG } from '../../fixtures/run-length';

/** Rows and columns, N/m, steps, and the most iterations of a step on average. */
type Row = [n: number, stiffness: number, steps: number, most: number];

/** With one correction from each coarser net, a V-cycle, they are 10.7, 24, 13 and 36; at 129 × 129 15 and 58. */
const FOLDED: Row[] = [
  [33, 1e3, 30, 9],
  [33, 1e5, 20, 20],
  [65, 1e3, 8, 11],
];
const LONG_FOLDED: Row[] = [
  [65, 1e3, 60, 9],
  [65, 1e5, 40, 20],
  [129, 1e3, 40, 10],
  [129, 1e5, 20, 25],
];

/** Over which the iterations are averaged: a second, as single steps in which layers slip need up to ten times as many. */
const STEPS = 120;

/** The default cloth from its start, where it hangs in pleats, by steps of 1/60 s to a residual of 1e-3; one solve a step. */
function drop([n, stiffness, steps]: Row) {
  const params = { rows: n, columns: n, stiffness, dt: 1 / 60, lineSearch: 0, cgTolerance: 1e-3, cgIterations: 1000 };
  const simulation = createSimulation({ params, integrator: 'implicit-euler', preconditioner: 'multigrid' });
  const counts = Array.from({ length: steps }, () => {
    const report = simulation.step();
    expect(report).toMatchObject({ ok: true, converged: true });
    expect(report.fellBack).toBeFalsy();
    return report.iterations;
  });
  return counts.reduce((sum, count) => sum + count, 0) / steps;
}

test.each([...FOLDED, ...(LONG ? LONG_FOLDED : [])])(
  'the folded cloth of %i² at %d N/m needs on average over %i steps at most %i iterations',
  (...row) => {
    const iterations = drop(row);
    expect(iterations).toBeLessThanOrEqual(row[3]);
    // A solver that returned its guess would pass.
    expect(iterations).toBeGreaterThan(2);
  },
);

test.each([
  [5, 50, 10],
  ...(LONG
    ? [
        [7.5, 300, 12],
        [10, 500, 13],
        [12.5, 700, 13],
      ]
    : []),
])(
  'the twisted cloth, after %d s with more than %i contacts between its layers, needs at most %i iterations on average',
  (seconds, contacts, most) => {
    const simulation = createSimulation({ scene: 'twisted-cloth' });
    while (simulation.state.time < seconds) simulation.step();
    let iterations = 0;
    let once = 0;
    for (let step = 0; step < STEPS; step++) {
      const report = simulation.step();
      expect(report).toMatchObject({ ok: true, fellBack: undefined });
      // A step in which layers are pressed together is solved again by many solves: 1 of 120 after 7.5 s, 8 after 10 s.
      if (report.correction !== undefined) continue;
      expect(report.converged).toBe(true);
      iterations += report.iterations;
      once++;
    }
    expect(once).toBeGreaterThan(0.8 * STEPS);
    iterations /= once;
    const touching = contactsOf(simulation.world.forces)?.count;
    expect(touching).toBeGreaterThan(contacts);
    expect(iterations).toBeLessThanOrEqual(most);
    expect(iterations).toBeGreaterThan(2);
  },
);
