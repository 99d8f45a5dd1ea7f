import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MATERIALS } from '../../../src/physics';
import { CORE_PARAMS } from '../../../src/physics/model/params';
import { decode } from '../../../src/ui/sharing/load-setup';
import { encode } from '../../../src/ui/sharing/permalink';
import { catalog, SCENE_PINS } from '../../fixtures/catalog-for-tests';

const run = (scene: string) => {
  const { integrator, params } = catalog.scenes.find(({ id }) => id === scene)!.defaults;
  const setup = { integrator, precision: 'single' as const, requestedPreconditioner: 'auto', params };
  return { scene, builtIn: true, ...setup, pinned: SCENE_PINS[scene], scenePins: SCENE_PINS[scene] };
};

/** Values that have a meaning, far beyond what sliders span. */
const meaningful = {
  any: fc.double({ noNaN: true, noDefaultInfinity: true }),
  'non-negative': fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }),
  positive: fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
  switch: fc.constantFrom(0, 1),
  step: fc.double({ min: Number.MIN_VALUE, max: 1e60, noNaN: true }),
  count: fc.integer({ min: 1, max: 1e5 }),
  grid: fc.integer({ min: 2, max: 512 }),
};
const anyParams = fc.record(
  Object.fromEntries(Object.entries(CORE_PARAMS).map(([key, { accepts }]) => [key, meaningful[accepts]])),
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, number>>;
const anyPins = fc.uniqueArray(fc.nat(1e6)).map((pins) => pins.sort((a, b) => a - b));

describe('a link', () => {
  test('of a scene as it starts names only the scene and the integrator', () => {
    expect(encode(run('chain'), catalog)).toBe('scene=chain&integrator=symplectic-euler');
  });

  test('holds every setup, each number to the last bit', () => {
    const setups = fc.tuple(
      fc.constantFrom('cloth', 'chain'),
      fc.constantFrom('symplectic-euler', 'rk4'),
      fc.constantFrom('single' as const, 'double' as const),
      fc.constantFrom('auto', 'none', 'multigrid'),
      anyParams,
      anyPins,
    );
    fc.assert(
      fc.property(setups, ([scene, integrator, precision, requestedPreconditioner, changed, pinned]) => {
        const start = run(scene);
        const params = { ...start.params, ...changed };
        const there = { ...start, integrator, precision, requestedPreconditioner, params, pinned };
        const { setup, bad } = decode(`#${encode(there, catalog)}`, catalog);
        expect(bad).toEqual([]);
        const { pins = start.pinned, preconditioner = 'auto', params: own, ...rest } = setup;
        const found = { ...start, ...rest, requestedPreconditioner: preconditioner, pinned: pins };
        expect({ ...found, params: { ...start.params, ...own } }).toEqual(there);
      }),
    );
  });

  test('leaves out a preconditioner that was chosen in another scene, and does not support this one', () => {
    const chosen = { ...run('chain'), requestedPreconditioner: 'multigrid' };
    expect(encode({ ...chosen, preconditioner: 'multigrid' }, catalog)).toContain('preconditioner=multigrid');
    expect(encode({ ...chosen, preconditioner: 'block-jacobi' }, catalog)).not.toContain('preconditioner');
  });

  test('says that no particle is pinned', () => {
    const hash = encode({ ...run('cloth'), pinned: [] }, catalog);
    expect(hash).toMatch(/&pins=$/);
    expect(decode(hash, catalog).setup.pins).toEqual([]);
  });

  test('gives the mass with the resolution, since the mass would follow it', () => {
    const start = run('cloth');
    const hash = encode({ ...start, params: { ...start.params, rows: 16 } }, catalog);
    expect(decode(hash, catalog).setup.params).toEqual({ rows: 16, mass: start.params.mass });
  });

  test('names a material, and of its numbers only those that were edited', () => {
    const start = run('cloth');
    const numbers = { mass: 1e-4, stiffness: 2600, drag: 0 };
    const there = {
      ...start,
      params: { ...start.params, ...numbers },
      material: { id: 'silk', numbers, isEdited: false },
    };
    expect(encode(there, catalog)).toBe('scene=cloth&integrator=symplectic-euler&material=silk');
    expect(decode(encode(there, catalog), catalog).setup.material).toBe('silk');
    const edited = { ...there, params: { ...there.params, stiffness: 3000, rows: 40 } };
    expect(decode(encode(edited, catalog), catalog).setup.params).toEqual({ stiffness: 3000, rows: 40 });
    expect(decode('scene=cloth&material=tweed', catalog).bad).toEqual([
      `material must be one of ${MATERIALS.map(({ id }) => id).join(', ')}, got "tweed"`,
    ]);
  });

  test('of a loaded file is empty', () => {
    expect(encode({ ...run('cloth'), builtIn: false }, catalog)).toBe('');
  });

  test('with nothing in it is the first scene', () => {
    for (const hash of ['', '#', '#&'])
      expect(decode(hash, catalog)).toEqual({ setup: { scene: 'cloth', params: {} }, bad: [] });
  });

  test.each([
    ['dt=-0.1', ['dt', '-0.1']],
    ['dt=0', ['dt', '0']],
    ['dt=', ['dt', '""']],
    ['dt=0x10', ['dt', '"0x10"']],
    ['dt=NaN', ['dt', '"NaN"']],
    ['dt=1e999', ['dt', 'Infinity']],
    ['rows=2.5', ['rows', '2.5']],
    ['rows=1', ['rows', '1']],
    ['clamp=2', ['clamp', '2']],
    ['stifness=100', ['stifness', '100']],
    ['constructor=1', ['constructor', '1']],
    ['__proto__=1', ['__proto__', '1']],
    ['scene=moon', ['scene', '"moon"']],
    ['integrator=rk5', ['integrator', '"rk5"']],
    ['precision=half', ['precision', '"half"']],
    ['pins=1,x,3', ['pins', '"x"']],
    ['pins=-1', ['pins', '"-1"']],
    ['mass', ['mass']],
    ['drag=%zz', ['drag=%zz']],
  ])('with %s says so, and keeps the rest', (entry, named) => {
    const { setup, bad } = decode(`#${entry}&shear=0.25`, catalog);
    expect(bad).toHaveLength(1);
    for (const part of named) expect(bad[0]).toContain(part);
    expect(setup.params).toEqual({ shear: 0.25 });
  });

  test('quotes at most 60 characters of a bad entry', () => {
    const long = 'a'.repeat(5000);
    const entries = [long, `${long}=1`, `${long}=2`, `scene=${long}`, `dt=${long}`, `pins=${long}`];
    const { bad } = decode(`#${entries.join('&')}`, catalog);
    expect(bad).toHaveLength(entries.length);
    for (const message of bad) expect(message.length).toBeLessThan(300);
  });

  test('names each of several bad entries', () => {
    const { bad } = decode('#dt=-1&mass=0&x=2&dt=3&integrator=rk4', catalog);
    expect(bad.map((line) => line.split(' ')[0])).toEqual(['dt', 'mass', 'there', 'dt']);
  });

  test('may be any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { setup, bad } = decode(text, catalog);
        expect(setup.scene).toBe('cloth');
        expect(bad.every((line) => line.length > 0)).toBe(true);
      }),
    );
  });
});
