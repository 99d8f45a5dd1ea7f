import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../src/physics';
import * as COMMANDS from '../../../src/physics/commands';
import { ACTS, observe, set, settled, started, tries } from '../../fixtures/random-acts';
import { cases } from '../../fixtures/run-length';

const act = fc.oneof(...Object.values(ACTS));

/** Commands that undo leaves alone. */
const NEVER = ['grab', 'move', 'push', 'release', 'resume', 'rewind', 'undo', 'redo'];

test('every command says how it is undone, and has acts here', () => {
  const definitions = Object.values(COMMANDS).flat();
  const never = definitions.filter(({ undo }) => undo === 'never').map(({ type }) => type);
  expect(never.sort()).toEqual([...NEVER].sort());
  expect(definitions.map(({ type }) => type).sort()).toEqual([...NEVER, ...Object.keys(ACTS)].sort());
});

describe('while time stands still', () => {
  test('100 random acts undone one by one give back each state, to the bit, and redone as well', {
    tags: ['sampled'],
  }, () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 100, maxLength: 100 }), (commands) => {
        const simulation = started();
        const twin = simulation.fork();
        const states = [observe(simulation)];
        for (const command of commands) {
          if (tries(simulation, command) && observe(simulation) !== states.at(-1)) states.push(observe(simulation));
        }
        for (const state of states.slice(0, -1).reverse()) {
          expect(simulation.history.undo).not.toBeNull();
          simulation.apply({ type: 'undo' });
          expect(observe(simulation)).toBe(state);
        }
        expect(simulation.history.undo).toBeNull();
        for (const state of states.slice(1)) {
          simulation.apply({ type: 'redo' });
          expect(observe(simulation)).toBe(state);
        }
        expect(simulation.history.redo).toBeNull();
        while (simulation.history.undo) simulation.apply({ type: 'undo' });
        // The method's memory is restored too: both continue with the same bits.
        simulation.step(50);
        twin.step(50);
        expect(simulation.hash()).toBe(twin.hash());
      }),
      { numRuns: cases(12), seed: 5, endOnFailure: true },
    );
  });
});

// Undo has no entry for it, and so could not give back the memory of the method.
test.each([
  { type: 'integrator', id: 'implicit-euler' },
  { type: 'preconditioner', id: 'auto' },
  { type: 'precision', id: 'single' },
] as const)('%j changes no bit of the motion where it is set already', (command) => {
  const simulation = started();
  const twin = simulation.fork();
  simulation.apply(command, 0);
  expect(simulation.history.undo).toBeNull();
  simulation.step(50);
  twin.step(50);
  expect(simulation.hash()).toBe(twin.hash());
});

describe('while time runs', () => {
  const {
    set: _,
    particle: __,
    equilibrium: ___,
    place: ____,
    reset: _____,
    scene: ______,
    throw: _________,
    slit: _______,
    collapse: ___________,
    material: ________,
    pins: __________,
    ...others
  } = ACTS;
  const setting = fc.oneof(
    set('stiffness', 20, 200),
    set('dt', 2e-4, 8e-4),
    set('speed', 0.05, 1),
    ...Object.values(others),
  );

  test('what was set goes back, and time does not', { tags: ['sampled'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(setting, fc.nat(5)), { minLength: 40, maxLength: 40 }), (script) => {
        const simulation = started();
        const start = JSON.stringify(settled(simulation));
        for (const [command, steps] of script) {
          tries(simulation, command);
          simulation.step(1 + steps);
        }
        const end = JSON.stringify(settled(simulation));
        const { time } = simulation;
        let holds = true;
        while (simulation.history.undo) {
          simulation.apply({ type: 'undo' });
          holds = simulation.step().ok && holds;
        }
        expect(JSON.stringify(settled(simulation))).toBe(start);
        // A blow-up leads back to the last good step.
        if (holds) expect(simulation.time).toBeGreaterThan(time);
        while (simulation.history.redo) {
          simulation.apply({ type: 'redo' });
          simulation.step();
        }
        expect(JSON.stringify(settled(simulation))).toBe(end);
      }),
      { numRuns: cases(12), seed: 6, endOnFailure: true },
    );
  });

  test.each([
    [{ type: 'reset' }],
    [{ type: 'throw' }],
    [{ type: 'scene', scene: 'chain' }],
    [{ type: 'set', key: 'rows', value: 9 }],
    [{ type: 'pins', particles: [3] as number[] }],
    [{ type: 'equilibrium', iterations: 3 }],
  ] as const)('%j is undone to the state before it, and redone to the state that it was left in', (command) => {
    const simulation = createSimulation({ params: { rows: 6, columns: 6 } });
    simulation.step(37);
    const before = observe(simulation);
    simulation.apply(command, 0);
    simulation.step(20);
    const left = observe(simulation);
    simulation.apply({ type: 'undo' });
    expect(observe(simulation)).toBe(before);
    simulation.step(20);
    simulation.apply({ type: 'redo' });
    expect(observe(simulation)).toBe(left);
  });
});
