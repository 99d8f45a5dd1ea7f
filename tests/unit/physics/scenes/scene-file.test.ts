import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultParams, integrators } from '../../../../src/physics/registry';
import { cloth } from '../../../../src/physics/scenes/catalog/cloth';
import { parseSceneFile } from '../../../../src/physics/scenes/file/parse-scene-file';
import { SceneError } from '../../../../src/physics/scenes/file/scene-file';
import { writeSceneFile } from '../../../../src/physics/scenes/file/write-scene-file';
import { paramsOf } from '../../../../src/physics/scenes/load-scene';
import { coefficientsOf } from '../../../../src/physics/scenes/materials/sheet-material';
import { anyParams, anyScene } from '../../../fixtures/any-scene';
import { MALFORMED, validFile } from '../../../fixtures/malformed-scene-files';

function errorOf(input: unknown): string {
  try {
    parseSceneFile(input);
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    expect((error as Error).name).toBe('SceneError');
    return (error as Error).message;
  }
  throw new Error(`accepted: ${JSON.stringify(input)}`);
}

/** The file with one change. */
function changed(
  file: unknown,
  at: (string | number)[],
  change: (place: Record<string, unknown>, key: string) => void,
) {
  let place = file as Record<string, unknown>;
  for (const key of at.slice(0, -1)) place = place[key] as Record<string, unknown>;
  change(place, String(at[at.length - 1]));
  return file;
}

describe('a malformed scene file', () => {
  test('has more than a hundred kinds', () => expect(MALFORMED.length).toBeGreaterThan(100));

  for (const malformed of MALFORMED) {
    const { at, path, says } = malformed;
    test(`is rejected with its path: ${path} (${says.join(', ')})`, () => {
      const bad =
        at.length === 0
          ? malformed.value
          : changed(validFile(), at, (place, key) => {
              if ('value' in malformed) place[key] = malformed.value;
              else delete place[key];
            });
      const message = errorOf(bad);
      expect(message.startsWith(`${path}: `), message).toBe(true);
      for (const text of says) expect(message.slice(path.length)).toContain(text);
    });
  }

  test('is rejected for a key of a prototype', () => {
    const particles = '"particles": {"positions": [[0,0,0]], "masses": 1}';
    expect(errorOf(JSON.parse(`{"hooke": 1, ${particles}, "__proto__": {}}`))).toBe('__proto__: unknown key');
    expect(errorOf(JSON.parse(`{"hooke": 1, ${particles}, "params": {"__proto__": 1}}`))).toMatch(
      /^params\.__proto__: /,
    );
  });

  test('is rejected for more particles than a page can hold', () => {
    const positions = new Array(2 ** 20 + 1).fill([0, 0, 0]);
    expect(errorOf({ hooke: 1, particles: { positions, masses: 1 } })).toBe(
      'particles.positions: 1048577 particles, at most 1048576',
    );
  });

  test('is rejected for any wrong value in any place', () => {
    const places: (string | number)[][] = [];
    const walk = (value: unknown, at: (string | number)[]) => {
      if (typeof value !== 'object' || value === null) places.push(at);
      else
        for (const [key, item] of Object.entries(value)) walk(item, [...at, Array.isArray(value) ? Number(key) : key]);
    };
    walk(validFile(), []);
    const junk = fc.oneof(fc.constantFrom(null, Number.NaN, true, {}, [], [[]]), fc.object());
    fc.assert(
      fc.property(fc.constantFrom(...places), junk, (at, value) => {
        errorOf(changed(validFile(), at, (place, key) => (place[key] = value)));
      }),
    );
  });

  test('throws nothing but a SceneError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (input) => {
        expect(errorOf(input)).toMatch(/^[^:]+: ./);
      }),
    );
  });
});

describe('a scene file', () => {
  const particles = {
    positions: [
      [0, 0, 0],
      [3, 4, 0],
    ],
    masses: 2,
  };

  test('may hold only particles', () => {
    const { data, integrator, params } = parseSceneFile({ hooke: 1, particles });
    expect(data).toMatchObject({ name: 'untitled', pinned: [], grid: null, time: 0 });
    expect([...data.masses, ...data.velocities]).toEqual([2, 2, 0, 0, 0, 0, 0, 0]);
    expect(data.kinds.length).toBe(0);
    expect(integrator).toBeNull();
    expect(params).toEqual({});
  });

  test('has defaults for springs', () => {
    const { data } = parseSceneFile({
      hooke: 1,
      particles,
      springs: {
        pairs: [
          [0, 1],
          [1, 0],
        ],
        stiffness: 7,
      },
    });
    expect([...data.restLengths]).toEqual([5, 5]);
    expect([...data.stiffness]).toEqual([7, 7]);
    expect([...data.damping]).toEqual([0, 0]);
    expect([...data.kinds]).toEqual([0, 0]);
  });

  test('may hold no springs, duplicate springs, and springs without length or stiffness', () => {
    const accepted = [
      { pairs: [], stiffness: 1 },
      { pairs: [], stiffness: [], restLengths: [], damping: [], kinds: [] },
      {
        pairs: [
          [0, 1],
          [0, 1],
        ],
        stiffness: 0,
        restLengths: [0, 0],
        kinds: 'bend',
      },
    ];
    for (const springs of accepted) parseSceneFile({ hooke: 1, particles, springs });
  });

  test('may list its pins in any order', () => {
    const { data } = parseSceneFile({ hooke: 1, particles: { ...particles, pinned: [1, 0] } });
    expect(data.pinned).toEqual([0, 1]);
  });

  test('is a grid only if all its springs belong to its rows and columns; some may be missing', () => {
    const params = { ...paramsOf(cloth), rows: 4, columns: 3 };
    const file = () => writeSceneFile(cloth.create(params), 'rk4', params);
    expect(parseSceneFile(file()).data.grid).toEqual({ rows: 4, columns: 3 });
    const wrong = [
      () => ({ ...file(), params: { rows: 3, columns: 4 } }),
      () => ({ ...file(), params: { rows: 2, columns: 4 } }),
      () => ({ ...file(), params: { rows: 4 } }),
      () => changed(file(), ['springs', 'pairs', 0], (place, key) => (place[key] = [0, 5])),
      () => changed(file(), ['springs', 'pairs', 0], (place, key) => (place[key] = [1, 2])),
      () => changed(file(), ['springs', 'kinds'], (place, key) => (place[key] = 'structural')),
    ];
    for (const make of wrong) expect(parseSceneFile(make()).data.grid).toBeNull();

    const data = cloth.create(params);
    const without = (missing: (j: number) => boolean) => {
      const pairs = data.springs.filter((_, end) => !missing(end >> 1));
      const kinds = data.kinds.filter((_, j) => !missing(j));
      const springs = { springs: pairs, kinds, restLengths: new Float64Array(kinds.length).fill(1) };
      const material = { stiffness: new Float64Array(kinds.length), damping: new Float64Array(kinds.length) };
      return parseSceneFile(writeSceneFile({ ...data, ...springs, ...material }, 'rk4', params)).data.grid;
    };
    expect(without((j) => j % 3 === 0)).toEqual({ rows: 4, columns: 3 });
    expect(without((j) => data.kinds[j] === 0)).toBeNull();
  });

  test('may hold 40,000 particles', { tags: ['long'] }, () => {
    const params = { ...paramsOf(cloth), rows: 200, columns: 200 };
    const text = JSON.stringify(writeSceneFile(cloth.create(params), 'rk4', params));
    const { data } = parseSceneFile(JSON.parse(text));
    const springs = 2 * (200 * 199 + 199 * 199 + 200 * 198);
    expect([data.masses.length, data.kinds.length, data.grid]).toEqual([40_000, springs, { rows: 200, columns: 200 }]);
  });
});

describe('writing and reading a scene', () => {
  test('changes no bit', () => {
    fc.assert(
      fc.property(anyScene, anyParams, fc.constantFrom(...integrators), (data, params, { id }) => {
        const file = writeSceneFile(data, id, params);
        const read = parseSceneFile(JSON.parse(JSON.stringify(file)));
        expect({ ...read.data, membrane: null }).toStrictEqual(data);
        expect(read.integrator).toBe(id);
        expect({ ...defaultParams(), ...read.params }).toStrictEqual(params);
        expect(writeSceneFile(read.data, id, params)).toStrictEqual(file);
      }),
    );
  });

  test('keeps a membrane and its material constants', () => {
    const params = { ...paramsOf(cloth), rows: 3, columns: 3, membraneLambda: 3, membraneMu: 4, membranePsi: 0.1 };
    const data = cloth.create(params);
    const read = parseSceneFile(JSON.parse(JSON.stringify(writeSceneFile(data, 'rk4', params))));
    expect(read.data.membrane).toStrictEqual(data.membrane);
    expect(read.params).toMatchObject({ membraneLambda: 3, membraneMu: 4, membranePhi: 0, membranePsi: 0.1 });
  });

  test('keeps the rest shape of a surface that bends, and refuses two of them', () => {
    const params = { ...paramsOf(cloth), rows: 3, columns: 3, bending: 1e-5 };
    const data = cloth.create(params);
    const file = writeSceneFile(data, 'rk4', params);
    expect(file.rest).toHaveLength(9);
    expect(file.membrane?.rest).toBeUndefined();
    expect(parseSceneFile(JSON.parse(JSON.stringify(file))).data.membrane).toStrictEqual(data.membrane);
    expect(writeSceneFile(data, 'rk4', { ...params, bending: 0 }).rest).toBeUndefined();
    const twice = { ...file, membrane: { ...file.membrane, rest: file.rest } };
    expect(() => parseSceneFile(twice)).toThrow('rest: membrane.rest gives the rest positions already');
  });

  test('uses the surface as a membrane if there is none, without triangles of no area', () => {
    const positions = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [2, 0, 0],
    ];
    const surface = [
      [0, 1, 2],
      [0, 1, 3],
    ];
    const { data } = parseSceneFile({ hooke: 1, particles: { positions, masses: 1 }, surface });
    expect(data.membrane?.triangles).toEqual(Uint32Array.of(0, 1, 2));
  });

  test('holds no parameter that follows from other values', () => {
    const params = { ...paramsOf(cloth), rows: 3, columns: 3, dt: defaultParams().dt };
    const file = writeSceneFile(cloth.create(params), 'rk4', params);
    expect(file.params).toEqual({ drag: params.drag, rows: 3, columns: 3 });
    expect(file.particles.masses).toBe(params.mass);
    expect(file.springs?.damping).toBe(params.damping);
    expect(file.particles).not.toHaveProperty('velocities');
    expect(file).not.toHaveProperty('time');
  });
});

describe('the parameters that follow from a scene', () => {
  const of = (stiffness: number[], kinds: number[]) =>
    coefficientsOf({
      ...parseSceneFile({ hooke: 1, particles: { positions: [[0, 0, 0]], masses: 3 } }).data,
      stiffness: Float64Array.from(stiffness),
      kinds: Uint8Array.from(kinds),
    });

  test('are the largest of each kind', () => {
    expect(of([10, 200, 50, 100, 20], [0, 0, 1, 1, 2])).toEqual({
      stiffness: 200,
      shear: 0.5,
      bend: 0.1,
      damping: 0,
      mass: 3,
    });
  });

  test('take the largest of all if no structural spring has stiffness', () => {
    expect(of([30, 60], [1, 2])).toMatchObject({ stiffness: 60, shear: 0.5, bend: 1 });
    expect(of([0, 60], [0, 2])).toMatchObject({ stiffness: 60, shear: 0, bend: 1 });
    expect(of([0, 0], [0, 1])).toMatchObject({ stiffness: 0, shear: 0, bend: 0 });
    expect(of([], [])).toMatchObject({ stiffness: 0, shear: 0, bend: 0 });
  });

  test('give back the ratio that the user chose', () => {
    const chosen = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 999 }));
    fc.assert(
      fc.property(chosen, ([tenths, thousandths]) => {
        const stiffness = tenths / 10;
        const ratio = thousandths / 1000;
        expect(of([stiffness, stiffness * ratio], [0, 1]).shear).toBe(ratio);
      }),
    );
  });
});
