// @module-tag same-on-every-kernel
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Vec3 } from '../../../src/physics';
import { attractionByPairs } from '../../../src/physics/forces/attraction/attraction';
import { attractionByTree, createMassTree } from '../../../src/physics/forces/attraction/by-tree';
import type { Force } from '../../../src/physics/world/force';
import { randomNumbers } from '../../fixtures/random';

const random = randomNumbers(7);
const inBall = (): Vec3 => {
  const v: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
  return Math.hypot(...v) < 1 ? v : inBall();
};
const scaled = ([x, y, z]: Vec3, s: number): Vec3 => [s * x, s * y, s * z];

/** Where particle i of n is. The flat net is the hardest: there the forces of its many neighbours nearly cancel. */
const PLACES: Record<string, (i: number, n: number) => Vec3> = {
  'a ball': inBall,
  'a sphere of Plummer': () => scaled(inBall(), 1 / Math.sqrt((0.02 + 0.98 * random()) ** (-2 / 3) - 0.99)),
  'a creased net': (i, n) => [(i % 25) / 25, Math.floor(i / 25) / (n / 25), 0.05 * Math.sin(i)],
  'a flat square net': (i) => [(i % 32) / 32, Math.floor(i / 32) / 32, 0],
  'six groups': (i) => scaled([...inBall()].map((x, c) => x + [10 * (i % 3), 5 * (i % 2), 0][c]) as Vec3, 0.2),
};

function particles(place: (i: number, n: number) => Vec3, n: number, equal = false) {
  const positions = new Float64Array(4 * n);
  const velocities = new Float64Array(4 * n);
  for (let i = 0; i < n; i++) {
    positions.set(place(i, n), 4 * i);
    velocities.set(inBall(), 4 * i);
  }
  const masses = Float64Array.from({ length: n }, () => (equal ? 1 : 0.3 + 3 * random()));
  return { state: { positions, velocities, time: 0 }, masses, all: Uint32Array.from(masses, (_, i) => i) };
}

const size = (values: Float64Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));
const difference = (a: Float64Array, b: Float64Array) => size(a.map((x, i) => x - b[i])) / size(b);
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i], 0);
/** Of the components of all particles, over that of their sizes. */
const total = (f: Float64Array) =>
  [0, 1, 2].map((c) => {
    const components = f.filter((_, i) => i % 4 === c);
    return (
      Math.abs(components.reduce((sum, x) => sum + x, 0)) / components.reduce((sum, x) => sum + Math.abs(x), 1e-300)
    );
  });

function forceOf(force: Force, state: Parameters<NonNullable<Force['addForce']>>[1]): Float64Array {
  const f = new Float64Array(state.positions.length);
  force.addForce?.(f, state);
  return f;
}

function derivativeOf(force: Force, v: Float64Array): Float64Array {
  const y = new Float64Array(v.length);
  force.addDerivative?.(y, v, 1, 0);
  return y;
}

for (const [name, place] of Object.entries(PLACES)) {
  describe(`attraction by a tree, in ${name}`, () => {
    const { state, masses, all } = particles(place, 640, name.endsWith('square net'));
    const args = [2, name.startsWith('a sphere') ? 1e-3 : 0, all, masses] as const;
    const [pairs, tree] = [attractionByPairs(...args), attractionByTree(...args)];

    test('is the sum over all pairs to 0.5 % (rms), and its energy to 0.05 %', () => {
      expect(difference(forceOf(tree, state), forceOf(pairs, state))).toBeLessThan(0.005);
      const [energy, exact] = [tree, pairs].map((force) => force.energy?.(state) as number);
      expect(Math.abs(energy / exact - 1)).toBeLessThan(5e-4);
    });

    test('exerts no net force, so that momentum stays', () => {
      for (const component of total(forceOf(tree, state))) expect(component).toBeLessThan(1e-12);
    });

    test('has a matrix that is symmetric, leaves uniform motion alone, and is near that of all pairs', () => {
      const [v, w] = [state.velocities, particles(inBall, 640).state.velocities];
      for (const clamp of name === 'a ball' ? [true, false] : [false]) {
        for (const force of [tree, pairs]) force.linearize?.(state, clamp);
        const [Jv, Jw] = [derivativeOf(tree, v), derivativeOf(tree, w)];
        expect(Math.abs(dot(w, Jv) - dot(v, Jw))).toBeLessThan(1e-12 * size(w) * size(Jv));
        for (const component of total(Jv)) expect(component).toBeLessThan(1e-12);
        expect(
          size(
            derivativeOf(
              tree,
              v.map((_, i) => [1, 2, 3, 0][i % 4]),
            ),
          ),
        ).toBeLessThan(1e-12 * size(Jv));
        expect(difference(Jv, derivativeOf(pairs, v))).toBeLessThan(0.1);
        const blocks = [tree, pairs].map((force) => {
          const all = new Float64Array(9 * masses.length);
          force.addDiagonal?.(all, 1, 0);
          return all;
        });
        expect(difference(blocks[0], blocks[1])).toBeLessThan(0.02);
      }
    });
  });
}

describe('a tree of masses', () => {
  test('takes O(n log n) evaluations', () => {
    const perParticle = (n: number) => {
      const { state, masses, all } = particles(inBall, n);
      const tree = createMassTree(all, masses, 0.6, 4);
      tree.build(state.positions);
      let evaluations = 0;
      let leaves = 0;
      for (let leaf = 0; leaf < tree.size && leaves < 64; leaf += 97) {
        if (tree.count[leaf] > 1) continue;
        leaves++;
        for (let k = tree.next(0, leaf); k < tree.size; k = tree.next(tree.end(k), leaf)) evaluations++;
      }
      return evaluations / leaves;
    };
    // Of n² evaluations each particle would have 16 times as many.
    expect(perParticle(32_768) / perParticle(2048)).toBeLessThan(4);
  });

  test('is the same for the same positions, whatever it was built for before', () => {
    const { state, masses, all } = particles(inBall, 700);
    const other = particles(inBall, 700).state;
    const [fresh, used] = [attractionByTree(1, 0, all, masses), attractionByTree(1, 0, all, masses)];
    forceOf(used, other);
    expect(forceOf(used, state)).toEqual(forceOf(fresh, state));
  });

  test('holds particles at one place, which do not attract each other, and ends where places are not numbers', () => {
    const { state, masses, all } = particles(() => [1, 2, 3], 600);
    const force = attractionByTree(1, 0, all, masses);
    expect(size(forceOf(force, state))).toBe(0);
    state.positions.fill(Number.NaN, 0, 40);
    forceOf(force, state);
  });

  test('is used for more than 512 particles: fewer are summed over pairs', () => {
    for (const [n, attraction] of [
      [512, attractionByPairs],
      [513, attractionByTree],
    ] as const) {
      const { state, masses } = particles(inBall, n);
      const positions = Array.from({ length: n }, (_, i) => [...state.positions.subarray(4 * i, 4 * i + 3)] as Vec3);
      const scene: SceneFile = {
        hooke: 1,
        particles: { positions, masses: [...masses] },
        forces: [{ type: 'attraction', G: 1, softening: 0.1 }],
        params: { gravity: 0, drag: 0, dt: 1e-3 },
        integrator: 'symplectic-euler',
      };
      const simulation = createSimulation({ scene, precision: 'double' });
      simulation.step();
      const all = Uint32Array.from(masses, (_, i) => i);
      const f = forceOf(attraction(1, 0.1 * 0.1, all, masses), { ...state, velocities: new Float64Array(4 * n) });
      // v = h f/m after a step from rest.
      const v = f.map((force, i) => (1e-3 * force) / masses[i >> 2]);
      expect(difference(Float64Array.from(simulation.state.velocities), v)).toBeLessThan(1e-15);
    }
  });

  test('rewinds and forks to the same bits', () => {
    const simulation = createSimulation({ scene: 'cloth', params: { rows: 24, columns: 24 }, precision: 'double' });
    simulation.apply({ type: 'forces', forces: [{ type: 'attraction', G: 5, softening: 0.01 }] });
    simulation.step(6);
    const fork = simulation.fork();
    for (const one of [simulation, fork]) one.step(3);
    const hash = simulation.hash();
    expect(fork.hash()).toBe(hash);
    simulation.apply({ type: 'rewind', step: 4 });
    simulation.step(5);
    expect(simulation.hash()).toBe(hash);
  });
});
