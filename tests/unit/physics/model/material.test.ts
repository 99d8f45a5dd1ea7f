import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile } from '../../../../src/physics';

/** Different springs and particles, and a bend spring without stiffness. */
const scene: SceneFile = {
  hooke: 1,
  particles: {
    positions: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ],
    masses: [1, 2, 0.5, 0.7],
  },
  springs: {
    pairs: [
      [0, 1],
      [2, 3],
      [0, 3],
      [1, 2],
      [0, 2],
    ],
    kinds: ['structural', 'structural', 'shear', 'shear', 'bend'],
    stiffness: [100, 30, 20, 50, 0],
    damping: [0.1, 0.2, 0, 0.3, 0],
  },
  params: { gravity: 0 },
};

function start() {
  const simulation = createSimulation({ scene, precision: 'double' });
  const set = (key: string, value: number) => simulation.apply({ type: 'set', key, value });
  return { simulation, set };
}

describe('the material of a scene with different springs', () => {
  test('has the largest values as its parameters', () => {
    expect(start().simulation.params).toMatchObject({ stiffness: 100, shear: 0.5, bend: 0, damping: 0.3, mass: 2 });
  });

  test('is scaled by a parameter', () => {
    const { simulation, set } = start();
    set('stiffness', 200);
    expect([...simulation.model.stiffness]).toEqual([200, 60, 40, 100, 0]);
    set('shear', 0.25);
    expect([...simulation.model.stiffness]).toEqual([200, 60, 20, 50, 0]);
    set('damping', 0.6);
    expect([...simulation.model.damping]).toEqual([0.2, 0.4, 0, 0.6, 0]);
    set('mass', 4);
    expect([...simulation.model.masses]).toEqual([2, 4, 1, 1.4]);
    expect([...simulation.model.inverseMasses]).toEqual([1 / 2, 1 / 4, 1, 1 / 1.4]);
  });

  test('is parameter × ratio for a kind that was loaded with zeros', () => {
    const { simulation, set } = start();
    set('bend', 0.3);
    expect(simulation.model.stiffness[4]).toBe(30);
    set('stiffness', 50);
    expect(simulation.model.stiffness[4]).toBe(15);
    set('bend', 0);
    expect(simulation.model.stiffness[4]).toBe(0);
  });

  test('returns from 0 to the loaded values', () => {
    const { simulation, set } = start();
    const loaded = [...simulation.model.stiffness];
    set('stiffness', 0);
    expect([...simulation.model.stiffness]).toEqual([0, 0, 0, 0, 0]);
    set('stiffness', 100);
    expect([...simulation.model.stiffness]).toEqual(loaded);
  });

  test('is 0 for a kind that is switched off, or a cut spring, and returns after', () => {
    const { simulation, set } = start();
    set('shearSprings', 0);
    expect([...simulation.model.stiffness]).toEqual([100, 30, 0, 0, 0]);
    expect([...simulation.model.damping]).toEqual([0.1, 0.2, 0, 0, 0]);
    simulation.apply({ type: 'cut', spring: 0 });
    set('shearSprings', 1);
    expect([...simulation.model.stiffness]).toEqual([0, 30, 20, 50, 0]);
    simulation.apply({ type: 'mend', spring: 0 });
    expect([...simulation.model.stiffness]).toEqual([100, 30, 20, 50, 0]);
  });

  test('has the same bits after any changes in between', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            key: fc.constantFrom('stiffness', 'shear', 'bend', 'damping', 'mass'),
            value: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
          }),
          { maxLength: 8 },
        ),
        (changes) => {
          const { simulation, set } = start();
          const loaded = { ...simulation.params };
          const before = [simulation.model.stiffness, simulation.model.damping, simulation.model.masses].map((a) => [
            ...a,
          ]);
          for (const { key, value } of changes) set(key, value);
          for (const { key } of changes) set(key, loaded[key]);
          const { model } = simulation;
          expect([model.stiffness, model.damping, model.masses].map((a) => [...a])).toEqual(before);
        },
      ),
      { numRuns: 100, seed: 2 },
    );
  });
});
