// @module-tag same-on-every-kernel
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { FORCES, type ForceDefinition } from '../../../src/physics';
import { coordinates, derivative, differences, error, forceAt } from '../../fixtures/derivatives';
import { randomCloth } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

/** Every parameter that a force may look at, away from the values at which it vanishes. */
const PARAMS = {
  ...Object.fromEntries(
    FORCES.flatMap(({ params = {} }) => Object.entries(params)).map(([key, { range }]) => [key, range[1]]),
  ),
  ...{ gravity: 9.81, drag: 0.3, decay: 4, grabStiffness: 70, dt: 1e-3 },
  // Of a membrane as stiff as the springs.
  ...{ membraneLambda: 3e4, membraneMu: 4e4, membranePhi: 30, membranePsi: 20, membraneThickness: 2e-3 },
};
const SEEDS = [1, 2, 3];

function alone(force: ForceDefinition, seed: number, clamp: 0 | 1, cell = 0.1) {
  return worldOf(randomCloth(seed, { cell, membrane: true }), {
    forces: [force],
    params: { ...PARAMS, clamp },
    held: 5,
    target: [0.3, 0.6, -0.2],
  });
}

for (const force of FORCES.filter(({ create }) => create)) {
  describe(`the force ${force.id}`, () => {
    test('is the negative gradient of its energy, where nothing moves', () => {
      for (const seed of SEEDS) {
        const { world, state } = alone(force, seed, 0);
        const [bound] = world.forces;
        state.velocities.fill(0);
        if (!bound.energy) continue;
        expect(force.account).toBeDefined();
        const f = forceAt(world, state);
        for (const o of coordinates(world)) {
          const [x, eps] = [state.positions[o], 1e-6];
          state.positions[o] = x + eps;
          const up = bound.energy(state);
          state.positions[o] = x - eps;
          const down = bound.energy(state);
          state.positions[o] = x;
          expect(Math.abs((down - up) / (2 * eps) - f[o])).toBeLessThan(1e-6);
        }
      }
    });

    test('has the ∂f/∂x that it says, unclamped and where nothing moves', () => {
      for (const seed of SEEDS) {
        const { world, state } = alone(force, seed, 0);
        state.velocities.fill(0);
        expect(error(derivative(world, state, 1, 0), differences(world, state, 'positions'), 1)).toBeLessThan(1e-6);
      }
    });

    test('has the ∂f/∂v that it says', () => {
      for (const seed of SEEDS) {
        const { world, state } = alone(force, seed, 1);
        expect(error(derivative(world, state, 0, 1), differences(world, state, 'velocities'), 1)).toBeLessThan(1e-7);
      }
    });

    test('makes a matrix that is symmetric, clamped or not', () => {
      for (const clamp of [0, 1] as const) {
        const { world, state } = alone(force, 4, clamp);
        const A = derivative(world, state, 0.7, 0.3);
        expect(error(A, A.transpose(), 1)).toBeLessThan(1e-14);
      }
    });

    test('never pushes the matrix towards indefiniteness when clamped, however crumpled the cloth', () => {
      for (const seed of SEEDS) {
        const { world, state } = alone(force, seed, 1, 0.03);
        const minus = derivative(world, state, 1, 0.1).mul(-1);
        const { realEigenvalues } = new EigenvalueDecomposition(minus, { assumeSymmetric: true });
        expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-10 * Math.max(1, ...realEigenvalues));
      }
    });

    test('has bounds that its derivatives keep to while it is little strained, or says that it has none', () => {
      const cloth = randomCloth(7, { crumple: 0.02, membrane: true });
      const { world, state } = worldOf(cloth, { forces: [force], params: { ...PARAMS, clamp: 0 }, held: 5 });
      const [bound] = world.forces;
      expect(bound.addBounds !== undefined).toBe(bound.addDerivative !== undefined);
      const { particleCount: n } = world.model;
      const [k, c] = [new Float64Array(n), new Float64Array(n)];
      if (!bound.addBounds?.(k, c)) return;
      for (const [bounds, a, b] of [
        [k, -1, 0],
        [c, 0, -1],
      ] as const) {
        const rest = Matrix.diag(Array.from({ length: 3 * n }, (_, i) => bounds[Math.floor(i / 3)])).sub(
          derivative(world, state, a, b),
        );
        const { realEigenvalues } = new EigenvalueDecomposition(rest, { assumeSymmetric: true });
        expect(Math.min(...realEigenvalues)).toBeGreaterThan(-1e-10 * Math.max(1, ...realEigenvalues));
      }
    });

    test('gives the preconditioner the diagonal blocks of that matrix', () => {
      for (const clamp of [0, 1] as const) {
        const { world, state } = alone(force, 5, clamp);
        const A = derivative(world, state, 0.7, 0.3);
        const { particleCount: n } = world.model;
        const blocks = new Float64Array(9 * n);
        world.addDiagonals(blocks, 0.7, 0.3);
        for (let i = 0; i < n; i++) {
          const block = new Matrix([0, 1, 2].map((row) => [...blocks.slice(9 * i + 3 * row, 9 * i + 3 * row + 3)]));
          expect(error(block, A.subMatrix(3 * i, 3 * i + 2, 3 * i, 3 * i + 2), 1)).toBeLessThan(1e-13);
        }
      }
    });

    test('adds to what is there, and moves nothing by being asked', () => {
      const { world, state } = alone(force, 6, 1);
      const before = [...state.positions, ...state.velocities];
      const f = forceAt(world, state);
      const twice = f.slice();
      world.forces[0].addForce?.(twice, state);
      for (let i = 0; i < f.length; i++) expect(Math.abs(twice[i] - 2 * f[i])).toBeLessThan(1e-12);
      for (let i = 3; i < f.length; i += 4) expect(f[i]).toBe(0);
      derivative(world, state, 1, 1);
      expect([...state.positions, ...state.velocities]).toEqual(before);
    });
  });
}

describe('unclamped', () => {
  test('a crumpled cloth makes the matrix indefinite: the clamp is not idle', () => {
    const [spring] = FORCES.filter(({ id }) => id === 'spring');
    const { world, state } = alone(spring, 1, 0, 0.03);
    const minus = derivative(world, state, 1, 0).mul(-1);
    const { realEigenvalues } = new EigenvalueDecomposition(minus, { assumeSymmetric: true });
    expect(Math.min(...realEigenvalues)).toBeLessThan(-1);
  });
});

describe('the decay of velocities', () => {
  test('is e^(−h·r), whatever the method', () => {
    const [decay] = FORCES.filter(({ id }) => id === 'decay');
    const { world, state } = alone(decay, 1, 1);
    const before = state.velocities.slice();
    world.forces[0].beforeStep?.(state, 0.05);
    for (let i = 0; i < before.length; i++) {
      expect(state.velocities[i]).toBeCloseTo(before[i] * Math.exp(-0.05 * PARAMS.decay), 14);
    }
  });
});
