import type { Frame } from '../../../runtime/frame/frame';
import { type Chart, createChart } from '../parts/chart';
import type { Column } from '../parts/drawings';
import type { CgXRayNow } from './solve-text';

/** A chart of the solve. */
export interface SolveChart {
  readonly chart: Chart;
  draw(now: CgXRayNow | null, record: SolveRecord): void;
}

/** Solver iterations of the last steps. */
export interface SolveRecord {
  follow(frame: Frame): void;
  readonly times: Column;
  readonly iterations: Column;
}

/** Frames kept. */
const CAPACITY = 900;

export function createSolveRecord(): SolveRecord {
  let times: Column = [];
  let iterations: Column = [];
  let last = { time: Number.NaN, generation: -1, integrator: '' };
  return {
    follow({ status, structure }) {
      const { time, integrator } = status;
      if (time === last.time) return;
      const continues = time > last.time && structure.generation === last.generation && integrator === last.integrator;
      if (!continues) times = iterations = [];
      last = { time, generation: structure.generation, integrator };
      times = [...times, time].slice(-CAPACITY);
      iterations = [...iterations, status.report.iterations].slice(-CAPACITY);
    },
    get times() {
      return times;
    },
    get iterations() {
      return iterations;
    },
  };
}

/** One line for each preconditioner, and one for the run. */
function curves(name: string, y: string, quantity: 'residuals' | 'errors', labels: readonly string[]): SolveChart {
  const lines = [...labels.map((label) => `${label}, from 0`), 'this run'];
  const chart = createChart({ name, x: 'iteration', y, lines, logarithmic: 'y' });
  return {
    chart,
    draw(now) {
      if (!now) return;
      const all = [...now.solves.map(({ curve }) => curve[quantity]), now.own[quantity]];
      const longest = Math.max(...all.map(({ length }) => length));
      const column = (values: number[]): Column =>
        Array.from({ length: longest }, (_, i) => (Number.isFinite(values[i]) ? values[i] : null));
      chart.draw([Array.from({ length: longest }, (_, i) => i), ...all.map(column)]);
    },
  };
}

export interface SolveChartEntry {
  id: string;
  label: string;
  /** @param labels of the compared preconditioners */
  create(labels: readonly string[]): SolveChart;
}

export const SOLVE_CHARTS: readonly SolveChartEntry[] = [
  {
    id: 'residual',
    label: 'Residual over iterations',
    create: (labels) => curves('Residual of the solve over its iterations', '‖b − A Δv‖ / ‖b‖', 'residuals', labels),
  },
  {
    id: 'error',
    label: 'Error of Δv over iterations',
    create: (labels) => curves('Error of Δv over the iterations', '‖Δv − exact‖ / ‖exact‖', 'errors', labels),
  },
  {
    id: 'time',
    label: 'Iterations over time',
    create() {
      const chart = createChart({
        name: 'Iterations of each step over time',
        x: 't / s',
        y: 'iterations per step',
        lines: ['iterations'],
      });
      return { chart, draw: (_, { times, iterations }) => chart.draw([times, iterations]) };
    },
  },
];
