import { createSimulation } from '../../../src/physics';
import { preconditioners } from '../../../src/physics/registry';
import { V_CYCLE } from '../../../src/physics/solvers/multigrid/cycle';
import { multigrid, multigridBy } from '../../../src/physics/solvers/preconditioners/multigrid';
import { mean } from '../moments';
import type { Suite } from '../report';
import { duration } from '../timing';

const DT = 1 / 60;
const SIZES = [
  { n: 65, steps: 20 },
  { n: 129, steps: 10 },
  { n: 257, steps: 4 },
];
const CLOTHS: { cloth: string; params: Record<string, number> }[] = [
  { cloth: 'k = 1e3 N/m', params: { stiffness: 1e3 } },
  { cloth: 'k = 1e5 N/m', params: { stiffness: 1e5 } },
  { cloth: 'structural springs alone, k = 1e3 N/m', params: { stiffness: 1e3, shear: 0, bend: 0 } },
  { cloth: 'structural springs alone, k = 1e5 N/m', params: { stiffness: 1e5, shear: 0, bend: 0 } },
];
/** Bars and aims for the average number of iterations at 129 × 129. */
const BARS = [
  { at: 0, bar: 10, aim: 8 },
  { at: 1, bar: 25, aim: 18 },
];
const CYCLES = { V: multigridBy(() => V_CYCLE, false), own: multigrid };
const ROUNDS = 2;

/** Folded cloth, with a V-cycle everywhere and with the preconditioner and cycle that are chosen. */
export const solver: Suite = {
  id: 'solver',
  about: 'folded cloth: iterations and time of the chosen solver against multigrid with a V-cycle',
  run(report) {
    const rows = CLOTHS.flatMap(({ cloth, params }) =>
      SIZES.map(({ n, steps }) => ({ n, cloth, ...compare({ ...params, rows: n, columns: n }, steps) })),
    );
    report.tables.push({
      title: 'The default cloth from its pleats, residual 1e-3, dt = 1/60 s, one solve a step',
      about:
        'Shortest time of each step in interleaved rounds; a step beyond 1,000 iterations falls back to block Jacobi.',
      rows: rows.map(({ n, cloth, V, own, ratio }) => ({
        cloth: `${n}×${n}, ${cloth}`,
        'iterations with V-cycles': said(V),
        'with the chosen solver': said(own),
        'time, V / chosen': ratio,
      })),
    });
    for (const { at, bar, aim } of BARS) {
      const { cloth } = CLOTHS[at];
      const value = rows.find((row) => row.n === 129 && row.cloth === cloth)?.own.average ?? Number.NaN;
      report.bars.push({ name: `iterations on folds to 1e-3, ${cloth}, 129²`, value, direction: 'at most', bar, aim });
    }
  },
};

type Counts = { average: number; most: number; fallbacks: number };

const said = ({ average, most, fallbacks }: Counts) =>
  `${average.toFixed(1)}, most ${most}${fallbacks > 0 ? `, ${fallbacks} fell back` : ''}`;

function compare(params: Record<string, number>, steps: number) {
  const names = Object.keys(CYCLES) as (keyof typeof CYCLES)[];
  const times = { V: Array<number>(steps).fill(Infinity), own: Array<number>(steps).fill(Infinity) };
  const counts = {} as Record<keyof typeof CYCLES, Counts>;
  for (let round = 0; round < ROUNDS; round++) {
    const runs = names.map((name) => ({ name, step: stepsWith(name, params), all: [] as number[], fallbacks: 0 }));
    for (let i = 0; i < steps; i++) {
      for (const run of runs) {
        times[run.name][i] = Math.min(
          times[run.name][i],
          duration(() => {
            const { iterations, fellBack } = run.step();
            run.all.push(iterations);
            if (fellBack) run.fallbacks++;
          }),
        );
      }
    }
    for (const { name, all, fallbacks } of runs)
      counts[name] = { average: mean(all), most: Math.max(...all), fallbacks };
  }
  return { ...counts, ratio: mean(times.V) / mean(times.own) };
}

/** Steps the default cloth from its start, with a cycle. */
function stepsWith(name: keyof typeof CYCLES, params: Record<string, number>) {
  const at = preconditioners.indexOf(multigrid);
  // The memory of a simulation has room for one solver: it is created with the cycle.
  Object.assign(preconditioners, { [at]: CYCLES[name] });
  const simulation = createSimulation({
    integrator: 'implicit-euler',
    preconditioner: 'multigrid',
    params: { ...params, dt: DT, lineSearch: 0, cgTolerance: 1e-3, cgIterations: 1000 },
  });
  Object.assign(preconditioners, { [at]: multigrid });
  return () => simulation.step();
}
