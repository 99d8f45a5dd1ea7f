import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grid } from '../../../../src/physics/model/model';
import { nearest, regrid, resamplePins } from '../../../../src/physics/scenes/builders/resample';
import { cloth } from '../../../../src/physics/scenes/catalog/cloth';
import { benderCloth } from '../../../../src/physics/scenes/catalog/demonstrations';
import { clothFourCorners, clothTopEdge } from '../../../../src/physics/scenes/catalog/square-cloths';
import { paramsOf, scenes } from '../../../../src/physics/scenes/load-scene';
import { everyNth } from '../../../fixtures/run-length';

const size = fc.integer({ min: 2, max: 40 });
const anyGrid: fc.Arbitrary<Grid> = fc.record({ rows: size, columns: size });
const sequence = fc.array(anyGrid, { minLength: 1, maxLength: 6 });

const ownPins = (definition: (typeof scenes)[number], grid: Grid) =>
  definition.create({ ...paramsOf(definition), ...grid }).pinned;

const topEdge = ({ columns }: Grid) => Array.from({ length: columns }, (_, column) => column);

describe('pins on another grid', () => {
  for (const definition of [cloth, clothFourCorners, benderCloth]) {
    test(`stay at the corners for any sequence of sizes: ${definition.id}`, () => {
      fc.assert(
        fc.property(anyGrid, sequence, (start, sizes) => {
          let [from, pins] = [start, ownPins(definition, start)];
          for (const to of sizes) {
            pins = resamplePins(pins, from, to);
            from = to;
            expect(pins).toEqual(ownPins(definition, to));
          }
        }),
        {
          examples: [
            [
              { rows: 32, columns: 32 },
              [
                { rows: 2, columns: 2 },
                { rows: 32, columns: 32 },
              ],
            ],
          ],
        },
      );
    });
  }

  test('stay a whole edge if it has at least three particles', () => {
    const atLeastThree = fc.record({ rows: size, columns: fc.integer({ min: 3, max: 40 }) });
    fc.assert(
      fc.property(atLeastThree, fc.array(atLeastThree, { maxLength: 6 }), (start, sizes) => {
        let [from, pins] = [start, ownPins(clothTopEdge, start)];
        for (const to of sizes) {
          pins = resamplePins(pins, from, to);
          from = to;
        }
        expect(pins).toEqual(topEdge(from));
      }),
    );
  });

  test('stay the whole sheet, in both directions at once', () => {
    const all = ({ rows, columns }: Grid) => Array.from({ length: rows * columns }, (_, i) => i);
    const [from, to] = [
      { rows: 4, columns: 5 },
      { rows: 11, columns: 13 },
    ];
    expect(resamplePins(all(from), from, to)).toEqual(all(to));
  });

  test('never become more if no three are adjacent', () => {
    fc.assert(
      fc.property(anyGrid, anyGrid, fc.array(fc.nat()), (from, to, any) => {
        const pins = [...new Set(any.map((i) => i % (from.rows * from.columns)))].filter((i) => {
          const [row, column] = [Math.floor(i / from.columns), i % from.columns];
          return (row + column) % 2 === 0;
        });
        expect(new Set(resamplePins(pins, from, to))).toEqual(new Set(pins.map((i) => nearest(i, from, to))));
      }),
    );
  });

  test('do not continue from one row to the next', () => {
    const [from, to] = [
      { rows: 3, columns: 3 },
      { rows: 3, columns: 5 },
    ];
    expect(resamplePins([1, 2, 3, 4], from, to)).toEqual([2, 4, 5, 7]);
  });

  for (const definition of everyNth(
    4,
    scenes.filter(({ grid }) => grid),
  )) {
    const title = `stay the scene’s own for any sequence of sizes, if all of them are set: ${definition.id}`;
    test(title, { tags: ['sampled'] }, () => {
      fc.assert(
        fc.property(anyGrid, sequence, (start, sizes) => {
          let [from, pins] = [start, ownPins(definition, start)];
          for (const to of sizes) {
            const own = { before: ownPins(definition, from), after: ownPins(definition, to) };
            pins = resamplePins(pins, from, to, own);
            from = to;
          }
          expect(pins).toEqual(ownPins(definition, from));
        }),
      );
    });
  }

  test('are the scene’s own and those that the user has added', () => {
    const [from, to] = [
      { rows: 5, columns: 2 },
      { rows: 9, columns: 4 },
    ];
    const own = { before: topEdge(from), after: topEdge(to) };
    expect(resamplePins([0, 1, 5], from, to, own)).toEqual([0, 1, 2, 3, 19]);
  });

  test('are no longer the scene’s own if the user has unpinned one of them', () => {
    const [from, to] = [
      { rows: 5, columns: 2 },
      { rows: 9, columns: 4 },
    ];
    const own = { before: topEdge(from), after: topEdge(to) };
    expect(resamplePins([1], from, to, own)).toEqual([3]);
  });
});

describe('a loaded grid', () => {
  const params = { ...paramsOf(cloth), rows: 5, columns: 4 };
  const scene = cloth.create(params);
  const grid = { rows: 5, columns: 4 };

  test('is unchanged at its own size, for any other parameters', () => {
    expect(regrid(scene, grid, { ...params, mass: 1, stiffness: 7 })).toBe(scene);
  });

  test('is the same sheet with the current material at another size', () => {
    const other = regrid(scene, grid, {
      ...params,
      rows: 9,
      columns: 6,
      mass: 1,
      stiffness: 8,
      shear: 0.5,
      bend: 0.25,
    });
    expect(other.grid).toEqual({ rows: 9, columns: 6 });
    expect(other.pinned).toEqual([0, 5]);
    expect(new Set(other.masses)).toEqual(new Set([1]));
    for (let j = 0; j < other.kinds.length; j++) expect(other.stiffness[j]).toBe([8, 4, 2][other.kinds[j]]);
  });
});
