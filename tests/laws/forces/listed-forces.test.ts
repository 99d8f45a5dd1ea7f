// @module-tag same-on-every-kernel
import { EigenvalueDecomposition, type Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import type { SceneFile, Vec3 } from '../../../src/physics';
import { EMPTY_ENVIRONMENT, type EnvironmentItem } from '../../../src/physics/model/environment';
import { gridTriangles } from '../../../src/physics/scenes/builders/grid';
import { coordinates, derivative, differences, error, forceAt } from '../../fixtures/derivatives';
import { valuesOf } from '../../fixtures/field-values';
import { LISTED_FORCES, type ListedKind } from '../../fixtures/listed-forces';
import { randomCloth } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

const GRID = { rows: 4, columns: 4 };
const SEEDS = [1, 2, 3];

/** A crumpled net in motion, with triangles. */
function scene(seed: number, cell = 0.1): SceneFile {
  const triangles = gridTriangles(GRID);
  const surface = Array.from({ length: triangles.length / 3 }, (_, t) => [...triangles.slice(3 * t, 3 * t + 3)]);
  return { ...randomCloth(seed, { ...GRID, cell }), surface: surface as [number, number, number][] };
}

interface Options {
  clamp?: 0 | 1;
  cell?: number;
  particles?: number[];
  values?: Record<string, number | Vec3>;
}

/** A world with nothing in it but this force. */
function alone(definition: ListedKind, seed: number, options: Options = {}) {
  const { clamp = 0, cell, values = valuesOf(definition.fields, seed) } = options;
  const { world, state } = worldOf(scene(seed, cell), { forces: [], constraints: [], params: { clamp } });
  const particles = options.particles ?? (definition.particles === 'two' ? [5, 6] : undefined);
  const thing: EnvironmentItem = { type: definition.type, ...(particles && { particles }), ...values };
  world.applySettings({ params: world.params, environment: { ...EMPTY_ENVIRONMENT, forces: [thing] } });
  return { world, state };
}

function smallestEigenvalue(A: Matrix): number {
  return Math.min(...new EigenvalueDecomposition(A, { assumeSymmetric: true }).realEigenvalues);
}

for (const definition of LISTED_FORCES) {
  describe(`the listed force ${definition.type}`, () => {
    const hasEnergy = definition.account === 'elastic' || definition.account === 'gravity';

    test('exerts a force, and its evaluation does not change the state', () => {
      const { world, state } = alone(definition, 1);
      const before = [...state.positions, ...state.velocities];
      const f = forceAt(world, state);
      const twice = f.slice();
      expect(Math.max(...f.map(Math.abs))).toBeGreaterThan(0);
      world.forces[0].addForce?.(twice, state);
      for (let i = 0; i < f.length; i++)
        expect(Math.abs(twice[i] - 2 * f[i])).toBeLessThan(1e-12 * Math.abs(f[i]) + 1e-15);
      for (let i = 3; i < f.length; i += 4) expect(f[i]).toBe(0);
      derivative(world, state, 1, 1);
      expect([...state.positions, ...state.velocities]).toEqual(before);
    });

    test('acts on the selected particles alone', () => {
      const particles = definition.particles === 'two' ? [2, 9] : [0, 1, 2, 3, 4, 5, 6, 7];
      const { world, state } = alone(definition, 2, { particles });
      const f = forceAt(world, state);
      const A = derivative(world, state, 1, 1);
      for (const o of coordinates(world)) {
        const particle = Math.floor(o / 4);
        if (particles.includes(particle)) continue;
        expect(f[o]).toBe(0);
        const row = 3 * particle + (o % 4);
        expect(Math.max(...A.getRow(row).map(Math.abs), ...A.getColumn(row).map(Math.abs))).toBe(0);
      }
      expect(Math.max(...f.map(Math.abs))).toBeGreaterThan(0);
    });

    if (hasEnergy) {
      test('is the negative gradient of its energy, where nothing moves', () => {
        for (const seed of SEEDS) {
          const { world, state } = alone(definition, seed);
          state.velocities.fill(0);
          const f = forceAt(world, state);
          const largest = Math.max(...f.map(Math.abs));
          const energy = () => world.energy(state).total;
          for (const o of coordinates(world)) {
            const [x, eps] = [state.positions[o], 1e-5];
            state.positions[o] = x + eps;
            const up = energy();
            state.positions[o] = x - eps;
            const down = energy();
            state.positions[o] = x;
            expect(Math.abs((down - up) / (2 * eps) - f[o])).toBeLessThan(1e-6 * largest + 1e-12);
          }
        }
      });

      test('has the ∂f/∂x that it says, unclamped and where nothing moves', () => {
        for (const seed of SEEDS) {
          const { world, state } = alone(definition, seed);
          state.velocities.fill(0);
          expect(error(derivative(world, state, 1, 0), differences(world, state, 'positions'))).toBeLessThan(1e-6);
        }
      });
    } else {
      test('has no ∂f/∂x', () => {
        const { world, state } = alone(definition, 1);
        expect(derivative(world, state, 1, 0).abs().max()).toBe(0);
        expect(world.forces[0].energy).toBeUndefined();
      });
    }

    test('has the ∂f/∂v that it says', () => {
      for (const seed of SEEDS) {
        const { world, state } = alone(definition, seed);
        expect(error(derivative(world, state, 0, 1), differences(world, state, 'velocities'))).toBeLessThan(1e-6);
      }
    });

    test('makes a matrix that is symmetric, clamped or not', () => {
      for (const clamp of [0, 1] as const) {
        const { world, state } = alone(definition, 4, { clamp });
        const A = derivative(world, state, 0.7, 0.3);
        expect(error(A, A.transpose())).toBeLessThan(1e-14);
      }
    });

    test('never makes the matrix less definite when clamped, even on a crumpled cloth', () => {
      for (const seed of SEEDS) {
        for (const cell of [0.03, 0.3]) {
          const { world, state } = alone(definition, seed, { clamp: 1, cell });
          const minus = derivative(world, state, 1, 0.1).mul(-1);
          expect(smallestEigenvalue(minus)).toBeGreaterThan(-1e-12 * Math.max(1, minus.clone().abs().max()));
        }
      }
    });

    test('gives the preconditioner the diagonal blocks of that matrix', () => {
      for (const clamp of [0, 1] as const) {
        const { world, state } = alone(definition, 5, { clamp });
        const A = derivative(world, state, 0.7, 0.3);
        const { particleCount: n } = world.model;
        const blocks = new Float64Array(9 * n);
        world.addDiagonals(blocks, 0.7, 0.3);
        const scale = Math.max(1e-12, A.clone().abs().max());
        for (let i = 0; i < n; i++) {
          for (let row = 0; row < 3; row++) {
            for (let column = 0; column < 3; column++) {
              const off = blocks[9 * i + 3 * row + column] - A.get(3 * i + row, 3 * i + column);
              expect(Math.abs(off) / scale).toBeLessThan(1e-13);
            }
          }
        }
      }
    });
  });
}

const find = (type: string) => LISTED_FORCES.find((definition) => definition.type === type) as ListedKind;

describe('attraction', () => {
  test('is −G m_p m_q l/(|l|² + ε²)^(3/2) on each of two particles', () => {
    const { world, state } = alone(find('attraction'), 1, { particles: [3, 12], values: { G: 0.7, softening: 0.05 } });
    const f = forceAt(world, state);
    const { positions: x } = state;
    const l = [0, 1, 2].map((axis) => x[12 + axis] - x[48 + axis]);
    const s = Math.hypot(...l, 0.05);
    const { masses } = world.model;
    l.forEach((part, axis) => {
      const expected = (-0.7 * masses[3] * masses[12] * part) / s ** 3;
      expect(Math.abs(f[12 + axis] - expected)).toBeLessThan(1e-14 * Math.abs(expected));
      expect(f[48 + axis]).toBe(-f[12 + axis]);
    });
  });

  test('makes the matrix indefinite when not clamped, and gives no NaN where two particles coincide', () => {
    const values = { G: 1, softening: 0 };
    const { world, state } = alone(find('attraction'), 1, { values });
    expect(smallestEigenvalue(derivative(world, state, -1, 0))).toBeLessThan(-1e-3);
    state.positions.copyWithin(0, 4, 8);
    expect(forceAt(world, state).every(Number.isFinite)).toBe(true);
    expect(derivative(world, state, -1, 0).to1DArray().every(Number.isFinite)).toBe(true);
    expect(world.energy(state).gravity).toBeLessThan(0);
  });
});

for (const type of ['attraction', 'spring']) {
  test(`action equals reaction, without a torque, under ${type}`, () => {
    for (const seed of SEEDS) {
      const { world, state } = alone(find(type), seed);
      const f = forceAt(world, state);
      const sum = [0, 0, 0];
      const turn = [0, 0, 0];
      for (let i = 0; i < world.model.particleCount; i++) {
        const [x, g] = [state.positions.slice(4 * i, 4 * i + 3), f.slice(4 * i, 4 * i + 3)];
        for (let axis = 0; axis < 3; axis++) {
          const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
          sum[axis] += g[axis];
          turn[axis] += x[j] * g[k] - x[k] * g[j];
        }
      }
      const largest = Math.max(...f.map(Math.abs));
      for (const part of [...sum, ...turn]) expect(Math.abs(part)).toBeLessThan(1e-14 * largest);
    }
  });
}
