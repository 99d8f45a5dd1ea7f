import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import '../../../../src/physics';
import { SPRING_KINDS } from '../../../../src/physics/model/model';
import { validationError } from '../../../../src/physics/model/validate';
import { integrators, PARAMS } from '../../../../src/physics/registry';
import { gridSprings, isGrid } from '../../../../src/physics/scenes/builders/grid';
import { parseSceneFile } from '../../../../src/physics/scenes/file/parse-scene-file';
import { writeSceneFile } from '../../../../src/physics/scenes/file/write-scene-file';
import { paramsOf, scenes } from '../../../../src/physics/scenes/load-scene';
import { coefficientsOf } from '../../../../src/physics/scenes/materials/sheet-material';
import type { SceneData } from '../../../../src/physics/scenes/scene';

const SIZES = [
  [2, 2],
  [2, 7],
  [5, 3],
  [60, 41],
].map(([rows, columns]) => ({ rows, columns }));
/** Values that no scene has, to check that they are used. */
const OTHER = { stiffness: 137, shear: 0.3, bend: 0.7, damping: 0.011, mass: 0.0123 };

function byId(id: string) {
  const definition = scenes.find((scene) => scene.id === id);
  if (!definition) throw new Error(`no scene ${id}`);
  return { definition, params: paramsOf(definition), data: { ...definition.create(paramsOf(definition)) } };
}

function lengthOf({ positions, springs }: SceneData, j: number): number {
  const [a, b] = [3 * springs[2 * j], 3 * springs[2 * j + 1]];
  return Math.hypot(...[0, 1, 2].map((axis) => positions[a + axis] - positions[b + axis]));
}

/** In place of a test that does not apply to a scene. */
const skip = (_name: string, _run: () => void) => {};

for (const definition of scenes) {
  describe(`the scene ${definition.id}`, () => {
    const testGrid = definition.grid ? test : skip;
    const testOther = definition.grid ? skip : test;
    const params = paramsOf(definition);
    // With each array made once: a grid makes them when they are read.
    const data = { ...definition.create(params) };

    test('has valid parameters and an existing integrator', () => {
      for (const [key, value] of Object.entries(definition.params))
        expect(validationError(PARAMS, key, value)).toBeNull();
      expect(integrators.map(({ id }) => id)).toContain(definition.integrator);
    });

    test('has a summary of at least two sentences', () => {
      expect(definition.summary).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
      expect(definition.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    });

    test('is the same each time', () => expect(isDeepStrictEqual({ ...definition.create(params) }, data)).toBe(true));

    test('is a valid file that reads back to the same bits', () => {
      const text = JSON.stringify(writeSceneFile(data, definition.integrator, params));
      const read = parseSceneFile(JSON.parse(text));
      expect(isDeepStrictEqual({ ...read.data }, data)).toBe(true);
      expect({ ...params, ...read.params }).toStrictEqual(params);
    });

    test('lists its pins in ascending order', () => {
      expect(data.pinned).toEqual([...new Set(data.pinned)].sort((a, b) => a - b));
    });

    test('starts with springs of positive length, none stretched to twice its rest length', () => {
      const wrong = Array.from(data.restLengths, (length, j) => ({ j, length, ratio: lengthOf(data, j) / length }));
      expect(wrong.filter(({ length, ratio }) => !(length > 0 && ratio > 0.5 && ratio < 2))).toEqual([]);
    });

    test('is above the floor', () => {
      expect(data.positions.filter((height, i) => i % 3 === 1 && !(height > 0))).toHaveLength(0);
    });

    test('has the material that its parameters give', () => {
      expect(coefficientsOf(data)).toEqual(Object.fromEntries(Object.keys(OTHER).map((key) => [key, params[key]])));
      const other = coefficientsOf(definition.create({ ...params, ...OTHER }));
      const [structural, shear, bend] = [0, 1, 2].map((kind) => Number(data.kinds.includes(kind)));
      expect(other).toEqual({
        mass: OTHER.mass,
        stiffness: structural * OTHER.stiffness,
        shear: shear * OTHER.shear,
        bend: bend * OTHER.bend,
        damping: structural * OTHER.damping,
      });
    });

    testGrid('is the same sheet at any number of rows and columns', () => {
      for (const grid of SIZES) {
        const other = definition.create({ ...params, ...grid });
        expect(other.grid).toEqual(grid);
        expect(other.masses.length).toBe(grid.rows * grid.columns);
        expect(isGrid(grid, other.springs, other.kinds)).toBe(true);
        expect(other.surface.length).toBe(6 * (grid.rows - 1) * (grid.columns - 1));
        expect(sheet(other)[0]).toBeCloseTo(sheet(data)[0], 12);
        expect(sheet(other)[1]).toBeCloseTo(sheet(data)[1], 12);
        for (const i of other.pinned) expect(i).toBeLessThan(other.masses.length);
        expect(other.positions.every(Number.isFinite)).toBe(true);
      }
    });

    testGrid('counts its particles row by row from the upper left, or far left, corner', () => {
      const { rows, columns } = params;
      const at = (i: number) => data.positions.subarray(3 * i, 3 * i + 3);
      expect(at(columns - 1)[0]).toBeGreaterThan(at(0)[0] + 0.1);
      const first = at(0);
      const below = at((rows - 1) * columns);
      expect(below[1] < first[1] - 0.1 || below[2] > first[2] + 0.1).toBe(true);
    });

    testOther('does not depend on rows and columns', () => {
      expect(data.grid).toBeNull();
      expect(definition.create({ ...params, rows: 5, columns: 3 })).toStrictEqual(data);
    });
  });
}

/** Width and height at rest, m: all structural rest lengths of the first row and the first column. */
function sheet({ grid, springs, kinds, restLengths }: SceneData): [number, number] {
  const size: [number, number] = [0, 0];
  for (let j = 0; j < kinds.length; j++) {
    const [a, b] = springs.subarray(2 * j, 2 * j + 2);
    if (SPRING_KINDS[kinds[j]] !== 'structural' || !grid) continue;
    if (b === a + 1 && b < grid.columns) size[0] += restLengths[j];
    if (b === a + grid.columns && a % grid.columns === 0) size[1] += restLengths[j];
  }
  return size;
}

describe('the parameters in the sources', () => {
  test('Bender’s cloth: 1,200 particles 0.2 m apart and 4,592 springs', () => {
    const { data, params } = byId('bender-cloth');
    expect([data.masses.length, data.kinds.length]).toEqual([1200, 4592]);
    expect(data.pinned).toEqual([0, 39]);
    for (let j = 0; j < data.kinds.length; j++) {
      expect(data.restLengths[j]).toBeCloseTo(data.kinds[j] === 0 ? 0.2 : Math.SQRT2 * 0.2, 12);
    }
    expect(new Set(data.stiffness)).toEqual(new Set([5000]));
    expect(params).toMatchObject({ damping: 10, mass: 0.5, dt: 0.005, gravity: 9.81, drag: 0, decay: 0 });
  });

  test('the Taichi demo: particle 10j + i at (0.2 + is, 0.8 − js), rest length 0.6 s', () => {
    const { data, params } = byId('taichi-grid');
    const s = 0.6 / 9;
    for (let j = 0; j < 10; j++) {
      for (let i = 0; i < 10; i++) {
        expect([...data.positions.subarray(30 * j + 3 * i, 30 * j + 3 * i + 3)]).toEqual([0.2 + i * s, 0.8 - j * s, 0]);
      }
    }
    expect(data.pinned).toEqual([0, 9]);
    expect(data.kinds.length).toBe(180);
    for (const length of data.restLengths) expect(length).toBeCloseTo(s * 0.6, 15);
    const numbers = { stiffness: 1000, mass: 0.2, decay: 10, damping: 0, drag: 0, gravity: 9.8, dt: 0.001 };
    expect(params).toMatchObject(numbers);
  });

  test('the chain: a pin and ten particles of 10 g on springs of 0.1 m and 100 N/m', () => {
    const { data } = byId('chain');
    expect([data.masses.length, data.pinned, data.kinds.length]).toEqual([11, [0], 10]);
    expect([new Set(data.restLengths), new Set(data.stiffness), new Set(data.masses)]).toEqual(
      [0.1, 100, 0.01].map((value) => new Set([value])),
    );
  });

  test('the cloth hangs in waves between corners 0.85 m apart, with no structural spring stretched', () => {
    const { data } = byId('cloth');
    expect(data.positions[3 * 31] - data.positions[0]).toBeCloseTo(0.85, 2);
    expect(data.masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(0.2, 12);
    for (let j = 0; j < data.kinds.length; j++) {
      if (data.kinds[j] === 0) expect(lengthOf(data, j)).toBeCloseTo(data.restLengths[j], 12);
    }
  });

  test('floating scenes have no linear or angular momentum', () => {
    for (const id of ['cloth-floating', 'two-bodies']) {
      const { positions: x, velocities: v, masses } = byId(id).data;
      const sums = new Float64Array(6);
      masses.forEach((m, i) => {
        const [p, q] = [x.subarray(3 * i, 3 * i + 3), v.subarray(3 * i, 3 * i + 3)];
        for (let axis = 0; axis < 3; axis++) sums[axis] += m * q[axis];
        sums[3] += m * (p[1] * q[2] - p[2] * q[1]);
        sums[4] += m * (p[2] * q[0] - p[0] * q[2]);
        // Two bodies rotate about the z axis.
        if (id !== 'two-bodies') sums[5] += m * (p[0] * q[1] - p[1] * q[0]);
      });
      for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-12);
    }
  });
});

describe('the springs of a grid', () => {
  test('exist once each, between the particles that their kind requires', () => {
    for (const grid of [...SIZES, { rows: 3, columns: 2 }]) {
      const { pairs, kinds } = gridSprings(grid, 1, 1, SPRING_KINDS);
      const found = new Set<string>();
      kinds.forEach((kind, j) => {
        const [a, b] = [pairs[2 * j], pairs[2 * j + 1]];
        const down = Math.floor(b / grid.columns) - Math.floor(a / grid.columns);
        const right = (b % grid.columns) - (a % grid.columns);
        expect([down ** 2 + right ** 2]).toEqual([[1, 2, 4][kind]]);
        found.add(`${a} ${b}`);
      });
      const { rows: r, columns: c } = grid;
      expect(found.size).toBe(kinds.length);
      expect(kinds.length).toBe(
        r * (c - 1) + (r - 1) * c + 2 * (r - 1) * (c - 1) + r * Math.max(0, c - 2) + Math.max(0, r - 2) * c,
      );
    }
  });
});
