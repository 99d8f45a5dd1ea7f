import { array, assert, constant, constantFrom, double, integer, oneof, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, createSimulation, energyLedger, INTEGRATORS, type SceneFile } from '../../../src/physics';
import { goldenCloth } from '../../fixtures/golden-cloth';
import { dragAbout, imbalance, withLedger } from '../../fixtures/ledger-accounts';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { everyNth } from '../../fixtures/run-length';

const rootMeanSquare = (values: number[]) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length);

describe('the numerical remainder of a damped cloth that a grab moves', () => {
  eachMethodInTurn(4, ({ id, order }) => {
    const dt = [0, 1e-4, 1e-4, 2e-4, 5e-4][order];
    const remainder = (h: number) => {
      const simulation = withLedger(id, h);
      return rootMeanSquare(dragAbout(simulation, () => energyLedger(simulation).numerical));
    };

    test(`shrinks at order ${order}`, () => {
      const observed = Math.log2(remainder(dt) / remainder(dt / 2));
      expect(Math.abs(observed - order), `observed order ${observed}`).toBeLessThan(0.15);
    });

    test(`shrinks at order ${order + 1} in a single step`, () => {
      const start = withLedger('rk4', 1e-4);
      start.apply({ type: 'grab', particle: 10, target: [0.25, 0.1, 0.2] });
      start.step(1234);
      const scene = start.save();
      const inOneStep = (h: number) => {
        const simulation = withLedger(id, h, scene);
        simulation.apply({ type: 'grab', particle: 10, target: [0.25, 0.1, 0.2] });
        energyLedger(simulation);
        simulation.step();
        return energyLedger(simulation).numerical;
      };
      const h = [0, 1e-4, 5e-5, 5e-4, 3e-4][order];
      const observed = Math.log2(inOneStep(h) / inOneStep(h / 2));
      expect(Math.abs(observed - order - 1), `observed order ${observed}`).toBeLessThan(0.15);
    });
  });
});

describe('undamped symplectic Euler', () => {
  test('neither creates nor loses energy over 100,000 steps', { tags: ['long'] }, () => {
    const scene: SceneFile = {
      ...goldenCloth(),
      springs: { ...goldenCloth().springs, stiffness: 100, damping: 0 } as never,
    };
    const simulation = withLedger('symplectic-euler', 1e-3, { ...scene, params: { gravity: 9.81, drag: 0 } });
    const remainders = Array.from({ length: 1000 }, () => {
      simulation.step(100);
      return energyLedger(simulation).numerical;
    });
    const meanOf = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
    const amplitude = Math.max(...remainders.map(Math.abs));
    expect(amplitude).toBeGreaterThan(1e-6);
    expect(amplitude).toBeLessThan(0.05);
    expect(Math.abs(meanOf(remainders.slice(0, 300)) - meanOf(remainders.slice(-300)))).toBeLessThan(0.1 * amplitude);
    expect(energyLedger(simulation)).toMatchObject({ hand: 0, damping: 0, parameters: 0 });
  });
});

describe('the ledger', () => {
  test('changes no bit of the state, with contacts, moving pins, wind and grabs, under any method', {
    tags: ['sampled'],
  }, () => {
    const scene: SceneFile = {
      ...goldenCloth(),
      surface: [
        [0, 1, 4],
        [1, 5, 4],
      ],
      planes: [{ point: [0, -0.2, 0], normal: [0, 1, 0.1], restitution: 0.4, friction: 0.3 }],
      spheres: [{ center: [0.2, -0.15, 0.2], radius: 0.1, restitution: 0, friction: 0.5 }],
      forces: [{ type: 'wind', velocity: [0, 1, 3], gust: 2 }],
      motion: [{ particles: [0], shake: { amplitude: [0, 0.02, 0], frequency: 3 } }],
      params: { ...goldenCloth().params, selfCollision: 1, clothThickness: 0.02, decay: 0.5, dt: 5e-4 },
    } as SceneFile;
    for (const { id } of everyNth(4, INTEGRATORS)) {
      const [audited, plain] = [true, false].map((hasLedger) => {
        const simulation = createSimulation({ scene, integrator: id });
        if (hasLedger) energyLedger(simulation);
        dragAbout(simulation, () => 0);
        simulation.apply({ type: 'set', key: 'hardHold', value: 1 });
        simulation.apply({ type: 'grab', particle: 10, target: [0.25, 0.1, 0.2] });
        simulation.step(50);
        return simulation;
      });
      expect(audited.hash(), id).toBe(plain.hash());
      expect(audited.blowUp, id).toBeNull();
      expect(energyLedger(audited).damping, id).toBeGreaterThan(0);
    }
  });

  test('balances, and heat never decreases, under any commands', { tags: ['long'] }, () => {
    const place = double({ min: -0.5, max: 0.5, noNaN: true });
    const target = tuple(place, place, place);
    const particle = integer({ min: 0, max: 8 });
    const commands = oneof<import('fast-check').Arbitrary<Command>[]>(
      record({ type: constant('set'), key: constant('stiffness'), value: double({ min: 1, max: 500, noNaN: true }) }),
      record({ type: constant('set'), key: constant('gravity'), value: double({ min: -20, max: 20, noNaN: true }) }),
      record({ type: constant('set'), key: constant('rows'), value: integer({ min: 3, max: 5 }) }),
      record({ type: constant('set'), key: constant('hardHold'), value: constantFrom(0, 1) }),
      record({ type: constant('set'), key: constant('decay'), value: constantFrom(0, 2) }),
      record({ type: constant('pin'), particle, pinned: constantFrom(true, false) }),
      record({ type: constant('grab'), particle, target }),
      record({ type: constant('move'), target }),
      record({ type: constant('release') }),
      record({ type: constant('push'), force: tuple(place, place, place) }),
      record({ type: constant('cut'), spring: particle }),
      record({ type: constant('mend'), spring: particle }),
      record({ type: constant('precision'), id: constantFrom('single', 'double') }),
      record({ type: constant('integrator'), id: constantFrom(...INTEGRATORS.map(({ id }) => id)) }),
      record({ type: constant('equilibrium') }),
    );
    assert(
      property(array(commands, { maxLength: 12 }), (sequence) => {
        const simulation = createSimulation({ params: { rows: 4, columns: 4, dt: 5e-4 } });
        simulation.step(10);
        const initial = simulation.energy().total;
        let heat = energyLedger(simulation).damping;
        for (const command of sequence) {
          simulation.apply(command);
          simulation.step(20);
          const ledger = energyLedger(simulation);
          expect(Math.abs(imbalance(ledger))).toBeLessThan(1e-12);
          const { kinetic, elastic, gravity } = ledger;
          const size = Math.max(...Object.values(ledger).map(Math.abs), Math.abs(initial));
          expect(Math.abs(kinetic + elastic + gravity - (simulation.energy().total - initial))).toBeLessThan(
            1e-12 * size,
          );
          if (!simulation.blowUp) expect(ledger.damping).toBeGreaterThanOrEqual(heat);
          heat = ledger.damping;
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});
