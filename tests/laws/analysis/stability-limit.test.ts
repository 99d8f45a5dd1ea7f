import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Vec3 } from '../../../src/physics';
import { largestEigenvalue, topOfTridiagonal } from '../../../src/physics/analysis/eigen/lanczos';
import { findStabilityLimit } from '../../../src/physics/analysis/stability/stability-limit';
import { symplecticEuler } from '../../../src/physics/integrators/symplectic-euler';
import { randomCloth, randomNumbers } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

const top = (A: Matrix) => Math.max(...new EigenvalueDecomposition(A, { assumeSymmetric: true }).realEigenvalues);

function randomSymmetric(random: () => number, size: number): Matrix {
  const R = new Matrix(Array.from({ length: size }, () => Array.from({ length: size }, () => 2 * random() - 1)));
  return Matrix.add(R, R.transpose());
}

const product = (A: Matrix) => (y: Float64Array, x: Float64Array) => {
  y.set(A.mmul(Matrix.columnVector(x)).to1DArray());
};

describe('the largest eigenvalue', () => {
  const random = randomNumbers(21);
  for (const size of [1, 2, 3, 7, 40]) {
    test(`of random symmetric matrices of ${size} rows equals that of a dense solver`, () => {
      for (let trial = 0; trial < 10; trial++) {
        const A = randomSymmetric(random, size);
        const { value, vector, residual } = largestEigenvalue(product(A), size);
        expect(Math.abs(value - top(A))).toBeLessThan(1e-12 * size);
        const q = Matrix.columnVector(vector);
        expect(q.norm()).toBeCloseTo(1, 12);
        expect(Matrix.sub(A.mmul(q), Matrix.mul(q, value)).norm()).toBeLessThan(1e-7);
        expect(residual).toBeLessThan(1e-7);
      }
    });
  }
  test('is found if it is negative or multiple', () => {
    expect(largestEigenvalue(product(Matrix.eye(5).mul(-3)), 5).value).toBeCloseTo(-3, 12);
    expect(largestEigenvalue(product(Matrix.zeros(4, 4)), 4).value).toBeCloseTo(0, 15);
    expect(largestEigenvalue(product(Matrix.diag([1, 4, 4, 4, -9])), 5).value).toBeCloseTo(4, 12);
  });
  test('of a tridiagonal matrix equals its formula', () => {
    const { value, vector } = topOfTridiagonal(new Array(30).fill(2), new Array(29).fill(-1));
    expect(value).toBeCloseTo(2 + 2 * Math.cos(Math.PI / 31), 13);
    expect(Math.abs(vector[14])).toBeCloseTo(Math.sqrt(2 / 31) * Math.abs(Math.sin((30 * 15 * Math.PI) / 31)), 9);
  });
});

/** n × n particles 0.1 m apart, at rest. */
function net(n: number, directions: [number, number][], pinned: number[] = []): SceneFile {
  const positions = Array.from({ length: n * n }, (_, i): Vec3 => [0.1 * (i % n), 0, 0.1 * Math.floor(i / n)]);
  const pairs = directions.flatMap(([down, right]) =>
    positions.flatMap((_, i): [number, number][] => {
      const [row, column] = [Math.floor(i / n) + down, (i % n) + right];
      return row < n && column >= 0 && column < n ? [[i, n * row + column]] : [];
    }),
  );
  const params = { gravity: 0, drag: 0 };
  return { hooke: 1, particles: { positions, masses: 0.5, pinned }, springs: { pairs, stiffness: 80 }, params };
}
const STRUCTURAL: [number, number][] = [
  [0, 1],
  [1, 0],
];
const SHEAR: [number, number][] = [
  [1, 1],
  [1, -1],
];
const BEND: [number, number][] = [
  [0, 2],
  [2, 0],
];

/** λ_max in units of k/m. */
function reducedTop(scene: SceneFile): number {
  const { world, state } = worldOf(scene);
  const { omegaMax: omega, dt } = findStabilityLimit(world, state, symplecticEuler);
  expect(dt * omega).toBeCloseTo(2, 9);
  return (omega * omega * 0.5) / 80;
}

describe('the fastest mode of a net at rest', () => {
  for (const n of [2, 5, 10, 23]) {
    test(`of structural springs, ${n} × ${n}, has λ = 4 cos²(π/2n) k/m`, () => {
      expect(reducedTop(net(n, STRUCTURAL))).toBeCloseTo(4 * Math.cos(Math.PI / (2 * n)) ** 2, 7);
    });
  }
  test('of all three kinds, 10 × 10 with two pinned corners, has λ = 9.589049 k/m', () => {
    expect(reducedTop(net(10, [...STRUCTURAL, ...SHEAR, ...BEND], [0, 9]))).toBeCloseTo(9.589049, 6);
  });
});

describe('Bender’s cloth', () => {
  test('is stable up to dt = 0.00535836 s at rest', () => {
    for (const precision of ['single', 'double'] as const) {
      const { world, state } = createSimulation({ scene: 'bender-cloth', precision });
      const { dt, omegaMax: omega } = findStabilityLimit(world, state, symplecticEuler);
      expect((omega * omega * 0.5) / 5000).toBeCloseTo(7.976803, 5);
      expect(dt).toBeCloseTo(0.00535836, 8);
    }
  });

  test('has a limit over 5 % shorter when it hangs: noise decays below it and grows above', { tags: ['long'] }, () => {
    const simulation = createSimulation({ scene: 'bender-cloth', precision: 'double' });
    expect(simulation.findEquilibrium().ok).toBe(true);
    const { dt } = findStabilityLimit(simulation.world, simulation.state, symplecticEuler);
    expect(dt).toBeGreaterThan(0.00504);
    expect(dt).toBeLessThan(0.00515);
    const positions = simulation.state.positions.slice();
    const random = randomNumbers(2);
    const velocities = positions.map((_, i) => (i % 4 < 2 ? 1e-6 * (2 * random() - 1) : 0));
    const energyAfter = (h: number) => {
      simulation.apply({ type: 'set', key: 'dt', value: h });
      simulation.apply({ type: 'place', positions, velocities, time: 0 });
      simulation.step(2000);
      return simulation.energy().kinetic;
    };
    const below = energyAfter(0.995 * dt);
    expect(below).toBeLessThan(1e-11);
    expect(energyAfter(1.005 * dt)).toBeGreaterThan(1e4 * below);
  });
});

describe('with damping, drag, decay and a grab, for a cloth stretched so far that the clamp has no effect', () => {
  for (let trial = 0; trial < 8; trial++) {
    test(`the limit is the dt at which a step of the integrator begins to grow: trial ${trial}`, () => {
      const random = randomNumbers(trial);
      const scene = randomCloth(300 + trial, {
        rows: 3,
        columns: 2,
        speed: 0,
        crumple: 0.1,
        cell: 0.2,
        damping: 0.3 * random(),
        membrane: true,
        pinned: trial % 2 === 0 ? [0] : [],
        params: {
          gravity: 0,
          drag: trial % 3 === 0 ? 0 : 0.05 * random(),
          decay: trial < 4 ? 0 : 20 * random(),
          airDrag: trial % 2 === 0 ? 0 : 5 * random(),
        },
      });
      const { world, state } = worldOf(scene, { held: trial % 4 === 1 ? 3 : -1, target: [0.2, 1, 0] });
      const { dt } = findStabilityLimit(world, state, symplecticEuler);
      const dense = denseLimit(world, state, dt);
      expect(Math.abs(dense)).toBeLessThan(1e-5);
      expect(growth(world, state, 0.9999 * dt)).toBeLessThan(1 + 5e-6);
      expect(growth(world, state, 1.001 * dt)).toBeGreaterThan(1 + 1e-5);
    });
  }
});

test('without stiffness and damping there is no limit', () => {
  const { world, state } = worldOf({ hooke: 1, particles: { positions: [[0, 0, 0]], masses: 1 }, params: { drag: 0 } });
  expect(findStabilityLimit(world, state, symplecticEuler).dt).toBe(Number.POSITIVE_INFINITY);
});

test('drag alone limits the step to 2m/c', () => {
  const { world, state } = worldOf({
    hooke: 1,
    particles: { positions: [[0, 0, 0]], masses: 0.5 },
    params: { drag: 4, gravity: 0 },
  });
  expect(findStabilityLimit(world, state, symplecticEuler).dt).toBeCloseTo((2 * 0.5) / 4, 9);
});

type World = ReturnType<typeof worldOf>['world'];
type State = ReturnType<typeof worldOf>['state'];

const freeOf = (world: World) =>
  Array.from({ length: world.model.particleCount }, (_, i) => i).filter((i) => world.model.inverseMasses[i] > 0);

/** λ_max(h²K̂ + 2h e D̂) / 2(1 + e) − 1 by a dense solver; 0 at the limit. */
function denseLimit(world: World, state: State, h: number): number {
  const at = freeOf(world).flatMap((i) => [4 * i, 4 * i + 1, 4 * i + 2]);
  const e = Math.exp(-h * world.params.decay);
  world.applySettings({ params: { ...world.params, clamp: 0 }, environment: world.environment });
  world.linearize(state);
  const columns = at.map((place) => {
    const p = new Float64Array(4 * world.model.particleCount);
    const y = new Float64Array(p.length);
    p[place] = Math.sqrt(world.model.inverseMasses[place >> 2]);
    world.addDerivatives(y, p, -h * h, -2 * h * e);
    return at.map((row) => Math.sqrt(world.model.inverseMasses[row >> 2]) * y[row]);
  });
  return top(new Matrix(columns)) / (2 * (1 + e)) - 1;
}

/** Spectral radius of a step as a linear map about rest at this position, without the forces there. */
function growth(world: World, state: State, h: number): number {
  const at = freeOf(world).flatMap((i) => [4 * i, 4 * i + 1, 4 * i + 2]);
  const size = at.length;
  const integrator = symplecticEuler.create(world);
  const factor = Math.exp(-h * world.params.decay);
  const map = Matrix.zeros(2 * size, 2 * size);
  const small = 1e-6;
  for (let column = 0; column < 2 * size; column++) {
    const [plus, minus] = [small, -small].map((kick) => {
      const moved = {
        positions: state.positions.slice(),
        velocities: new Float64Array(state.velocities.length),
        time: 0,
      };
      if (column < size) moved.positions[at[column]] += kick;
      else moved.velocities[at[column - size]] += factor * kick;
      integrator.step(moved, h);
      return [...at.map((place) => moved.positions[place]), ...at.map((place) => moved.velocities[place])];
    });
    for (let row = 0; row < 2 * size; row++) map.set(row, column, (plus[row] - minus[row]) / (2 * small));
  }
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(map);
  return Math.max(...realEigenvalues.map((real, i) => Math.hypot(real, imaginaryEigenvalues[i])));
}
