import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Command,
  createSimulation,
  INTEGRATORS,
  type SceneFile,
  type Simulation,
  type Vec3,
} from '../../../src/physics';
import * as COMMANDS from '../../../src/physics/commands';
import { randomCloth } from '../../fixtures/random';
import { cases, LONG } from '../../fixtures/run-length';

const SIDE = 5;
const N = SIDE * SIDE;

/** A cloth in wind over a floor and a ball, with a moving pin. */
const SCENE: SceneFile = {
  ...randomCloth(7, { rows: SIDE, columns: SIDE, crumple: 0.05, damping: 0.1, pinned: [0, SIDE - 1] }),
  planes: [{ point: [0, 0.6, 0], normal: [0, 1, 0], friction: 0.4, restitution: 0.3 }],
  spheres: [{ center: [0.2, 0.5, 0.05], radius: 0.2, friction: 0.3 }],
  forces: [{ type: 'wind', velocity: [0, 0, 3], gust: 1 }],
  motion: [{ particles: [0], velocity: [0.3, 0, 0.1] }],
};

const particle = fc.nat(N - 1);
const small = fc.double({ min: -0.3, max: 0.3, noNaN: true });
const place = fc.tuple(
  small,
  small.map((y) => y + 0.8),
  small,
);
const set = (key: string, least: number, most: number) =>
  fc.double({ min: least, max: most, noNaN: true }).map((value): Command => ({ type: 'set', key, value }));

/** Arguments of every command that can be undone, by its type. */
const ACTS: Record<string, fc.Arbitrary<Command>> = {
  set: fc.oneof(
    set('stiffness', 20, 200),
    set('dt', 2e-4, 8e-4),
    set('damping', 0, 0.2),
    set('mass', 0.008, 0.02),
    set('speed', 0.05, 1),
    fc.constantFrom('rows', 'columns').map((key): Command => ({ type: 'set', key, value: SIDE + 1 })),
    fc
      .constantFrom('hardHold', 'selfCollision', 'bendSprings', 'clamp')
      .chain((key) => fc.nat(1).map((value): Command => ({ type: 'set', key, value }))),
  ),
  integrator: fc.constantFrom(...INTEGRATORS).map(({ id }): Command => ({ type: 'integrator', id })),
  preconditioner: fc
    .constantFrom('auto', 'none', 'block-jacobi')
    .map((id): Command => ({ type: 'preconditioner', id })),
  precision: fc.constantFrom('single' as const, 'double' as const).map((id): Command => ({ type: 'precision', id })),
  pin: fc.record({ type: fc.constant('pin' as const), particle, pinned: fc.boolean() }),
  pins: fc.record({ type: fc.constant('pins' as const), particles: fc.uniqueArray(particle, { maxLength: 4 }) }),
  particle: fc.oneof(
    particle.map((i): Command => ({ type: 'particle', particle: i, mass: 0.013 })),
    fc.tuple(small, small, small).map((velocity): Command => ({ type: 'particle', particle: 7, velocity })),
  ),
  cut: fc.record({ type: fc.constant('cut' as const), spring: fc.nat(39) }),
  mend: fc.record({ type: fc.constant('mend' as const), spring: fc.nat(39) }),
  spheres: place.map((center): Command => ({ type: 'spheres', spheres: [{ center, radius: 0.15 }] })),
  planes: place.map((point): Command => ({ type: 'planes', planes: [{ point, normal: [0, 1, 0] }] })),
  forces: place.map((velocity): Command => ({ type: 'forces', forces: [{ type: 'wind', velocity }] })),
  motion: place.map((velocity): Command => ({ type: 'motion', motion: [{ particles: [0, 1], velocity }] })),
  equilibrium: fc.constant({ type: 'equilibrium', iterations: 3 }),
  place: small.map((x): Command => {
    const positions = Array.from({ length: 4 * N }, (_, i) => x + 0.01 * i);
    return { type: 'place', positions, velocities: positions, time: 0.5 };
  }),
  reset: fc.constant({ type: 'reset' }),
  scene: fc.oneof(
    fc.constant<Command>({ type: 'scene', scene: SCENE }),
    fc.constant<Command>({ type: 'scene', scene: 'chain' }),
  ),
};
const act = fc.oneof(...Object.values(ACTS));

/** Commands that undo leaves alone. */
const NEVER = ['grab', 'move', 'push', 'release', 'resume', 'rewind', 'undo', 'redo'];

/** What is set and what the state is, except for the step and the time. */
function settled({ params, integrator, requested, precision, environment, model, scene }: Simulation) {
  const { pinned, cut, masses } = model;
  const marks = [pinned, cut, masses].map((array) => Array.from(array));
  return { scene, params, integrator, requested, precision, environment, marks };
}

const observe = (simulation: Simulation) => {
  const { time, stepCount, sceneNumber } = simulation;
  return JSON.stringify([settled(simulation), simulation.hash(), time, stepCount, sceneNumber]);
};

/** Applies a command that may not suit the present scene. False if it was refused. */
function tries(simulation: Simulation, command: Command, act = 0): boolean {
  try {
    simulation.apply(command, act);
    return true;
  } catch {
    return false;
  }
}

function started(): Simulation {
  const simulation = createSimulation({ scene: SCENE, integrator: 'implicit-euler' });
  simulation.step(37);
  return simulation;
}

test('every command says how it is undone, and has acts here', () => {
  const definitions = Object.values(COMMANDS).flat();
  const never = definitions.filter(({ undo }) => undo === 'never').map(({ type }) => type);
  expect(never.sort()).toEqual([...NEVER].sort());
  expect(definitions.map(({ type }) => type).sort()).toEqual([...NEVER, ...Object.keys(ACTS)].sort());
});

describe('while time stands still', () => {
  test('100 random acts undone one by one give back each state, to the bit, and redone as well', () => {
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
      { numRuns: cases(30), seed: 5, endOnFailure: true },
    );
  });
});

describe('while time runs', () => {
  const { set: _, particle: __, equilibrium: ___, place: ____, reset: _____, scene: ______, ...others } = ACTS;
  const setting = fc.oneof(
    set('stiffness', 20, 200),
    set('dt', 2e-4, 8e-4),
    set('speed', 0.05, 1),
    ...Object.values(others),
  );

  test('what was set goes back, and time does not', () => {
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
        while (simulation.history.undo) {
          simulation.apply({ type: 'undo' });
          simulation.step();
        }
        expect(JSON.stringify(settled(simulation))).toBe(start);
        expect(simulation.time).toBeGreaterThan(time);
        while (simulation.history.redo) {
          simulation.apply({ type: 'redo' });
          simulation.step();
        }
        expect(JSON.stringify(settled(simulation))).toBe(end);
      }),
      { numRuns: cases(30), seed: 6, endOnFailure: true },
    );
  });

  test.each([
    [{ type: 'reset' }],
    [{ type: 'scene', scene: 'chain' }],
    [{ type: 'set', key: 'rows', value: 9 }],
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

test('a spring that tears during an act stays torn when the act is undone', () => {
  const simulation = started();
  simulation.apply({ type: 'set', key: 'tearStrain', value: 0.05 }, 1);
  while (simulation.model.cuts.count === 0) simulation.step();
  const torn = [...simulation.model.cut];
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

test.runIf(LONG)('the oldest acts are dropped when their saved states need more than 64 MB', () => {
  const positions = Array.from({ length: 60_000 }, (_, i): Vec3 => [i, 0, 0]);
  const simulation = createSimulation({ scene: { hooke: 1, particles: { positions, masses: 1 } } });
  for (let i = 1; i <= 50; i++) simulation.apply({ type: 'set', key: 'gravity', value: i }, 0);
  let count = 0;
  for (; simulation.history.undo; count++) simulation.apply({ type: 'undo' });
  // Positions and velocities of a particle in single precision, 32 bytes.
  expect(count * positions.length * 32).toBeLessThan(64e6);
  expect(count).toBeGreaterThan(20);
  expect(simulation.params.gravity).toBe(50 - count);
});
