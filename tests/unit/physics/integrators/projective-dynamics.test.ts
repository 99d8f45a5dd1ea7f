import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation } from '../../../../src/physics';
import { createSpringCholesky } from '../../../../src/physics/integrators/projective-dynamics';
import { nestedDissection } from '../../../../src/physics/solvers/elimination';
import { springsOfParticles } from '../../../../src/physics/solvers/springs-of-particles';
import { randomNetwork } from '../../../fixtures/networks';
import { randomNumbers } from '../../../fixtures/random';

const cloth = (n: number) => createSimulation({ scene: 'cloth', params: { rows: n, columns: n }, precision: 'double' });

describe('the Cholesky factors of a network of springs', () => {
  test.each([1, 2, 3])('solve it as ml-matrix does, after each change of a number: network %i', (seed) => {
    const { world, model } = createSimulation({
      scene: randomNetwork(seed, { rows: 5, columns: 6, stiffness: 100, missing: 0.2 }),
      precision: 'double',
    });
    const random = randomNumbers(seed);
    const { particleCount: n, springCount, springs } = model;
    const matrix = createSpringCholesky(world);
    for (let change = 0; change < 3; change++) {
      const weights = Float64Array.from({ length: n }, () => (random() < 0.15 ? 0 : 50 * random() + 1));
      const loads = Float64Array.from({ length: springCount }, () => (random() < 0.2 ? 0 : random()));
      const dense = Matrix.zeros(n, n);
      for (let i = 0; i < n; i++) dense.set(i, i, weights[i] === 0 ? 1 : 1 / weights[i]);
      for (let j = 0; j < springCount; j++) {
        const [a, b] = [springs[2 * j], springs[2 * j + 1]];
        for (const [i, k] of [
          [a, b],
          [b, a],
        ]) {
          if (weights[i] === 0) continue;
          dense.set(i, i, dense.get(i, i) + loads[j]);
          if (weights[k] > 0) dense.set(i, k, dense.get(i, k) - loads[j]);
        }
      }
      const b = Float64Array.from({ length: 4 * n }, (_, o) => (o % 4 === 3 ? 0 : random() - 0.5));
      const right = new Matrix(Array.from({ length: n }, (_, i) => [...b.subarray(4 * i, 4 * i + 3)]));
      const expected = solve(dense, right);
      matrix.setMatrix(weights, loads);
      matrix.solve(b);
      for (let i = 0; i < n; i++) {
        for (let axis = 0; axis < 3; axis++) expect(b[4 * i + axis]).toBeCloseTo(expected.get(i, axis), 12);
      }
    }
  });

  test('have far fewer nonzeros than a band in a square net, and their number a particle grows more slowly than its side', () => {
    const perParticle = [16, 32, 64].map((n) => createSpringCholesky(cloth(n).world).nonzeros / n ** 2);
    // Row by row, springs to the second neighbour make a band of two rows.
    [16, 32, 64].forEach((n, i) => void expect(perParticle[i]).toBeLessThan((0.9 - 0.2 * i) * 2 * n));
  });
});

test('nested dissection takes each particle once, in scattered networks too', () => {
  for (const seed of [1, 2, 3]) {
    const { world } = createSimulation({
      scene: randomNetwork(seed, { rows: 6, columns: 6, stiffness: 100, missing: 0.6 }),
    });
    const order = Array.from(nestedDissection(springsOfParticles(world)));
    expect(order.toSorted((a, b) => a - b)).toEqual(order.map((_, i) => i));
  }
});
