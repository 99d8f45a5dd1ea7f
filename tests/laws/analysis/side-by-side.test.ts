import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, createSideBySide, createSimulation, INTEGRATORS, type Simulation } from '../../../src/physics';
import { preconditioners } from '../../../src/physics/registry';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { cases } from '../../fixtures/run-length';
import type { Runner } from '../../fixtures/scripted-input';

const ROWS = 7;
const PARTICLES = ROWS * ROWS;

const particle = fc.nat(PARTICLES - 1);
const target = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -0.4, max: 0.4, noNaN: true })));
/** Random commands of a user, except those that jump to another state. */
const command = fc.oneof(
  fc.record({ type: fc.constant('grab'), particle, target }),
  fc.record({ type: fc.constant('move'), target }),
  fc.constant({ type: 'release' }),
  fc.record({ type: fc.constant('push'), force: target.map((v) => v.map((x) => 0.01 * x)) }),
  fc.record({ type: fc.constant('pin'), particle, pinned: fc.boolean() }),
  fc.record({ type: fc.constant('cut'), spring: fc.nat(60) }),
  fc.record({ type: fc.constant('mend'), spring: fc.nat(60) }),
  fc.record({
    type: fc.constant('set'),
    key: fc.constant('stiffness'),
    value: fc.double({ min: 10, max: 400, noNaN: true }),
  }),
  fc.record({
    type: fc.constant('set'),
    key: fc.constant('drag'),
    value: fc.double({ min: 0, max: 0.01, noNaN: true }),
  }),
  fc.record({ type: fc.constant('set'), key: fc.constant('hardHold'), value: fc.constantFrom(0, 1) }),
  fc.record({ type: fc.constant('set'), key: fc.constant('tearStrain'), value: fc.constantFrom(0, 0.3) }),
  fc.record({ type: fc.constant('integrator'), id: fc.constantFrom(...INTEGRATORS.map(({ id }) => id)) }),
  fc.record({
    type: fc.constant('preconditioner'),
    // A torn cloth rejects multigrid; 'auto' chooses it on a whole one.
    id: fc.constantFrom('auto', ...preconditioners.map(({ id }) => id).filter((id) => id !== 'multigrid')),
  }),
  fc.record({ type: fc.constant('spheres'), spheres: fc.constantFrom([], [{ center: [0, 0.2, 0], radius: 0.1 }]) }),
  fc.record({ type: fc.constant('set'), key: fc.constant('columns'), value: fc.constant(ROWS) }),
) as unknown as fc.Arbitrary<Command>;
const input = fc.array(fc.record({ steps: fc.nat(12), command }), { maxLength: 12 });
type Input = { steps: number; command: Command }[];

/** @param without type of commands that are left out */
function play(input: Input, on: Runner, without?: Command['type']): void {
  for (const { steps, command } of input) {
    on.step(steps);
    if (command.type !== without) on.apply(command);
  }
  on.step(20);
}

const cloth = (precision: 'single' | 'double' = 'single', integrator = 'symplectic-euler') =>
  createSimulation({ precision, integrator, params: { rows: ROWS, columns: ROWS, dt: 5e-4 } });
const traceOf = ({ hash, stepCount, time, blowUp, preconditioner }: Simulation) => ({
  hash: hash(),
  stepCount,
  time,
  blowUp,
  preconditioner,
});

/** A blow-up takes each to its last good state, and a companion has none from before it began. */
function expectSame(companion: Simulation, other: Simulation): void {
  if (other.blowUp) expect(companion.blowUp).toEqual(other.blowUp);
  else expect(traceOf(companion)).toEqual(traceOf(other));
}

describe('a companion under random input', () => {
  eachMethodInTurn(5, ({ id }) => {
    test('has the bits of the method alone, and does not change those of the main simulation', {
      tags: ['sampled'],
    }, () => {
      fc.assert(
        fc.property(input, input, fc.constantFrom('single', 'double'), (before, after, precision) => {
          const [main, mainAlone, alone] = [cloth(precision), cloth(precision), cloth(precision)];
          for (const one of [main, mainAlone, alone]) play(before, one);
          const beside = createSideBySide(main, [{ label: 'other', integrator: id }]);
          alone.apply({ type: 'integrator', id });
          play(after, beside);
          play(after, mainAlone);
          play(after, alone, 'integrator');
          expect(traceOf(main)).toEqual(traceOf(mainAlone));
          expectSame(beside.companions[0].simulation, alone);
        }),
        { numRuns: cases(10) },
      );
    });

    test('without a variant has the bits of the main simulation', { tags: ['sampled'] }, () => {
      fc.assert(
        fc.property(input, input, (before, after) => {
          const main = cloth('single', id);
          play(before, main);
          const beside = createSideBySide(main, [{ label: 'the same' }]);
          play(after, beside);
          expectSame(beside.companions[0].simulation, main);
        }),
        { numRuns: cases(10) },
      );
    });
  });
});
