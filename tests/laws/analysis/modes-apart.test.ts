// @module-tag same-on-every-kernel
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { expect, test } from 'vitest';
import type { ForceDefinition, IntegratorDefinition, State } from '../../../src/physics';
import { stabilityLimitOf } from '../../../src/physics/analysis/stability/longest-step';
import { findStabilityLimit } from '../../../src/physics/analysis/stability/stability-limit';
import { symplecticEuler } from '../../../src/physics/integrators/symplectic-euler';
import { eachMethodInTurn } from '../../fixtures/methods-in-turn';
import { randomNumbers } from '../../fixtures/random';
import { cases } from '../../fixtures/run-length';
import { worldOf } from '../../fixtures/world-of';

/** A random symmetric matrix of random rank with eigenvalues from 0 to `top`. */
function randomMatrix(random: () => number, size: number, top: number): Matrix {
  const rank = 1 + Math.floor(random() * size);
  const root = Matrix.zeros(size, rank);
  for (let i = 0; i < size; i++) for (let j = 0; j < rank; j++) root.set(i, j, random() + random() + random() - 1.5);
  const square = root.mmul(root.transpose());
  return square.mul(top / Math.max(...new EigenvalueDecomposition(square, { assumeSymmetric: true }).realEigenvalues));
}

/** f = −K x − D v on the x components of n particles. */
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

/** n particles of 1 kg; the matrices act on their x components. */
function linearWorld(K: Matrix, D: Matrix, decay: number) {
  const positions = Array.from({ length: K.rows }, (): [number, number, number] => [0, 0, 0]);
  const scene = { hooke: 1 as const, particles: { positions, masses: 1 }, params: { cgTolerance: 1e-14, decay } };
  return worldOf(scene, { forces: [linearForce(K, D)] });
}

/** Spectral radius of a step of h for ẍ = −K x − D ẋ with velocity decay e^(−h·decay) before it. */
function radius(method: IntegratorDefinition, K: Matrix, D: Matrix, h: number, decay: number): number {
  const n = K.rows;
  const integrator = method.create(linearWorld(K, D, 0).world);
  const step = Matrix.zeros(2 * n, 2 * n);
  for (let column = 0; column < 2 * n; column++) {
    const state: State = { positions: new Float64Array(4 * n), velocities: new Float64Array(4 * n), time: 0 };
    if (column < n) state.positions[4 * column] = 1;
    else state.velocities[4 * (column - n)] = Math.exp(-h * decay);
    integrator.step(state, h);
    for (let i = 0; i < n; i++) {
      step.set(i, column, state.positions[4 * i]);
      step.set(n + i, column, state.velocities[4 * i]);
    }
  }
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(step);
  return Math.max(...realEigenvalues.map((real, i) => Math.hypot(real, imaginaryEigenvalues[i])));
}

/** A zero-stiffness mode has the double eigenvalue 1, which is accurate to the square root of rounding. */
const ROUNDING = 3e-6;

eachMethodInTurn(3, (method) => {
  test('no mode grows up to the limit if stiffness and damping have different modes', { tags: ['sampled'] }, () => {
    const random = randomNumbers(7);
    for (let trial = 0; trial < cases(150); trial++) {
      const size = 2 + Math.floor(random() * 4);
      const decay = trial % 2 === 0 ? 0 : 10 ** (random() * 2 - 1);
      const [K, D] = [randomMatrix(random, size, 1), randomMatrix(random, size, 10 ** (random() * 3 - 1.5))];
      const { world, state } = linearWorld(K, D, decay);
      const { dt } = findStabilityLimit(world, state, method);
      const h = (trial % 3 === 0 ? random() : 1) * Math.min(dt, 50);
      if (h > 0) expect(radius(method, K, D, h, decay), `trial ${trial}`).toBeLessThan(1 + ROUNDING);
    }
  });

  test('the limit is that of the first mode to grow if they have the same modes', { tags: ['sampled'] }, () => {
    const random = randomNumbers(8);
    for (let trial = 0; trial < cases(40); trial++) {
      const size = 2 + Math.floor(random() * 4);
      const { eigenvectorMatrix: Q } = new EigenvalueDecomposition(randomMatrix(random, size, 1), {
        assumeSymmetric: true,
      });
      const kappas = Array.from({ length: size }, () => 0.2 + 0.8 * random());
      const deltas = kappas.map((kappa) => kappa * 10 ** (random() - 1));
      const about = (values: number[]) => Q.mmul(Matrix.diag(values)).mmul(Q.transpose());
      const { world, state } = linearWorld(about(kappas), about(deltas), 0);
      const { dt, omegaMax, decayMax } = findStabilityLimit(world, state, method);
      expect(omegaMax / Math.sqrt(Math.max(...kappas))).toBeCloseTo(1, 6);
      expect(decayMax / Math.max(...deltas)).toBeCloseTo(1, 6);
      // This force is none of springs: methods that solve springs treat it as symplectic Euler does.
      const alone = method.solvesSprings ? symplecticEuler : method;
      const each = kappas.map(
        (kappa, i) => stabilityLimitOf(alone, deltas[i] / (2 * Math.sqrt(kappa))) / Math.sqrt(kappa),
      );
      if (method.implicit) expect(dt).toBe(Number.POSITIVE_INFINITY);
      else {
        expect(dt / Math.min(...each)).toBeLessThan(1 + 1e-5);
        // The polygon also contains points between two modes. If they are unstable, the limit is too short, which is safe.
        expect(dt / Math.min(...each)).toBeGreaterThan(method.order > 1 ? 0.9 : 1 - 1e-5);
      }
    }
  });
});
