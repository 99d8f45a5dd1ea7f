// @module-tag same-on-every-kernel
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { expect, test } from 'vitest';
import type { ForceDefinition, SceneFile } from '../../../src/physics';
import { symplecticEuler } from '../../../src/physics/integrators/symplectic-euler';
import { randomNumbers } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

/** Particles of 1 kg; the law is about their 3n coordinates. */
const N = 3;
const SIZE = 3 * N;

/** R Rᵀ · scale / size: symmetric and positive definite; two of them do not commute. */
function randomDefinite(random: () => number, scale: number): Matrix {
  const R = new Matrix(Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => 2 * random() - 1)));
  return R.mmul(R.transpose()).mul(scale / SIZE);
}

/** f = −K x − D v on all coordinates at once. */
function linearForce(K: Matrix, D: Matrix): ForceDefinition {
  const at = (i: number) => 4 * Math.floor(i / 3) + (i % 3);
  return {
    id: 'linear',
    label: 'Linear force',
    summary: 'A linear force.',
    create: () => ({
      addForce(f, { positions: x, velocities: v }) {
        for (let i = 0; i < SIZE; i++) {
          for (let j = 0; j < SIZE; j++) f[at(i)] -= K.get(i, j) * x[at(j)] + D.get(i, j) * v[at(j)];
        }
      },
    }),
  };
}

const largestEigenvalue = (A: Matrix) =>
  Math.max(...new EigenvalueDecomposition(A, { assumeSymmetric: true }).realEigenvalues);

/** Largest modulus of an eigenvalue of one step of the real integrator, column by column. */
function growth(K: Matrix, D: Matrix, h: number): number {
  const scene: SceneFile = {
    hooke: 1,
    particles: { positions: Array.from({ length: N }, () => [0, 0, 0]), masses: 1 },
  };
  const { world, state } = worldOf(scene, { forces: [linearForce(K, D)] });
  const integrator = symplecticEuler.create(world);
  const step = Matrix.zeros(2 * SIZE, 2 * SIZE);
  const vectors = [state.positions, state.velocities];
  const at = (i: number) => 4 * Math.floor(i / 3) + (i % 3);
  for (let j = 0; j < 2 * SIZE; j++) {
    for (const vector of vectors) vector.fill(0);
    vectors[Math.floor(j / SIZE)][at(j % SIZE)] = 1;
    integrator.step(state, h);
    for (let i = 0; i < 2 * SIZE; i++) step.set(i, j, vectors[Math.floor(i / SIZE)][at(i % SIZE)]);
  }
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(step, { assumeSymmetric: false });
  return Math.max(...realEigenvalues.map((re, i) => Math.hypot(re, imaginaryEigenvalues[i])));
}

test('symplectic Euler is stable exactly while the largest eigenvalue of h²K + 2hD is below 4, commuting or not', () => {
  const random = randomNumbers(11);
  for (let trial = 0; trial < 20; trial++) {
    const K = randomDefinite(random, 100 * random());
    const D = randomDefinite(random, 5 * random());
    const load = (h: number) => largestEigenvalue(Matrix.add(Matrix.mul(K, h * h), Matrix.mul(D, 2 * h)));
    let [low, high] = [0, 1];
    while (load(high) < 4) high *= 2;
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (load(middle) < 4) low = middle;
      else high = middle;
    }
    expect(growth(K, D, 0.999 * low), `trial ${trial}`).toBeLessThan(1);
    expect(growth(K, D, 1.001 * low), `trial ${trial}`).toBeGreaterThan(1);
  }
});
