import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type Mode, modes, type SceneFile, type Simulation } from '../../../src/physics';
import { between, chain, net } from '../../fixtures/mode-scenes';
import { randomNumbers } from '../../fixtures/random';
import { everyNth } from '../../fixtures/run-length';

/** M^(−½)(−a K − b D)M^(−½) over the free particles by products with unit vectors. */
function denseMatrix({ world, state, model }: Simulation, a: number, b: number): Matrix {
  world.linearize(state, false);
  const n = model.particleCount;
  const free = Array.from({ length: 3 * n }, (_, i) => i).filter((i) => model.inverseMasses[Math.floor(i / 3)] !== 0);
  const at = (i: number) => i + Math.floor(i / 3);
  const root = (i: number) => 1 / Math.sqrt(model.masses[Math.floor(i / 3)]);
  const A = Matrix.zeros(free.length, free.length);
  const [p, y] = [new Float64Array(4 * n), new Float64Array(4 * n)];
  free.forEach((from, column) => {
    p.fill(0);
    y.fill(0);
    p[at(from)] = root(from);
    world.addDerivatives(y, p, -a, -b);
    free.forEach((to, row) => {
      A.set(row, column, root(to) * y[at(to)]);
    });
  });
  return A;
}

/** The eigenvalues, ascending, as frequencies, rad/s: −√|λ| of a negative one. */
function denseFrequencies(simulation: Simulation): number[] {
  const { realEigenvalues } = new EigenvalueDecomposition(denseMatrix(simulation, 1, 0), { assumeSymmetric: true });
  return realEigenvalues.sort((a, b) => a - b).map((value) => Math.sign(value) * Math.sqrt(Math.abs(value)));
}

/** ‖K̂q − λq‖ of a mode, 1/s². */
function residual({ world, state, model }: Simulation, { omega, growthRate, damping, shape }: Mode): number {
  world.linearize(state, false);
  const [p, y] = [new Float64Array(4 * model.particleCount), new Float64Array(4 * model.particleCount)];
  shape.forEach((value, i) => {
    p[i + Math.floor(i / 3)] = value;
  });
  world.addDerivatives(y, p, -1, 0);
  let squares = 0;
  for (let i = 0; i < shape.length; i++) {
    const particle = Math.floor(i / 3);
    if (model.inverseMasses[particle] === 0) continue;
    const root = Math.sqrt(model.masses[particle]);
    const lambda = growthRate > 0 ? -growthRate * (growthRate + damping) : omega * omega;
    squares += (y[i + particle] / root - lambda * shape[i] * root) ** 2;
  }
  return Math.sqrt(squares);
}

/** @param dense frequencies of all modes, ascending, rad/s */
function expectModes(simulation: Simulation, from: 'low' | 'high', count: number, dense: number[]): Mode[] {
  const top = dense[dense.length - 1];
  const isSingle = simulation.state.positions instanceof Float32Array;
  const found = modes(simulation, { count, from });
  const wanted = from === 'low' ? dense : dense.toReversed();
  expect(found.length).toBe(Math.min(count, dense.length));
  found.forEach((mode, i) => {
    // The dense solver finds rounding error instead of 0.
    const slack = Math.abs(wanted[i]) < 1e-6 * top ? 1e-6 * top : 1e-6 * Math.abs(wanted[i]);
    const { omega, growthRate: rate, damping } = mode;
    const signed = rate > 0 ? -Math.sqrt(rate * (rate + damping)) : omega;
    // A stiffness that is negative by less than this part of the largest counts as 0.
    const none = signed === 0 && wanted[i] < 0 && wanted[i] ** 2 <= (isSingle ? 3e-8 : 1e-9) * top * top;
    if (!none) expect(Math.abs(signed - wanted[i]), `${from} mode ${i} at ${wanted[i]}`).toBeLessThanOrEqual(slack);
    expect(residual(simulation, mode)).toBeLessThan(1e-6 * top * top);
    for (let j = 0; j <= i; j++) {
      expect(Math.abs(between(simulation, mode, found[j], 0, 0) - (i === j ? 1 : 0))).toBeLessThan(1e-8);
    }
  });
  return found;
}

const cloth = (rows: number, params = {}) =>
  createSimulation({ scene: 'cloth', precision: 'double', params: { rows, columns: rows, ...params } });

describe('modes equal those of the dense matrix', () => {
  // 8 × 8 uses the dense matrix, 11 × 11 block Lanczos.
  for (const rows of [8, 11]) {
    const states: [string, () => Simulation][] = [
      ['at rest', () => cloth(rows)],
      [
        'hanging',
        () => {
          const simulation = cloth(rows);
          simulation.step(1500);
          return simulation;
        },
      ],
      [
        'stretched across',
        () => {
          const simulation = cloth(rows);
          const { positions, velocities } = simulation.state;
          const stretched = Float64Array.from(positions, (x, i) => (i % 4 === 0 ? 1.3 * x : x));
          simulation.apply({ type: 'place', positions: stretched, velocities, time: 0 });
          return simulation;
        },
      ],
      [
        'cut, damped and held',
        () => {
          const simulation = cloth(rows, { damping: 0.02, drag: 1e-4 });
          simulation.apply({ type: 'cut', spring: [3, 4, 30, 31, 32] });
          simulation.apply({ type: 'grab', particle: 20, target: [0.1, 0.1, 0.1] });
          simulation.step(300);
          return simulation;
        },
      ],
    ];
    const isSlow = rows > 8;
    for (const [name, create] of isSlow ? everyNth(4, states, 3) : states) {
      test(`of a cloth of ${rows} × ${rows} ${name}`, {
        tags: ['same-on-every-kernel', ...(isSlow ? ['sampled'] : [])],
      }, () => {
        const simulation = create();
        const dense = denseFrequencies(simulation);
        for (const from of ['low', 'high'] as const) {
          for (const mode of expectModes(simulation, from, 20, dense)) {
            for (let i = 0; i < simulation.particleCount; i++) {
              if (!simulation.particle(i).pinned) continue;
              expect(Array.from(mode.shape.subarray(3 * i, 3 * i + 3))).toEqual([0, 0, 0]);
            }
            if (mode.omega < 1) continue;
            const damping = between(simulation, mode, mode, 0, 1);
            expect(mode.zeta).toBeCloseTo(damping / (2 * mode.omega), 9);
          }
        }
      });
    }
  }

  test('with masses that differ a hundredfold', { tags: ['same-on-every-kernel'] }, () => {
    const random = randomNumbers(5);
    const masses = Array.from({ length: 12 }, () => 0.01 * 10 ** (2 * random()));
    const simulation = createSimulation({ scene: chain(10, masses), precision: 'double' });
    const dense = denseFrequencies(simulation);
    expectModes(simulation, 'low', 30, dense);
    expectModes(simulation, 'high', 30, dense);
  });

  test('with forces between all particles, so that the matrix cannot be factored', {
    tags: ['long', 'same-on-every-kernel'],
  }, () => {
    const scene: SceneFile = { ...net(14), forces: [{ type: 'attraction', G: 0.01, softening: 0.05 }] };
    const simulation = createSimulation({ scene, precision: 'double' });
    const { positions } = simulation.state;
    const random = randomNumbers(3);
    const shaken = Float64Array.from(positions, (x, i) => (i % 4 === 3 ? 0 : 1.2 * x + 0.02 * random()));
    simulation.apply({ type: 'place', positions: shaken, velocities: new Float64Array(shaken.length), time: 0 });
    const dense = denseFrequencies(simulation);
    expectModes(simulation, 'high', 3, dense);
    expectModes(simulation, 'low', 3, dense);
  });

  test('in single precision', { tags: ['long'] }, () => {
    const simulation = createSimulation({ scene: 'cloth', params: { rows: 11, columns: 11 } });
    simulation.step(1000);
    const dense = denseFrequencies(simulation);
    expectModes(simulation, 'low', 12, dense);
    expectModes(simulation, 'high', 12, dense);
  });
});
