import { measureCollision } from '../../fixtures/measure-collision';
import type { Suite } from '../report';

/** Cloths in all. */
const CLOTHS = 200;
/** Particles along an edge, from one to the other. */
const SIDES = [16, 48];
/** Of the energy at the start and of the work put in. */
const TOLERANCE = 0.02;

/** Dropped and wrung cloths with self-collision, and the pairs of an edge and a triangle that cross. */
export const collision: Suite = {
  id: 'collision',
  about: `${CLOTHS} cloths that are dropped or wrung: do they cross themselves? Half an hour; --seeds 1-20 takes some`,
  isLong: true,
  run(report, { seeds = `1-${CLOTHS}` }) {
    const [first, last = first] = seeds.split('-').map(Number);
    const rows = Array.from({ length: last - first + 1 }, (_, i) => measure(first + i));
    report.tables.push({
      title: `Cloths ${seeds} of ${CLOTHS} with self-collision`,
      about: `The most pairs of an edge and a triangle that cross, of 8 counts of each, and under implicit methods the largest rise of energy above its start and the work put in.`,
      rows: ['drop', 'wringing'].flatMap((kind) =>
        [...new Set(rows.map(({ integrator }) => integrator))].sort().map((integrator) => {
          const some = rows.filter((row) => row.integrator === integrator && row.name.startsWith(kind));
          return {
            cloth: kind,
            method: integrator,
            cloths: some.length,
            'pairs that cross': Math.max(0, ...some.map(({ crossings }) => crossings)),
            'largest rise': integrator.startsWith('implicit')
              ? `${(100 * Math.max(0, ...some.map(({ rise }) => rise))).toFixed(2)} %`
              : '–',
          };
        }),
      ),
    });
    report.bars.push(
      {
        name: 'cloths that cross themselves',
        value: rows.filter(({ crossings }) => crossings > 0).length,
        direction: 'at most',
        bar: 0,
      },
      {
        name: 'largest rise of energy under an implicit method, of its start and of the work put in',
        value: Math.max(...rows.map(({ rise }) => rise)),
        direction: 'at most',
        bar: TOLERANCE,
      },
    );
  },
};

function measure(seed: number) {
  const side = SIDES[0] + ((5 * seed) % (SIDES[1] - SIDES[0] + 1));
  const figures = measureCollision(seed, side);
  const { name, integrator, crossings, rise } = figures;
  console.error(`  ${name}, ${side} × ${side}, ${integrator}: ${crossings} crossings, rise ${rise.toPrecision(2)}`);
  return figures;
}
