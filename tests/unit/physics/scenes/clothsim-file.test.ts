import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSimulation, readClothsim, type Vec3 } from '../../../../src/physics';

const scene = (name: string) => JSON.parse(readFileSync(`public/examples/assignments/${name}.json`, 'utf8'));
const PINNED4 = scene('clothsim-pinned4');
const SPHERE = scene('clothsim-sphere');

interface Homework {
  width: number;
  height: number;
  num_width_points: number;
  num_height_points: number;
  pinned: number[][];
  damping: number;
  density: number;
  ks: number;
}

/**
 * The homework as its text describes it: Hooke's law, and Verlet's method with damping,
 * x⁺ = x + (1 − d)(x − x⁻) + a h², without its constraints on the strain.
 */
function homework(cloth: Homework, steps: number): Vec3[] {
  const { width, height, num_width_points: columns, num_height_points: rows } = cloth;
  const h = 1 / 90 / 30;
  const at = (i: number, j: number) => i * columns + j;
  const x: Vec3[] = Array.from({ length: rows * columns }, (_, k) => [
    ((k % columns) * width) / (columns - 1),
    1,
    (Math.floor(k / columns) * height) / (rows - 1),
  ]);
  const springs: [number, number, number, number][] = [];
  const join = (a: number, b: number, k: number) =>
    springs.push([a, b, k, Math.hypot(...x[a].map((value, axis) => value - x[b][axis]))]);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      if (j > 0) join(at(i, j), at(i, j - 1), cloth.ks);
      if (i > 0) join(at(i, j), at(i - 1, j), cloth.ks);
      if (i > 0 && j > 0) join(at(i, j), at(i - 1, j - 1), cloth.ks);
      if (i > 0 && j + 1 < columns) join(at(i, j), at(i - 1, j + 1), cloth.ks);
      if (j > 1) join(at(i, j), at(i, j - 2), 0.2 * cloth.ks);
      if (i > 1) join(at(i, j), at(i - 2, j), 0.2 * cloth.ks);
    }
  }
  const mass = (width * height * cloth.density) / columns / rows;
  const pins = new Set(cloth.pinned.map(([column, row]) => at(row, column)));
  let last = x.map((point): Vec3 => [...point]);
  for (let step = 0; step < steps; step++) {
    const f = x.map((): Vec3 => [0, -9.8 * mass, 0]);
    for (const [a, b, k, rest] of springs) {
      const d = x[b].map((value, axis) => value - x[a][axis]);
      const length = Math.hypot(...d);
      for (let axis = 0; axis < 3; axis++) {
        const part = (k * (length - rest) * d[axis]) / length;
        f[a][axis] += part;
        f[b][axis] -= part;
      }
    }
    const before = x.map((point): Vec3 => [...point]);
    for (let k = 0; k < x.length; k++) {
      if (pins.has(k)) continue;
      for (let axis = 0; axis < 3; axis++) {
        x[k][axis] += (1 - cloth.damping / 100) * (x[k][axis] - last[k][axis]) + (f[k][axis] / mass) * h * h;
      }
    }
    last = before;
  }
  return x;
}

test('without the strain limit it moves as the homework’s method says, to rounding', { tags: ['long'] }, () => {
  const simulation = createSimulation({
    scene: readClothsim(PINNED4),
    precision: 'double',
    kernel: 'js',
    params: { strainLimit: 0 },
  });
  simulation.step(1350);
  const expected = homework(PINNED4.cloth, 1350);
  let off = 0;
  expected.forEach((point, i) => {
    simulation.particle(i).position.forEach((value, axis) => {
      off = Math.max(off, Math.abs(value - point[axis]));
    });
  });
  expect(off).toBeLessThan(1e-9);
  expect(expected[210][1]).toBeLessThan(0.9);
});

test('the cloth falls over the sphere, and no spring is longer than 1.1 rest lengths', { tags: ['long'] }, () => {
  const simulation = createSimulation({ scene: readClothsim(SPHERE, 'sphere') });
  expect([simulation.scene, simulation.params.clothThickness, simulation.params.selfCollision]).toEqual([
    'sphere',
    0.02,
    1,
  ]);
  const { model, state } = simulation;
  for (let round = 0; round < 30; round++) {
    simulation.step(45);
    const x = state.positions;
    for (let j = 0; j < model.springCount; j++) {
      const [a, b] = [4 * model.springs[2 * j], 4 * model.springs[2 * j + 1]];
      const length = Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]);
      expect(length).toBeLessThan(1.11 * model.restLengths[j]);
    }
  }
  expect(simulation.blowUp).toBeNull();
  const [corner, middle] = [0, 210].map((i) => simulation.particle(i).position[1]);
  expect(middle - corner).toBeGreaterThan(0.2);
  expect(middle).toBeCloseTo(0.8, 1);
});

test('a vertical cloth stands almost in a plane, with its first row below; absent values are the homework’s', () => {
  const { damping, density, ks, enable_bending, ...cloth } = PINNED4.cloth;
  const file = readClothsim({ cloth: { ...cloth, orientation: 1 } });
  const depths = file.particles.positions.map(([, , z]) => Math.abs(z));
  expect(Math.max(...depths)).toBeLessThanOrEqual(1e-3);
  expect(Math.max(...depths)).toBeGreaterThan(5e-4);
  expect([file.particles.positions[0][1], file.particles.positions[399][1]]).toEqual([0, 1]);
  expect(file.particles.masses).toBe(15 / 400);
  expect(file.params?.bendSprings).toBe(1);
  expect(Math.exp(-(file.params?.decay ?? 0) / 2700)).toBeCloseTo(0.998, 12);
});

test('a plane keeps the side on which the cloth is, and may have the keys of its first version', () => {
  const plane = { point1: [0, 0.5, 0], point2: [1, 0.5, 1], normal: [0, -1, 0], friction: 0.2 };
  expect(readClothsim({ ...PINNED4, plane }).planes?.[0]).toMatchObject({ point: [0, 0.5, 0], friction: 0.2 });
  expect(readClothsim({ ...PINNED4, plane }).planes?.[0].normal.map((n) => n + 0)).toEqual([0, 1, 0]);
});

describe('refuses', () => {
  const { cloth } = PINNED4;
  test.each<[string, unknown, string]>([
    ['another section', { cloth, cube: {} }, '"cube" is none of the sections cloth, sphere, plane'],
    [
      'a missing width',
      { cloth: { ...cloth, width: undefined } },
      'cloth.width must be a positive number, got undefined',
    ],
    ['a point of a plane that is missing', { cloth, plane: { normal: [0, 1, 0] } }, 'plane.point: is missing'],
    [
      'a pin outside',
      { cloth: { ...cloth, pinned: [[20, 0]] } },
      'cloth.pinned[0]: [20, 0] is not in the 20 × 20 points',
    ],
    [
      'a damping of 100 %',
      { cloth: { ...cloth, damping: 100 } },
      'cloth.damping: must be a percentage below 100, got 100',
    ],
    ['an unknown key', { cloth: { ...cloth, kss: 1 } }, 'cloth: unknown key "kss"'],
    ['an orientation of 2', { cloth: { ...cloth, orientation: 2 } }, 'cloth.orientation: must be 0 (horizontal) or 1'],
  ])('%s', (_, file, message) => {
    expect(() => readClothsim(file)).toThrow(message.replace(' must be a positive', ': must be a positive'));
  });
});
