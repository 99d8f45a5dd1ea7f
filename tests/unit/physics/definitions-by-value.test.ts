import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  createSideBySide,
  createSimulation,
  growthPerStep,
  type IntegratorDefinition,
  PARAMS,
  type SceneFile,
  type Simulation,
  stabilityLimit,
} from '../../../src/physics';
import { diagnose } from '../../../src/physics/blow-up/diagnosis/diagnose';
import { rk4 } from '../../../src/physics/integrators/runge-kutta';
import { ralston, updraft } from '../../fixtures/added-definitions';

const SMALL = { rows: 4, columns: 4 };
const start = (params = {}): Simulation =>
  createSimulation({ scene: 'cloth', integrator: ralston, forces: [updraft], params: { ...SMALL, ...params } });

describe('definitions that are handed to createSimulation', () => {
  test('have the types of the public interfaces', () => {
    type Setup = NonNullable<Parameters<typeof createSimulation>[0]>;
    expectTypeOf<IntegratorDefinition>().toExtend<NonNullable<Setup['integrator']>>();
    expectTypeOf<[typeof updraft]>().toExtend<NonNullable<Setup['forces']>>();
    expectTypeOf<string>().toExtend<NonNullable<Setup['integrator']>>();
    expectTypeOf<[number]>().not.toExtend<NonNullable<Setup['forces']>>();
  });

  test('run the simulation: the integrator steps it, and the force acts as its parameter says', () => {
    const without = createSimulation({ scene: 'cloth', integrator: ralston, params: SMALL });
    const simulation = start();
    expect([simulation.integrator, simulation.params.updraft]).toEqual(['ralston', 0]);
    expect([simulation.step(50).ok, without.step(50).ok]).toEqual([true, true]);
    expect(simulation.hash()).toBe(without.hash());
    const lifted = start({ updraft: 0.01 });
    lifted.step(50);
    expect(lifted.particle(15).position[1]).toBeGreaterThan(simulation.particle(15).position[1]);
  });

  test('belong to that simulation alone', () => {
    start();
    expect(PARAMS).not.toHaveProperty('updraft');
    expect(() => createSimulation({ integrator: 'ralston' })).toThrow(
      'setup.integrator: there is no integrator "ralston"',
    );
    expect(() => createSimulation({ params: { updraft: 1 } })).toThrow('there is no parameter "updraft"');
  });

  test('are known to commands by their ids, in another scene too', () => {
    const simulation = start();
    simulation.apply({ type: 'set', key: 'updraft', value: 0.004 });
    simulation.apply({ type: 'integrator', id: 'rk4' });
    simulation.apply({ type: 'integrator', id: 'ralston' });
    expect(() => simulation.apply({ type: 'set', key: 'updraft', value: Number.NaN })).toThrow('updraft must be');
    simulation.apply({ type: 'scene', scene: 'chain', integrator: 'ralston', params: { updraft: 0.002 } });
    expect([simulation.integrator, simulation.params.updraft]).toEqual(['ralston', 0.002]);
    expect(simulation.step(3).ok).toBe(true);
  });

  test('go with a fork, a comparison, a rewind and a rerun, to the same bits', () => {
    const simulation = start({ updraft: 0.004 });
    simulation.step(40);
    const fork = simulation.fork();
    const { companions } = createSideBySide(simulation, [
      { label: 'RK4', integrator: 'rk4' },
      { label: 'calm', params: { updraft: 0 } },
    ]);
    expect(companions.map((one) => one.simulation.params.updraft)).toEqual([0.004, 0]);
    simulation.step(40);
    fork.step(40);
    const end = simulation.hash();
    expect(fork.hash()).toBe(end);
    expect(simulation.rerun(80).hash()).toBe(end);
    simulation.apply({ type: 'rewind', step: 16 });
    simulation.step(64);
    expect(simulation.hash()).toBe(end);
  });

  test('can be diagnosed after a blow-up', () => {
    const simulation = start({ dt: 0.1, updraft: 0.004 });
    simulation.step(2000);
    expect(simulation.blowUp).not.toBeNull();
    expect(diagnose(simulation)).not.toBeNull();
  });

  test('are analysed like the built-in ones', () => {
    const simulation = start();
    expect(stabilityLimit(simulation).dt).toBeGreaterThan(0);
    expect(stabilityLimit(simulation, ralston)).toEqual(stabilityLimit(simulation));
    expect(growthPerStep(ralston, 0.5, 0)).toBeCloseTo(growthPerStep('midpoint', 0.5, 0), 12);
  });

  test('are named in a saved file, which loads where they are given', () => {
    const simulation = start({ updraft: 0.004 });
    simulation.step(10);
    const file: SceneFile = JSON.parse(JSON.stringify(simulation.save()));
    expect([file.integrator, file.params?.updraft]).toEqual(['ralston', 0.004]);
    const again = createSimulation({ scene: file, integrator: ralston, forces: [updraft] });
    simulation.step(10);
    again.step(10);
    expect(again.hash()).toBe(simulation.hash());
    expect(() => createSimulation({ scene: file })).toThrow('integrator: there is no integrator "ralston"');
  });
});

describe('an invalid definition is refused by its place', () => {
  const cases: [string, object, string][] = [
    [
      'an integrator without create',
      { integrator: { id: 'mine' } },
      'setup.integrator must be the id or the definition',
    ],
    ['an id that is taken', { integrator: { ...ralston, id: 'rk4' } }, 'there is already an integrator "rk4"'],
    ['a force that is no object', { forces: [3] }, 'setup.forces[0] must be an object, got 3'],
    ['a force that cannot act', { forces: [{ id: 'idle' }] }, 'setup.forces[0] must be the definition of a force'],
    ['a force twice', { forces: [updraft, { ...updraft }] }, 'already a parameter "updraft"'],
    ['a parameter that is taken', { forces: [{ ...updraft, params: { dt: PARAMS.dt } }] }, 'already a parameter "dt"'],
  ];
  test.each(cases)('%s', (_, setup, message) => {
    expect(() => createSimulation(setup)).toThrow(message);
  });

  test('a built-in definition by value is the built-in one', () => {
    expect(createSimulation({ integrator: rk4, params: SMALL }).definitions.integrators).toHaveLength(
      createSimulation({ params: SMALL }).definitions.integrators.length,
    );
  });
});
