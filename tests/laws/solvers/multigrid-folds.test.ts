// @module-tag divided
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

/** Seconds, least contacts between the layers, and the most iterations of a step on average; one run. */
type Stop = [seconds: number, contacts: number, most: number];

// From 10 s on springs press layers together, in ever more steps. Such a step needs some four solves.
const STOPS: Stop[] = [[5, 50, 10]];
const LONG_STOPS: Stop[] = [
  [7.5, 300, 12],
  [10, 500, 20],
  [12.5, 700, 60],
];

test('the twisted cloth needs few iterations a step, also with many contacts between its layers', {
  tags: ['long'],
}, () => {
  const simulation = createSimulation({ scene: 'twisted-cloth' });
  for (const [seconds, contacts, most] of [...STOPS, ...(LONG ? LONG_STOPS : [])]) {
    while (simulation.state.time < seconds) simulation.step();
    let iterations = 0;
    for (let step = 0; step < STEPS; step++) {
      const report = simulation.step();
      expect(report).toMatchObject({ ok: true, converged: true, fellBack: undefined });
      iterations += report.iterations;
    }
    iterations /= STEPS;
    const about = `after ${seconds} s`;
    expect(contactsOf(simulation.world.forces)?.count, about).toBeGreaterThan(contacts);
    expect(iterations, about).toBeLessThanOrEqual(most);
    expect(iterations, about).toBeGreaterThan(2);
  }
});
