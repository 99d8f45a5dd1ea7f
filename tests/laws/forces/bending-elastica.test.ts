// @module-tag same-on-every-kernel
// @module-tag sampled
import { describe, expect, test } from 'vitest';
import { bendStrip, type StripCase } from '../../fixtures/cantilever';
import { droopOfElastica } from '../../fixtures/elastica';
import { LONG } from '../../fixtures/run-length';

/** Relative deviation of H/W from the elastica. */
const deviation = (strip: StripCase) => bendStrip(strip) / droopOfElastica(strip.load) - 1;

const LOADS = LONG ? [0.1, 1, 5, 20, 100] : [1, 100];
const NETS = LONG ? (['right', 'left', 'alternating'] as const) : (['right'] as const);

test('the elastica has the droops that are known', () => {
  const known = [
    [0.1, 0.0125],
    [1, 0.124562],
    [2, 0.246673],
    [5, 0.585721],
    [10, 1.066802],
    [20, 1.86393],
    [50, 3.705561],
    [100, 5.888105],
    [1000, 21.3354],
  ];
  for (const [load, droop] of known) expect(droopOfElastica(load)).toBeCloseTo(droop, load < 1000 ? 6 : 4);
});

describe('a strip droops as the elastica', () => {
  test.each(NETS)('along a net, diagonals %s: within 3 %', (mesh) => {
    const fine =
      LONG && mesh === 'right'
        ? [
            { load: 300, cells: 40 },
            { load: 1000, cells: 80 },
          ]
        : [];
    for (const one of [...LOADS.map((load) => ({ load, cells: 20 })), ...fine])
      expect(Math.abs(deviation({ mesh, breadth: 2, ...one })), JSON.stringify(one)).toBeLessThan(0.03);
  });

  // 28 half diagonals are 20 cells.
  const bias = LONG ? (['across', 'along', 'alternating'] as const) : (['alternating'] as const);
  test.each(bias)('on the bias, diagonals %s: within 5 %', (diagonals) => {
    for (const load of LONG ? [1, 20, 100] : [5])
      expect(
        Math.abs(deviation({ mesh: `bias ${diagonals}`, load, cells: 28, breadth: LONG ? 4 : 2 })),
        `${load}`,
      ).toBeLessThan(0.05);
  });

  const irregular: [seed: number, cells: number, most: [few: number, many: number]][] = LONG
    ? [
        [2, 20, [0.004, 0.05]],
        [3, 20, [0.004, 0.05]],
        [1, 40, [0.0015, 0.015]],
        [2, 40, [0.0015, 0.015]],
      ]
    : [[1, 20, [0.004, 0.05]]];
  test.each(irregular)('on random triangles, seed %i, %i cells', (seed, cells, most) => {
    for (const [place, load] of (LONG ? [1, 100] : [1]).entries()) {
      const found = Math.abs(deviation({ mesh: `random ${seed}`, load, cells, breadth: 3 }));
      expect(found, `${load}`).toBeLessThan(most[place]);
    }
  });

  test.runIf(LONG)('with a drift from 32 to 256 cells below 1.5 %', () => {
    const [coarse, fine] = [32, 256].map((cells) => bendStrip({ mesh: 'right', load: 10, cells, breadth: 2 }));
    expect(Math.abs(coarse / fine - 1)).toBeLessThan(0.015);
  });
});
