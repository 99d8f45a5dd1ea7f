import { advance, swingingCloth } from '../cloth';
import { costs, mean, momentsOf } from '../moments';
import type { Bar, Suite } from '../report';
import { duration } from '../timing';

/** Steps of the swing: a second. */
const STEPS = 60;
/** ‖r‖/‖b‖ at which no iteration is needed: what is left of a step is its set-up. */
const NO_ITERATIONS = 1e9;

/** Bars and aims for the average of a cloth at k = 1000 N/m that is let go flat. */
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

/** Multigrid over a whole swing, at a residual of 1e-3. */
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
    report.bars.push(setUpShare(129));
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

/** What is left of a step that has no iteration to do: forces, tangents, all levels rebuilt. */
function setUpShare(n: number): Bar {
  const cost = costs(
    {
      step: swingingCloth(n, { preconditioner: 'multigrid' }, { cgTolerance: 1e-3 }),
      setUp: swingingCloth(n, { preconditioner: 'multigrid' }, { cgTolerance: NO_ITERATIONS }),
    },
    momentsOf(n),
    5,
  );
  const value = cost.setUp.ms / cost.step.ms;
  return { name: `set-up / implicit step, ${n}²`, value, direction: 'at most', bar: 0.2, aim: 0.08 };
}
