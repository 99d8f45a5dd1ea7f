// @module-tag sampled
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, type Simulation } from '../../../src/physics';
import * as COMMANDS from '../../../src/physics/commands';
import { ACTS, SCENE, settled, tries } from '../../fixtures/random-acts';

/** One or more examples of every command. */
const EXAMPLES: Record<string, readonly Command[]> = {
  ...Object.fromEntries(
    Object.entries(ACTS).map(([type, act]) => [type, fc.sample(act, { seed: 5, numRuns: type === 'set' ? 8 : 2 })]),
  ),
  preconditioner: [{ type: 'preconditioner', id: 'none' }],
  grab: [{ type: 'grab', particle: 7, target: [0.3, 0.9, 0.2] }],
  move: [{ type: 'move', target: [0.1, 0.7, 0] }],
  release: [{ type: 'release' }],
  push: [{ type: 'push', force: [0.02, 0, 0.01] }],
  resume: [{ type: 'resume' }],
  undo: [{ type: 'undo' }],
  redo: [{ type: 'redo' }],
};

/** Everything that a user sees of a run. */
function observe(simulation: Simulation): string {
  const { held, target, push, time, stepCount, preconditioner, equilibrium, report } = simulation;
  const rest = { held, target, push, time, stepCount, preconditioner, equilibrium, report };
  return JSON.stringify([settled(simulation), simulation.hash(), rest]);
}

describe('the first checkpoint of a recording', () => {
  test('the examples have every command but rewind', () => {
    const types = Object.values(COMMANDS).flatMap((one) => [one].flat().map(({ type }) => type));
    expect([...Object.keys(EXAMPLES), 'rewind'].sort()).toEqual(types.sort());
  });

  const all = Object.values(EXAMPLES).flat();
  const pairs = all.flatMap((first) => all.map((second) => [first, second] as const));

  test('has what two commands have set: a rewind to it, and its replay, give the same bits', { tags: ['long'] }, () => {
    let rewound = 0;
    for (const commands of [
      ...all.filter(({ type }) => type === 'scene').map((scene) => [EXAMPLES.preconditioner[0], scene] as const),
      ...pairs.filter((_, i) => i % 4 === 0),
    ]) {
      const simulation = createSimulation({ scene: SCENE, integrator: 'implicit-euler' });
      simulation.step(2);
      for (const command of commands) tries(simulation, command, 0);
      const start = simulation.stepCount;
      const states = [observe(simulation)];
      for (let i = 0; i < 2; i++) {
        simulation.step();
        states.push(observe(simulation));
      }
      if (simulation.blowUp) continue;
      rewound++;
      simulation.apply({ type: 'rewind', step: start });
      for (const [i, state] of states.entries()) {
        if (i > 0) simulation.step();
        expect(observe(simulation) === state, JSON.stringify(commands)).toBe(true);
      }
      expect(simulation.timeline.past).toBe(false);
    }
    expect(rewound).toBeGreaterThan(20);
  });
});
