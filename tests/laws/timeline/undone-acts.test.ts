import { expect, test } from 'vitest';
import { createSimulation, type Vec3 } from '../../../src/physics';
import { observe, started } from '../../fixtures/random-acts';
import { LONG } from '../../fixtures/run-length';

test('the commands of one act are undone together, whether time runs meanwhile or not', () => {
  for (const steps of [0, 3]) {
    const simulation = started();
    const { stiffness } = simulation.params;
    const start = observe(simulation);
    simulation.apply({ type: 'set', key: 'gravity', value: 3 }, 1);
    for (let i = 1; i <= 20; i++) {
      simulation.apply({ type: 'set', key: 'stiffness', value: stiffness + i }, 2);
      simulation.step(steps);
    }
    simulation.apply({ type: 'undo' });
    expect(simulation.params).toMatchObject({ stiffness, gravity: 3 });
    expect(simulation.history).toEqual({ undo: 'gravity', redo: 'stiffness' });
    simulation.apply({ type: 'redo' });
    expect(simulation.params.stiffness).toBe(stiffness + 20);
    simulation.apply({ type: 'undo' });
    simulation.apply({ type: 'undo' });
    expect(simulation.history.undo).toBeNull();
    expect(observe(simulation) === start).toBe(steps === 0);
  }
});

test('what tears during an act stays torn when the act is undone', () => {
  const simulation = createSimulation({ params: { rows: 16, columns: 16, stiffness: 60 } });
  simulation.apply({ type: 'set', key: 'tearStrain', value: 0.05 }, 1);
  while (simulation.model.cuts.count === 0 && simulation.stepCount < 2000) simulation.step();
  const torn = [...simulation.model.cut];
  expect(torn).toContain(1);
  simulation.apply({ type: 'set', key: 'tearStrain', value: 0 }, 1);
  simulation.step();
  simulation.apply({ type: 'undo' });
  expect([simulation.params.tearStrain, [...simulation.model.cut]]).toEqual([0, torn]);
});

test('a command without an act, and one that changes nothing, are no change', () => {
  const simulation = started();
  simulation.apply({ type: 'set', key: 'stiffness', value: 50 });
  simulation.apply({ type: 'set', key: 'stiffness', value: 50 }, 0);
  simulation.apply({ type: 'pin', particle: 0, pinned: true }, 0);
  expect(simulation.history.undo).toBeNull();
  const before = observe(simulation);
  simulation.apply({ type: 'undo' });
  simulation.apply({ type: 'redo' });
  expect(observe(simulation)).toBe(before);
});

test('a new act clears what could be redone', () => {
  const simulation = started();
  simulation.apply({ type: 'set', key: 'stiffness', value: 50 }, 0);
  simulation.apply({ type: 'undo' });
  simulation.apply({ type: 'set', key: 'gravity', value: 1 }, 0);
  expect(simulation.history).toEqual({ undo: 'gravity', redo: null });
});

test('a held particle stays held', () => {
  const simulation = started();
  simulation.apply({ type: 'set', key: 'stiffness', value: 50 }, 0);
  simulation.apply({ type: 'grab', particle: 7, target: [0, 1, 0.3] });
  simulation.apply({ type: 'undo' });
  expect([simulation.held, simulation.target]).toEqual([7, [0, 1, 0.3]]);
});

test('a rewind restores what could be undone then', () => {
  const simulation = started();
  const { stiffness } = simulation.params;
  simulation.apply({ type: 'set', key: 'stiffness', value: 50 }, 0);
  simulation.step(20);
  simulation.apply({ type: 'set', key: 'stiffness', value: 60 }, 0);
  simulation.apply({ type: 'set', key: 'gravity', value: 5 }, 0);
  simulation.step(20);
  simulation.apply({ type: 'undo' });
  simulation.step(20);
  simulation.apply({ type: 'rewind', step: 45 });
  expect(simulation.history).toEqual({ undo: 'stiffness', redo: null });
  simulation.step(20);
  expect(simulation.history).toEqual({ undo: 'gravity', redo: null });
  simulation.step(20);
  expect(simulation.history).toEqual({ undo: 'stiffness', redo: 'gravity' });
  simulation.apply({ type: 'rewind', step: 45 });
  simulation.apply({ type: 'undo' });
  expect(simulation.params.stiffness).toBe(stiffness);
  expect(simulation.timeline.past).toBe(false);
});

test.each([0, 40])('an act that made the cloth blow up after %s steps is undone, and the run continues', (steps) => {
  const simulation = createSimulation({ params: { rows: 8, columns: 8 } });
  simulation.step(50);
  const { dt } = simulation.params;
  simulation.step(steps);
  simulation.apply({ type: 'set', key: 'dt', value: 0.05 }, 0);
  while (simulation.step().ok);
  simulation.apply({ type: 'undo' });
  expect([simulation.blowUp, simulation.params.dt]).toEqual([null, dt]);
  expect(simulation.step(500).ok).toBe(true);
  simulation.apply({ type: 'redo' });
  while (simulation.step().ok);
  expect(simulation.blowUp).not.toBeNull();
});

test.runIf(LONG)(
  'the oldest acts are dropped when their saved states need more than 64 MB',
  { tags: ['sampled'] },
  () => {
    const positions = Array.from({ length: 60_000 }, (_, i): Vec3 => [i, 0, 0]);
    const simulation = createSimulation({ scene: { hooke: 1, particles: { positions, masses: 1 } } });
    for (let i = 1; i <= 50; i++) simulation.apply({ type: 'set', key: 'gravity', value: i }, 0);
    let count = 0;
    for (; simulation.history.undo; count++) simulation.apply({ type: 'undo' });
    // Positions and velocities of a particle in single precision, 32 bytes.
    expect(count * positions.length * 32).toBeLessThan(64e6);
    expect(count).toBeGreaterThan(20);
    expect(simulation.params.gravity).toBe(50 - count);
  },
);
