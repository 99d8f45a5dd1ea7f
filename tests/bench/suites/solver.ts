import { createSimulation } from '../../../src/physics';
import { preconditioners } from '../../../src/physics/registry';
import { V_CYCLE } from '../../../src/physics/solvers/multigrid/cycle';
import { createMultigrid } from '../../../src/physics/solvers/multigrid/net-preconditioner';
import { multigrid } from '../../../src/physics/solvers/preconditioners';
import type { PreconditionerDefinition } from '../../../src/physics/world/world';
import { mean } from '../moments';
import type { Suite } from '../report';
import { processorTime } from '../timing';

const DT = 1 / 60;
/** All springs, and structural springs alone. */
const NETS = { folded: {}, structural: { shear: 0, bend: 0 } };

interface Case {
  net: keyof typeof NETS;
  /** N/m. */
  stiffness: number;
  n: number;
  steps: number;
  /** Default: ROUNDS; 0: only the chosen solver, because a step with V-cycles takes a minute. */
  rounds?: number;
}

const CASES: Case[] = [
  { net: 'folded', stiffness: 1e3, n: 65, steps: 20 },
  { net: 'folded', stiffness: 1e3, n: 129, steps: 10 },
  { net: 'folded', stiffness: 1e3, n: 257, steps: 4 },
  { net: 'folded', stiffness: 1e5, n: 65, steps: 20 },
  { net: 'folded', stiffness: 1e5, n: 129, steps: 10 },
  { net: 'folded', stiffness: 1e5, n: 257, steps: 3 },
  { net: 'structural', stiffness: 1e3, n: 65, steps: 10 },
  { net: 'structural', stiffness: 1e3, n: 129, steps: 6 },
  { net: 'structural', stiffness: 1e3, n: 257, steps: 3 },
  { net: 'structural', stiffness: 1e4, n: 33, steps: 10 },
  { net: 'structural', stiffness: 1e4, n: 65, steps: 10 },
  { net: 'structural', stiffness: 1e5, n: 65, steps: 8, rounds: 1 },
  { net: 'structural', stiffness: 1e5, n: 129, steps: 4, rounds: 1 },
  { net: 'structural', stiffness: 1e5, n: 257, steps: 3, rounds: 0 },
];
/** Bars for the average number of iterations of folded cloth at 129 × 129, by stiffness. */
const FOLDED_BARS = [
  { stiffness: 1e3, bar: 10, aim: 8 },
  { stiffness: 1e5, bar: 25, aim: 18 },
];
const V: PreconditionerDefinition = { ...multigrid, create: (world) => createMultigrid(world, () => V_CYCLE, false) };
const CYCLES = { V, own: multigrid };
type Cycle = keyof typeof CYCLES;
const ROUNDS = 4;
/** A step beyond so many iterations falls back to block Jacobi. */
const MAX_ITERATIONS = 1000;

/** Folded cloth, with a V-cycle everywhere and with the preconditioner and cycle that are chosen. */
export const solver: Suite = {
  id: 'solver',
  about: 'folded cloth: iterations and time of the chosen solver against multigrid with a V-cycle',
  run(report) {
    const results = CASES.map((one) => ({ ...one, ...compare(one) }));
    report.tables.push({
      title: 'The default cloth from its pleats, residual 1e-3, dt = 1/60 s, one solve a step',
      about: `Shortest processor time of each step in interleaved rounds; a step beyond ${MAX_ITERATIONS} iterations falls back to block Jacobi.`,
      rows: results.map(({ net, n, stiffness, steps, V, own, ratio }) => ({
        springs: net === 'folded' ? 'all' : 'structural alone',
        'k, N/m': stiffness.toExponential(0).replace('+', ''),
        cloth: `${n}×${n}`,
        steps,
        'iterations with V-cycles': V ? said(V) : '–',
        'with the chosen solver': said(own),
        'time, V / chosen': ratio ?? '–',
      })),
    });
    const folded = (n: number) => results.filter((row) => row.net === 'folded' && row.n === n);
    for (const { stiffness, bar, aim } of FOLDED_BARS) {
      const value = folded(129).find((row) => row.stiffness === stiffness)?.own.average ?? Number.NaN;
      const name = `iterations on folds to 1e-3, k = ${stiffness.toExponential(0).replace('+', '')} N/m, 129², average`;
      report.bars.push({ name, value, direction: 'at most', bar, aim });
    }
    report.bars.push(
      {
        name: 'steps that fell back, chosen solver',
        value: results.reduce((sum, { own }) => sum + own.fallbacks, 0),
        direction: 'at most',
        bar: 0,
      },
      {
        name: 'time of a step, V-cycles / chosen solver, least',
        value: Math.min(...results.map(({ ratio }) => ratio ?? Number.POSITIVE_INFINITY)),
        direction: 'at least',
        bar: 0.97,
      },
    );
  },
};

type Counts = { average: number; most: number; fallbacks: number };

const said = ({ average, most, fallbacks }: Counts) =>
  `${average.toFixed(1)}, most ${most}${fallbacks > 0 ? `, ${fallbacks} fell back` : ''}`;

function compare({ net, stiffness, n, steps, rounds = ROUNDS }: Case): { V?: Counts; own: Counts; ratio?: number } {
  const params = { ...NETS[net], stiffness, rows: n, columns: n };
  const names: Cycle[] = rounds > 0 ? ['V', 'own'] : ['own'];
  const times = { V: Array<number>(steps).fill(Infinity), own: Array<number>(steps).fill(Infinity) };
  const counts = {} as { V?: Counts; own: Counts };
  for (let round = 0; round < Math.max(1, rounds); round++) {
    const runs = names.map((name) => ({ name, step: stepsWith(name, params), all: [] as number[], fallbacks: 0 }));
    for (let i = 0; i < steps; i++) {
      for (const run of runs) {
        times[run.name][i] = Math.min(
          times[run.name][i],
          processorTime(() => {
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
  return { ...counts, ratio: rounds > 0 ? mean(times.V) / mean(times.own) : undefined };
}

/** Steps the default cloth from its start, with a cycle. */
function stepsWith(name: Cycle, params: Record<string, number>) {
  const at = preconditioners.indexOf(multigrid);
  // The memory of a simulation has room for one solver: it is created with the cycle.
  Object.assign(preconditioners, { [at]: CYCLES[name] });
  const simulation = createSimulation({
    integrator: 'implicit-euler',
    preconditioner: 'multigrid',
    params: { ...params, dt: DT, lineSearch: 0, cgTolerance: 1e-3, cgIterations: MAX_ITERATIONS },
  });
  Object.assign(preconditioners, { [at]: multigrid });
  return () => simulation.step();
}
