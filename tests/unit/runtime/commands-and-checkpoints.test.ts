import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, INTEGRATORS, type SceneFile } from '../../../src/physics';
import { createSession } from '../../../src/runtime/host/session';

const BAD_FILE = { hooke: 2 } as unknown as SceneFile;

/** A net of n × n particles, 0.1 m apart, flat, at rest, without gravity. */
function net(n: number, extra: object = {}): SceneFile {
  const positions = Array.from({ length: n * n }, (_, i) => [0.1 * (i % n), 0, 0.1 * Math.floor(i / n)]);
  const pairs = positions.flatMap((_, i) => [
    ...(i % n < n - 1 ? [[i, i + 1]] : []),
    ...(i < n * (n - 1) ? [[i, i + n]] : []),
  ]);
  return {
    hooke: 1,
    particles: { positions, masses: 0.01, ...extra },
    springs: { pairs, stiffness: 100, damping: 0.01 },
    params: { dt: 0.002, gravity: 0, rows: n, columns: n },
  } as unknown as SceneFile;
}

describe('a refused command', () => {
  test('does not change a run with an undetected blow-up', () => {
    const simulation = createSimulation({ params: { dt: 1e4, damping: 10 } });
    simulation.step(10);
    const before = [simulation.stepCount, simulation.time, simulation.blowUp];
    for (const scene of ['nope', BAD_FILE]) expect(() => simulation.apply({ type: 'scene', scene })).toThrow();
    expect([simulation.stepCount, simulation.time, simulation.blowUp]).toEqual(before);
  });

  test('is not replayed when a blow-up is shown, to its end and until it is ended', () => {
    const session = createSession(() => 0);
    expect(() => session.runCommand({ type: 'scene', scene: BAD_FILE })).toThrow();
    session.runCommand({ type: 'set', key: 'stiffness', value: 1e5 });
    for (let i = 0; i < 400; i++) session.advance(1 / 60);
    expect(session.frame().status.blowUp).not.toBeNull();
    expect(session.frame().status.replay).toMatchObject({ position: 1, playing: false });
    session.controlReplay({ type: 'end' });
    expect(session.frame().status.replay).toBeNull();
  });
});

describe('no blow-up is reported', () => {
  test('after freeing a pin that has a velocity in its scene', () => {
    const simulation = createSimulation({
      scene: net(3, { pinned: [0], velocities: net(3).particles.positions.map((_, i) => [0, i === 0 ? 5 : 0, 0]) }),
    });
    simulation.step(40);
    simulation.apply({ type: 'pin', particle: 0, pinned: false });
    expect(simulation.particle(0).velocity).toEqual([0, 5, 0]);
    expect(simulation.step(400).ok).toBe(true);
  });

  test('after mending a spring whose ends are far apart', () => {
    const simulation = createSimulation({ scene: 'two-bodies' });
    simulation.apply({ type: 'cut', spring: 0 });
    simulation.step(100_000);
    simulation.apply({ type: 'mend', spring: 0 });
    expect(simulation.blowUp).toBeNull();
    expect(simulation.stepCount).toBe(100_000);
  });

  for (const { id } of INTEGRATORS) {
    test(`after a soft or rigid grab of a net at rest, under ${id}`, () => {
      for (const hardHold of [0, 1]) {
        const simulation = createSimulation({ scene: net(10), integrator: id, params: { hardHold } });
        simulation.apply({ type: 'grab', particle: 45, target: [0.5, 0.08, 0.4] });
        simulation.step(1);
        simulation.apply({ type: 'move', target: [0.5, 0.16, 0.4] });
        simulation.step(63);
        expect(simulation.blowUp).toBeNull();
      }
    });
  }

  test('during a fast rigid grab of stiff cloth under an implicit method', () => {
    const params = { hardHold: 1, dt: 0.01, stiffness: 1e5 };
    const simulation = createSimulation({ integrator: 'implicit-euler', params: { ...params, rows: 16, columns: 16 } });
    const [x, y, z] = simulation.particle(200).position;
    simulation.apply({ type: 'grab', particle: 200, target: [x, y, z] });
    for (let i = 1; i <= 40; i++) {
      simulation.apply({ type: 'move', target: [x, y, z + 0.05 * (i < 20 ? i : 40 - i)] });
      expect(simulation.step(2).ok).toBe(true);
    }
  });
});

test('a state with NaN is not saved: the last good state is', () => {
  const simulation = createSimulation({ params: { dt: 1e3, damping: 1 } });
  simulation.step(15);
  const file = JSON.parse(JSON.stringify(simulation.save()));
  expect(createSimulation({ scene: file }).hash()).toBe(simulation.hash());
});

test('an undefined parameter counts as absent', () => {
  const absent = undefined as unknown as number;
  const { params } = createSimulation({ params: { dt: absent, mass: absent } });
  expect(params).toEqual(createSimulation().params);
});

test('the velocity of a pin in its scene does not affect the free particles of a finer grid', () => {
  const simulation = createSimulation({
    scene: net(4, { pinned: [0], velocities: net(4).particles.positions.map(() => [0, 5, 0]) }),
  });
  simulation.apply({
    type: 'place',
    positions: simulation.state.positions,
    velocities: simulation.state.velocities.map(() => 0),
    time: 0,
  });
  simulation.apply({ type: 'set', key: 'columns', value: 7 });
  for (let i = 0; i < simulation.particleCount; i++) expect(simulation.particle(i).velocity).toEqual([0, 0, 0]);
});

test('of the moves in one step only the last is recorded; other commands are all recorded', () => {
  const simulation = createSimulation({ scene: 'two-bodies' });
  const move = (y: number): Command => ({ type: 'move', target: [0, y, 0] });
  simulation.step(7);
  for (let i = 0; i < 1000; i++) simulation.apply(move(i));
  simulation.step(1);
  for (const command of [move(0), { type: 'release' }, { type: 'release' }] as const) simulation.apply(command);
  expect(simulation.recorded.map(({ stepCount, command }) => [stepCount, command])).toEqual([
    [7, move(999)],
    [8, move(0)],
    [8, { type: 'release' }],
    [8, { type: 'release' }],
  ]);
});

test('the slow motion of a blow-up continues while the grab moves', () => {
  const session = createSession(() => 0);
  session.runCommand({ type: 'grab', particle: 500, target: [0, 1, 0] });
  session.runCommand({ type: 'set', key: 'dt', value: 0.002 });
  let shown = 0;
  for (let i = 0; i < 120; i++) {
    session.runCommand({ type: 'move', target: [0, 1, 0.001 * i] });
    session.advance(1 / 60);
    if (session.frame().status.replay) shown++;
  }
  expect(session.frame().status.blowUp).not.toBeNull();
  expect(shown).toBeGreaterThan(30);
  session.runCommand({ type: 'resume' });
  expect(session.frame().status.replay).toBeNull();
});
