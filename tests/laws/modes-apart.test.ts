import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import {
  createSafeStep,
  type ForceDefinition,
  INTEGRATORS,
  type IntegratorDefinition,
  type State,
} from '../../src/physics';
import { randomNumbers } from './random';
import { worldOf } from './world-of';

/** A random symmetric matrix of some rank whose eigenvalues go from 0 up to `top`. */
function randomMatrix(random: () => number, size: number, top: number): Matrix {
  const rank = 1 + Math.floor(random() * size);
  const root = Matrix.zeros(size, rank);
  for (let i = 0; i < size; i++) for (let j = 0; j < rank; j++) root.set(i, j, random() + random() + random() - 1.5);
  const square = root.mmul(root.transpose());
  return square.mul(top / Math.max(...new EigenvalueDecomposition(square, { assumeSymmetric: true }).realEigenvalues));
}

/** f = −K x − D v on the x of n particles. */
function linearForce(K: Matrix, D: Matrix): ForceDefinition {
  const n = K.rows;
  const add = (y: State['positions'], x: State['positions'], v: State['positions'], a: number, b: number) => {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) y[4 * i] -= a * K.get(i, j) * x[4 * j] + b * D.get(i, j) * v[4 * j];
    }
  };
  return {
    id: 'linear',
    label: '',
    summary: '',
    create: () => ({
      addForce: (f, { positions, velocities }) => add(f, positions, velocities, 1, 1),
      addDerivative: (y, p, a, b) => add(y, p, p, a, b),
      addDiagonal: (blocks, a, b) => {
        for (let i = 0; i < n; i++) blocks[9 * i] -= a * K.get(i, i) + b * D.get(i, i);
      },
    }),
  };
}

/** Spectral radius of a step of h on ẍ = −K x − D ẋ with velocities that shrink by `factor` ahead of it. */
function radius(method: IntegratorDefinition, K: Matrix, D: Matrix, h: number, factor: number): number {
  const n = K.rows;
  const positions = Array.from({ length: n }, (): [number, number, number] => [0, 0, 0]);
  const { world } = worldOf(
    { hooke: 1, particles: { positions, masses: 1 }, params: { cgTolerance: 1e-14 } },
    { forces: [linearForce(K, D)] },
  );
  const integrator = method.create(world);
  const step = Matrix.zeros(2 * n, 2 * n);
  for (let column = 0; column < 2 * n; column++) {
    const state: State = { positions: new Float64Array(4 * n), velocities: new Float64Array(4 * n), time: 0 };
    if (column < n) state.positions[4 * column] = 1;
    else state.velocities[4 * (column - n)] = factor;
    integrator.step(state, h);
    for (let i = 0; i < n; i++) {
      step.set(i, column, state.positions[4 * i]);
      step.set(n + i, column, state.velocities[4 * i]);
    }
  }
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(step);
  return Math.max(...realEigenvalues.map((real, i) => Math.hypot(real, imaginaryEigenvalues[i])));
}

describe('up to the step that is called safe, no mode grows though stiffness and damping share none', () => {
  const safeStep = createSafeStep();
  /** Two particles on a spring have both bounds: ω = 1 rad/s and c. */
  const boundsOf = (damping: number, decay: number) =>
    worldOf({
      hooke: 1,
      particles: {
        positions: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        masses: 1,
      },
      springs: { pairs: [[0, 1]], stiffness: 0.5, damping: damping / 2 },
      params: { decay },
    }).world;

  for (const method of INTEGRATORS) {
    test(`under ${method.id}`, () => {
      const random = randomNumbers(7);
      for (let trial = 0; trial < 300; trial++) {
        const size = 2 + Math.floor(random() * 4);
        const damping = 10 ** (random() * 3 - 1.5);
        const decay = trial % 2 === 0 ? 0 : 10 ** (random() * 2 - 1);
        const [K, D] = [randomMatrix(random, size, 1), randomMatrix(random, size, damping)];
        const { dt, guaranteed } = safeStep(method, boundsOf(damping, decay));
        if (!guaranteed) continue;
        const h = (trial % 3 === 0 ? random() : 1) * Math.min(dt, 50);
        // Where nothing holds a mode its eigenvalue is a double 1, known to the root of rounding.
        expect(radius(method, K, D, h, Math.exp(-h * decay))).toBeLessThan(1 + 3e-6);
      }
    });
  }
});
