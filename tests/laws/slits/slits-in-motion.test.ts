import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, type Simulation } from '../../../src/physics';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { LONG } from '../../fixtures/run-length';
import { flatSheet, randomStrokes, strokeAcross, total } from '../../fixtures/slits';

const SIDE = 9;
const STEPS = 80;

/** Everything observable of a run. */
function observe(simulation: Simulation): string {
  const { params, integrator, held, environment, time, stepCount, blowUp, model } = simulation;
  const { pinned, cut, masses, springs, stiffness, surface, origins } = model;
  const arrays = [pinned, cut, masses, springs, stiffness, surface, origins, simulation.lastChange ?? []];
  return JSON.stringify([
    [simulation.hash(), time, stepCount, integrator, params, held, environment, blowUp],
    arrays.map((array) => Array.from(array)),
  ]);
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
type Act = (simulation: Simulation) => void;
const command =
  (made: Command): Act =>
  (simulation) =>
    simulation.apply(made);
/** The knife, pins, the grab, parameters: each of them acts before a step. */
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.nat(1000).map(
    (seed): Act =>
      (simulation) =>
        randomStrokes(simulation, seed, 1),
  ),
  fc.array(fc.nat(150), { minLength: 1, maxLength: 5 }).map((springs) => command({ type: 'slit', springs })),
  fc.nat(SIDE * SIDE - 1).map((particle) => command({ type: 'grab', particle, target: [0.5, 0.3, 0.4] })),
  fc.constant(command({ type: 'release' })),
  fc.nat(SIDE * SIDE - 1).map((particle) => command({ type: 'pin', particle, pinned: true })),
  fc.constantFrom(0, 0.15, 0.4).map((value) => command({ type: 'set', key: 'tearStrain', value })),
  fc.constantFrom(60, 150).map((value) => command({ type: 'set', key: 'stiffness', value })),
  fc.nat(SIDE * SIDE - 1).map((particle) => command({ type: 'particle', particle, mass: 0.005 })),
  fc.constant(command({ type: 'forces', forces: [{ type: 'wind', velocity: [0, 0, 6], particles: [3, 4, 12, 40] }] })),
);
const script = fc.array(fc.tuple(fc.nat(STEPS - 1), act), { minLength: 6, maxLength: 14 });

function started(integrator: string, precision: 'single' | 'double' = 'single'): Simulation {
  const simulation = flatSheet(SIDE, { integrator, precision });
  simulation.apply({ type: 'pins', particles: [0, SIDE - 1] });
  simulation.apply({ type: 'set', key: 'gravity', value: 9.81 });
  simulation.apply({ type: 'motion', motion: [{ particles: [0], velocity: [0.2, 0, 0.1] }] });
  return simulation;
}

eachMethodInTurn(2, ({ id }) => {
  test('a cloth that is cut, pulled and torn has the same bits after rewind, in reruns and forks', {
    tags: ['sampled'],
  }, () => {
    let tears = 0;
    fc.assert(
      fc.property(script, fc.array(fraction, { minLength: 3, maxLength: 3 }), (acts, jumps) => {
        const simulation = started(id);
        const states = new Map<number, string>();
        for (let step = 0; step <= STEPS && !simulation.blowUp; step++) {
          for (const [at, act] of acts) if (at === step) act(simulation);
          if (!simulation.blowUp) states.set(step, observe(simulation));
          const { particleCount } = simulation;
          if (step < STEPS) simulation.step();
          if (simulation.particleCount > particleCount) tears++;
        }
        const last = Math.max(...states.keys());
        for (const part of [...jumps, 1]) {
          const step = Math.round(part * last);
          simulation.apply({ type: 'rewind', step });
          expect(observe(simulation)).toBe(states.get(step));
          expect(simulation.rerun(step).hash()).toBe(simulation.hash());
        }
        simulation.apply({ type: 'rewind', step: Math.floor(last / 2) });
        const fork = simulation.fork();
        const files = createSimulation({ scene: simulation.save() });
        expect(files.hash()).toBe(simulation.hash());
        expect(total(files.model.masses)).toBe(total(simulation.model.masses));
        fork.apply({ type: 'slit', springs: [0, 1, 2] });
        fork.step(3);
        const twin = simulation.fork();
        expect(observe(twin)).toBe(observe(simulation));
      }),
      { numRuns: LONG ? 10 : 2, seed: 3 },
    );
    expect(tears).toBeGreaterThan(0);
  });
});

describe('a slit cloth', () => {
  test('has forces that are the negative gradient of its energy, and keeps its momentum', () => {
    const simulation = flatSheet(7, { integrator: 'rk4' });
    randomStrokes(simulation, 11, 25);
    const { state, world, particleCount } = simulation;
    expect(particleCount).toBeGreaterThan(60);
    for (let i = 0; i < 4 * particleCount; i++) if (i % 4 !== 3) state.positions[i] += 0.04 * Math.sin(7.3 * i * i);
    const f = new Float64Array(4 * particleCount);
    world.computeForces(state, f);
    const h = 1e-6;
    for (let i = 0; i < 4 * particleCount; i += 5) {
      if (i % 4 === 3) continue;
      const at = state.positions[i];
      state.positions[i] = at + h;
      const above = world.energy(state).elastic;
      state.positions[i] = at - h;
      const below = world.energy(state).elastic;
      state.positions[i] = at;
      expect(Math.abs(f[i] + (above - below) / (2 * h))).toBeLessThan(1e-6 * (1 + Math.abs(f[i])));
    }
    const momentum = () => {
      const { model, state } = simulation;
      return [0, 1, 2].map((axis) => total(Array.from(model.masses, (m, i) => m * state.velocities[4 * i + axis])));
    };
    simulation.step(50);
    const before = momentum();
    randomStrokes(simulation, 12, 5);
    simulation.step(50);
    momentum().forEach((p, axis) => {
      expect(Math.abs(p)).toBeLessThan(1e-13);
      expect(Math.abs(p - before[axis])).toBeLessThan(1e-13);
    });
  });

  test('saves to a file that continues with the same bits, keeps its grid, and has its size again at other rows', () => {
    const simulation = started('symplectic-euler');
    simulation.apply(strokeAcross(simulation, [-0.2, -0.51], [0.5, -0.53]));
    simulation.step(60);
    const file = simulation.save();
    expect(file.slits).toEqual([...simulation.model.origins]);
    const loaded = createSimulation({ scene: JSON.parse(JSON.stringify(file)) });
    expect(loaded.hash()).toBe(simulation.hash());
    expect(loaded.model.grid).toEqual({ rows: SIDE, columns: SIDE });
    expect(loaded.particleCount).toBe(simulation.particleCount);
    loaded.step(60);
    simulation.step(60);
    expect(loaded.hash()).toBe(simulation.hash());
    loaded.apply({ type: 'set', key: 'rows', value: 12 });
    expect(loaded.particleCount).toBe(12 * SIDE);
    expect(total(loaded.model.masses)).toBeCloseTo(0.3, 6);
    expect(() => createSimulation({ scene: { ...file, slits: [500] } })).toThrow('slits[0]: 500 is not a particle');
  });

  test('falls back to another preconditioner than multigrid, and says why', () => {
    const simulation = started('implicit-euler');
    expect(simulation.preconditioner).toBe('multigrid');
    simulation.apply(strokeAcross(simulation, [-0.2, -0.51], [0.5, -0.53]), 0);
    expect(simulation.preconditioner).not.toBe('multigrid');
    expect(() => simulation.apply({ type: 'preconditioner', id: 'multigrid' })).toThrow('slits divide the net');
    simulation.step(100);
    expect(simulation.report.converged).toBe(true);
    simulation.apply({ type: 'undo' });
    expect(simulation.preconditioner).toBe('multigrid');
  });

  test('has no force between the two sides of a closed slit when it collides with itself', () => {
    const simulation = flatSheet(SIDE);
    simulation.apply({ type: 'set', key: 'selfCollision', value: 1 });
    simulation.apply({ type: 'set', key: 'clothThickness', value: 0.05 });
    simulation.apply(strokeAcross(simulation, [-0.2, -0.51], [0.5, -0.53]));
    const { positions } = simulation.state;
    const before = positions.slice();
    simulation.step(50);
    expect(positions.every((x, i) => Math.abs(x - before[i]) < 1e-12)).toBe(true);
  });
});
