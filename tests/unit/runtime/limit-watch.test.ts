import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveLimit, createSimulation, INTEGRATORS, type Simulation } from '../../../src/physics';
import { describeStructure } from '../../../src/runtime/frame/describe';
import type { Structure } from '../../../src/runtime/frame/frame';
import { createLimitWatch } from '../../../src/runtime/frame/limit-watch';

const CLOTH = { rows: 8, columns: 8 };
let now = 0;
let simulation: Simulation;
let structure: Structure;
let looks: number;
let stabilityOf: ReturnType<typeof createLimitWatch>;

/** Counts how often derivatives are taken. */
function watched(params = CLOTH) {
  simulation = createSimulation({ params });
  structure = describeStructure(simulation, 0);
  looks = 0;
  const { world } = simulation;
  const { linearize } = world;
  Object.assign(world, {
    linearize(...args: Parameters<typeof linearize>) {
      looks++;
      linearize(...args);
    },
  });
}

beforeEach(() => {
  now = 0;
  stabilityOf = createLimitWatch(() => now);
  watched();
});

const look = () => stabilityOf(simulation, structure);

describe('the limit that frames tell', () => {
  test('is looked for a few times a second while the run goes on, and not while it rests', () => {
    look();
    look();
    expect(looks).toBe(1);
    for (let frame = 0; frame < 60; frame++) {
      now += 1000 / 60;
      simulation.step(10);
      look();
    }
    expect(looks).toBeGreaterThan(2);
    expect(looks).toBeLessThan(7);
    simulation.step(1);
    const before = looks;
    now += 1000;
    look();
    look();
    expect(looks).toBe(before + 1);
    now += 1000;
    look();
    expect(looks).toBe(before + 1);
  });

  test('is looked for at once where something has changed that it depends on, and not for a new dt', () => {
    look();
    const { dt } = look();
    simulation.apply({ type: 'set', key: 'dt', value: 2 * simulation.params.dt });
    const { fraction } = look();
    expect(looks).toBe(1);
    expect(fraction).toBeCloseTo(simulation.params.dt / dt, 12);
    simulation.apply({ type: 'set', key: 'stiffness', value: 4 * simulation.params.stiffness });
    expect(look().dt / dt).toBeLessThan(0.6);
    simulation.apply({ type: 'integrator', id: 'implicit-euler' });
    expect(look()).toMatchObject({ dt: Number.POSITIVE_INFINITY, fraction: 0 });
    simulation.apply({ type: 'grab', particle: 3, target: [0, 0, 0] });
    look();
    expect(looks).toBe(4);
  });

  test('changes no bit of a run that it looks at', () => {
    const alone = createSimulation({ params: CLOTH, integrator: 'implicit-euler-newton' });
    simulation.apply({ type: 'integrator', id: 'implicit-euler-newton' });
    for (let i = 0; i < 20; i++) {
      now += 300;
      simulation.step(3);
      alone.step(3);
      look();
    }
    expect(looks).toBeGreaterThan(10);
    expect(simulation.hash()).toBe(alone.hash());
  });

  test.each(['symplectic-euler', 'implicit-euler-newton'])(
    'is found over frames where it takes long, with %s running on, and is what it would be all at once',
    (id) => {
      simulation.apply({ type: 'integrator', id });
      simulation.apply({ type: 'set', key: 'damping', value: 0.02 });
      const [method] = INTEGRATORS.filter((one) => one.id === id);
      const { world, state } = createSimulation({ params: { ...CLOTH, damping: 0.02 }, integrator: id });
      const whole = createLiveLimit(world)(state, method, true);
      // Every glance at the clock takes a millisecond.
      stabilityOf = createLimitWatch(() => now++);
      const frames = [look()];
      let longest = now;
      while (frames[frames.length - 1].sought) {
        simulation.step(2);
        const start = now;
        frames.push(look());
        longest = Math.max(longest, now - start);
      }
      expect(longest).toBeLessThan(15);
      expect(frames.length).toBeGreaterThan(3);
      expect(frames[frames.length - 1]).toMatchObject(whole);
      for (const { dt, omegaMax, decayMax } of frames.slice(0, -1)) {
        expect(dt).toBeLessThanOrEqual(whole.dt);
        expect(omegaMax).toBeGreaterThanOrEqual(whole.omegaMax);
        expect(decayMax).toBeGreaterThanOrEqual(whole.decayMax);
      }
      // A look that nothing but time asks for leaves the last limit standing until it is through.
      now += 10_000;
      simulation.step(1);
      expect(look()).toMatchObject({ ...whole, sought: false });
    },
  );

  test('stays what it was while numbers have ceased to be any', () => {
    const before = look();
    simulation.state.positions[5] = Number.NaN;
    now += 1000;
    simulation.step(1);
    expect(look()).toEqual(before);
    watched();
    expect(look().dt).toBeCloseTo(before.dt, 6);
  });
});
