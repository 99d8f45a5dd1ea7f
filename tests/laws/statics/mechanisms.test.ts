import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { createSimulation, type SceneFile, type Vec3 } from '../../../src/physics';
import { mechanismsInSlices } from '../../../src/physics/statics/classify-mechanisms';
import { findNullSpace } from '../../../src/physics/statics/null-space';
import { randomCloth, randomNumbers } from '../../fixtures/random';
import { worldOf } from '../../fixtures/world-of';

type Pair = [number, number];

/** 2 3
 *  0 1: a square in a vertical plane. */
function square(diagonals: Pair[], pinned: number[], gravity = 0): SceneFile {
  const positions: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
  ];
  const sides: Pair[] = [
    [0, 1],
    [2, 3],
    [0, 2],
    [1, 3],
  ];
  return {
    hooke: 1,
    particles: { positions, masses: 0.1, pinned },
    springs: { pairs: [...sides, ...diagonals], stiffness: 100 },
    params: { gravity },
  };
}

function net(n: number, shear: boolean): SceneFile {
  const directions = [
    [0, 1],
    [1, 0],
    ...(shear
      ? [
          [1, 1],
          [1, -1],
        ]
      : []),
  ];
  const positions = Array.from({ length: n * n }, (_, i): Vec3 => [0.1 * (i % n), 0.1 * Math.floor(i / n), 0]);
  const pairs = directions.flatMap(([down, right]) =>
    positions.flatMap((_, i): Pair[] => {
      const [row, column] = [Math.floor(i / n) + down, (i % n) + right];
      return row < n && column >= 0 && column < n ? [[i, n * row + column]] : [];
    }),
  );
  return {
    hooke: 1,
    particles: { positions, masses: 0.01 },
    springs: { pairs, stiffness: 100 },
    params: { gravity: 0 },
  };
}

const search = (scene: string | SceneFile, precision: 'single' | 'double' = 'double') =>
  createSimulation({ scene, precision }).findEquilibrium();

describe('a square', () => {
  test('without diagonals on two pins can sway', () => {
    expect(search(square([], [0, 1]))).toMatchObject({ ok: true, mechanisms: 1 });
  });
  test('without diagonals on two pins under its weight does not stand: its equilibrium hangs below them', () => {
    const simulation = createSimulation({ scene: square([], [0, 1], 9.81), precision: 'double' });
    expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0, unstable: 0 });
    expect(simulation.particle(2).position[1]).toBeLessThan(-1);
    expect(simulation.particle(3).position[1]).toBeLessThan(-1);
  });
  test('with one diagonal, or two, cannot', () => {
    for (const gravity of [0, 9.81]) {
      expect(search(square([[0, 3]], [0, 1], gravity))).toMatchObject({ ok: true, mechanisms: 0 });
      expect(
        search(
          square(
            [
              [0, 3],
              [1, 2],
            ],
            [0, 1],
            gravity,
          ),
        ),
      ).toMatchObject({ ok: true, mechanisms: 0 });
    }
  });
  test('without pins has three rigid motions, and one more mechanism without diagonals', () => {
    expect(search(square([], []))).toMatchObject({ ok: true, mechanisms: 4 });
    expect(search(square([[0, 3]], []))).toMatchObject({ ok: true, mechanisms: 3 });
  });
  test('that leans collapses, and its equilibrium hangs below its pins', () => {
    const scene = square([], [0, 1], 9.81);
    scene.particles.positions[2] = [0.1, 0.99, 0];
    scene.particles.positions[3] = [1.1, 0.99, 0];
    const simulation = createSimulation({ scene, precision: 'double' });
    expect(simulation.findEquilibrium()).toMatchObject({ ok: true, mechanisms: 0 });
    expect(simulation.particle(2).position[1]).toBeLessThan(-1);
    expect(simulation.particle(3).position[1]).toBeLessThan(-1);
  });
});

describe('a flat net of n × n particles without pins', () => {
  for (const precision of ['single', 'double'] as const) {
    for (const n of [2, 3, 6, 10]) {
      test(`has 2n zero-stiffness motions, and 3 with shear springs: n = ${n}, ${precision} precision`, () => {
        expect(search(net(n, false), precision)).toMatchObject({ ok: true, mechanisms: 2 * n });
        expect(search(net(n, true), precision)).toMatchObject({ ok: true, mechanisms: 3 });
      });
    }
  }
});

test('a hanging scene has no zero-stiffness motion, at any stiffness and in either precision', () => {
  for (const scene of ['chain', 'bender-cloth', 'taichi-grid'] as const) {
    for (const precision of ['single', 'double'] as const) {
      for (const stiffness of [undefined, 1e5]) {
        const params = { rows: 8, columns: 8, ...(stiffness === undefined ? {} : { stiffness }) };
        const found = createSimulation({ scene, precision, params }).findEquilibrium();
        expect(found, `${scene} at ${stiffness} N/m in ${precision} precision`).toMatchObject({
          ok: true,
          mechanisms: 0,
        });
      }
    }
  }
});

test('particles without springs are free in every direction', () => {
  const positions: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0.5],
    [3, 1, 2],
  ];
  const scene: SceneFile = { hooke: 1, particles: { positions, masses: 1 }, params: { gravity: 0 } };
  expect(search(scene)).toMatchObject({ ok: true, iterations: 0, mechanisms: 12 });
});

test('the mechanisms span the null space of the dense matrix', () => {
  const random = randomNumbers(3);
  for (let trial = 0; trial < 12; trial++) {
    const scene = randomCloth(100 + trial, { rows: 3, columns: 3, pinned: trial % 3 === 0 ? [0] : [] });
    const springs = scene.springs as NonNullable<SceneFile['springs']>;
    // Random missing springs create mechanisms in space, because the net is crumpled.
    const kept = springs.pairs.map((_, j) => j).filter(() => random() < 0.4 + 0.05 * trial);
    const pick = <T>(list: readonly T[]) => kept.map((j) => list[j]);
    const { world, state } = worldOf({
      ...scene,
      springs: {
        pairs: pick(springs.pairs),
        restLengths: pick(springs.restLengths ?? []),
        stiffness: pick(springs.stiffness as number[]),
      },
    });
    const free = Array.from({ length: 9 }, (_, i) => i).filter((i) => world.model.pinned[i] === 0);
    const found = findNullSpace(world, state);
    const K = denseStiffness(world, free);
    const { realEigenvalues } = new EigenvalueDecomposition(K, { assumeSymmetric: true });
    const zero = realEigenvalues.filter((value) => value < 1e-7).length;
    expect(found.count, `trial ${trial}`).toBe(zero);
    for (const shape of found.shapes()) {
      const z = Matrix.columnVector(free.flatMap((i) => [...shape.subarray(3 * i, 3 * i + 3)]));
      expect(K.mmul(z).norm() / z.norm()).toBeLessThan(1e-7);
    }
  }
});

/** −∂f/∂x of the free particles, column by column, about the point of the last `linearize`. */
function denseStiffness(world: ReturnType<typeof worldOf>['world'], free: number[]): Matrix {
  const K = Matrix.zeros(3 * free.length, 3 * free.length);
  for (let column = 0; column < K.columns; column++) {
    const p = new Float64Array(4 * world.model.particleCount);
    const y = new Float64Array(p.length);
    p[4 * free[Math.floor(column / 3)] + (column % 3)] = 1;
    world.addDerivatives(y, p, -1, 0);
    for (let row = 0; row < K.rows; row++) K.set(row, column, y[4 * free[Math.floor(row / 3)] + (row % 3)]);
  }
  return K;
}

test('motions of a scene too large for half a second are not counted at once, but in slices', {
  tags: ['long'],
}, () => {
  const simulation = createSimulation({ scene: 'cloth-four-corners', params: { rows: 78, columns: 78 } });
  const { world, state } = simulation;
  // After a step of the search: where it ended it would look for motions of negative stiffness.
  expect(simulation.findEquilibrium({ iterations: 1 }).mechanisms).toBe(Number.NaN);
  const work = mechanismsInSlices(world, state);
  const [first, second] = [work.next().value as number, work.next().value as number];
  expect(first).toBeGreaterThan(0);
  expect(second).toBeGreaterThan(first);
  expect(second).toBeLessThan(0.2);
});
