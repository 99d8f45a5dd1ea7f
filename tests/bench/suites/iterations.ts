import { advance, swingingCloth } from '../cloth';
import { mean } from '../moments';
import type { Suite } from '../report';
import { duration } from '../timing';
import { stepParts } from './step-parts';

/** Steps of the swing: 1 s. */
const STEPS = 60;
/** Bars and aims for the average number of iterations of a flat cloth at k = 1000 N/m. */
const SIZES: { n: number; bar: number; aim?: number }[] = [
  { n: 33, bar: 9, aim: 6 },
  { n: 65, bar: 14 },
  { n: 100, bar: 14 },
  { n: 129, bar: 14, aim: 10 },
  { n: 257, bar: 14 },
];
const CLOTHS = [
  { cloth: 'let go flat', stiffness: 1000, pleated: false },
  { cloth: 'hung in pleats', stiffness: 1000, pleated: true },
  { cloth: 'let go flat, k = 1e5 N/m', stiffness: 1e5, pleated: false },
];

/** Multigrid over a whole swing, to a residual of 1e-3. */
export const iterations: Suite = {
  id: 'iterations',
  about: 'multigrid over a second of swinging: iterations, set-up, real time',
  run(report) {
    const [flat, ...others] = CLOTHS.map((cloth) => SIZES.map(({ n }) => ({ n, ...cloth, ...swing(n, cloth) })));
    SIZES.forEach(({ n, ...promised }, i) => {
      const name = `iterations to 1e-3, k = 1e3, ${n}², average`;
      report.bars.push({ name, value: flat[i].average, direction: 'at most', ...promised });
    });
    report.tables.push({
      title: 'Multigrid, residual 1e-3, a second of swinging at k = 1000 N/m and dt = 1/60 s',
      rows: [flat, ...others].flat().map(({ n, cloth, average, most, ms }) => ({
        cloth: `${n}×${n}, ${cloth}`,
        'iterations, average': average,
        most,
        'ms per step': ms,
        'times real time': 1000 / 60 / ms,
      })),
    });
    const { table, bar } = stepParts(129);
    report.tables.push(table);
    report.bars.push(bar);
  },
};

function swing(n: number, { stiffness, pleated }: { stiffness: number; pleated: boolean }) {
  const simulation = swingingCloth(n, { preconditioner: 'multigrid' }, { stiffness, cgTolerance: 1e-3 });
  if (pleated) simulation.apply({ type: 'reset' });
  const counts: number[] = [];
  const time = duration(() => {
    for (let i = 0; i < STEPS; i++) {
      advance(simulation, 1);
      counts.push(simulation.report.iterations);
    }
  });
  return { average: mean(counts), most: Math.max(...counts), ms: time / STEPS };
}
