/** What the CG X-ray shows of a solve: sentences, the table of the spectra, charts and the pattern of the matrix. */
import { t } from '../../language/translate';
import type { Answer } from '../../runtime/queries';
import { element, setText } from '../controls/element';
import { formatCount, formatNumber, formatPercent, formatQuantity } from '../controls/number-format';
import { formatEntry } from './parts/axis';
import { type Column, createCanvas, type DrawingContext } from './parts/canvas';
import { createChart } from './parts/chart';
import { createTable, numberColumn } from './parts/tables';

export type CgXRayNow = Answer<'cgXRay'>;
type Curve = CgXRayNow['own'];
type Solve = CgXRayNow['solves'][number];

/** The system that the method solves, and the result of the solve. */
export function solveText(now: CgXRayNow, method: string): string {
  const { theta, known, predicted, implicit, h } = now;
  const matrix = t`S(M − ${factor(theta)}hD − ${factor(theta * theta)}h²K)S`;
  const where = predicted
    ? t`, with K and D at x + ${factor(theta + known)}hv: the first iteration of Newton’s method`
    : '';
  const system = implicit
    ? t`${method} solves A Δv = b, A = ${matrix}${where}; h = ${formatQuantity(h, 's')}.`
    : t`${method} is explicit and solves no system. Shown instead: the system of an implicit Euler step with h = ${formatQuantity(h, 's')}, A Δv = b, A = ${matrix}.`;
  return `${system} ${ownSolveText(now)}`;
}

/** A factor of h: nothing for 1. */
function factor(value: number): string {
  if (value === 1) return '';
  return ({ 0.5: '½', 0.25: '¼' } as Record<number, string>)[value] ?? `${formatNumber(value, 3)} `;
}

function ownSolveText({ solves, own, preconditioner, tolerance, implicit, predicted, exact }: CgXRayNow): string {
  const by = preconditioner === 'none' ? 'No preconditioner' : labelOf(preconditioner, solves);
  const iterations = own.residuals.length - 1;
  const start = implicit && !predicted ? 'starting from the last Δv' : 'starting from 0';
  const count = countText(iterations);
  const residual = own.residuals[iterations];
  const error = errorText(own.errors[iterations]);
  const reference = exact ? 'the exact solution' : 'the same solve at a tolerance of 1e−12';
  if (own.brokeDown) {
    return t`${by}: CG broke down after ${count} ${start}, at a direction with pᵀAp ≤ 0. A is not positive definite. Error of Δv: ${error} of ${reference}.`;
  }
  const missed = residual > tolerance ? t` (above the tolerance of ${formatEntry(tolerance)})` : '';
  return t`${by}: ${count} ${start}, residual ${formatEntry(residual)}${missed}. Error of Δv: ${error} of ${reference}.`;
}

const labelOf = (preconditioner: string, solves: readonly Solve[]) =>
  solves.find(({ id }) => id === preconditioner)?.label ?? preconditioner;

const countText = (n: number) => (n === 1 ? t`1 iteration` : t`${formatCount(n)} iterations`);

const errorText = (error: number) => (error > 0 && error < 5e-4 ? 'less than 0.1 %' : formatPercent(error));

/** What each preconditioner is worth in this step, in one sentence: iterations from 0 to the tolerance. */
export function solveSentence({ solves, preconditioner, tolerance, implicit, own }: CgXRayNow): string {
  const step = implicit ? 'This step' : 'An implicit Euler step from this state';
  const iterations = (id: string) => {
    const solve = solves.find((one) => one.id === id);
    return solve ? iterationsTo(tolerance, solve.curve) : null;
  };
  const by = preconditioner === 'none' ? 'without a preconditioner' : t`with ${labelOf(preconditioner, solves)}`;
  const needed = iterations(preconditioner);
  if (own.brokeDown || needed === null) {
    return t`${step} is not solved ${by}: conjugate gradients ${own.brokeDown ? 'broke down' : 'end above the tolerance'}.`;
  }
  const plain = iterations('none');
  if (preconditioner === 'none' || plain === null) return t`${step} needs ${countText(needed)} ${by}, from 0.`;
  return t`${step} needs ${countText(needed)} ${by}, and ${formatCount(plain)} without, from 0.`;
}

/** The effect of the clamp on definiteness. */
export function definitenessText({ clamped, unclamped, compressed, springs, clamp }: CgXRayNow): string {
  const describe = ({ definite, negative }: CgXRayNow['clamped']) => {
    if (definite) return negative === null ? 'no direction with pᵀAp ≤ 0 found' : 'positive definite';
    return negative
      ? t`indefinite, ${formatCount(negative)} negative ${negative === 1 ? 'eigenvalue' : 'eigenvalues'}`
      : t('indefinite');
  };
  const active = (on: boolean) => (on === clamp ? ' (active)' : '');
  return (
    t`${formatCount(compressed)} of ${formatCount(springs)} springs are compressed. ` +
    t`With the clamp${active(true)}: ${describe(clamped)}. Without${active(false)}: ${describe(unclamped)}.`
  );
}

/** Iterations from 0 to the run's tolerance; null if the curve ends above it. */
function iterationsTo(tolerance: number, { residuals }: Curve): number | null {
  const at = residuals.findIndex((residual) => residual <= tolerance);
  return at < 0 ? null : at;
}

/** The spectra, with and without each preconditioner. */
export function createSpectrumTable() {
  let now: Pick<CgXRayNow, 'preconditioner' | 'tolerance'> | null = null;
  const eigenvalue = (head: string, help: string, end: 'low' | 'high') =>
    numberColumn(head, help, ({ id, spectrum }: Solve) =>
      spectrum ? formatEntry(spectrum[end]) + (id === 'none' ? ' kg' : '') : '–',
    );
  const table = createTable<Solve>({
    name: 'Spectrum',
    caption: 'Spectrum of the run’s matrix',
    style: 'spectra',
    columns: [
      {
        head: '',
        cell({ id, label }) {
          const title = id === 'none' ? 'Without a preconditioner' : t`The matrix of the solve with ${label}`;
          return element('th', { scope: 'row', title }, id === 'none' ? 'A' : `P⁻¹A, ${label}`);
        },
      },
      eigenvalue('λ min', 'Smallest eigenvalue', 'low'),
      eigenvalue('λ max', 'Largest eigenvalue', 'high'),
      numberColumn(
        t('condition'),
        'Condition number, λ max / λ min: the larger, the slower the solve',
        ({ spectrum }) =>
          spectrum && spectrum.low > 0 ? formatEntry(Number((spectrum.high / spectrum.low).toPrecision(3))) : '–',
      ),
      numberColumn(t('iterations'), 'Iterations from 0 to the run’s tolerance', ({ curve }) => {
        const needed = now && iterationsTo(now.tolerance, curve);
        return needed === null ? '–' : formatCount(needed);
      }),
    ],
    attributes: ({ id }) => ({ 'aria-current': String(id === now?.preconditioner) }),
  });
  return {
    node: table.node,
    show(next: CgXRayNow): void {
      now = next;
      table.show(next.solves);
    },
  };
}

/** A chart of the solve. */
export interface SolveChart {
  readonly node: HTMLElement;
  /** @param now null: not known yet @param times of the last steps, s @param iterations of each of them */
  draw(now: CgXRayNow | null, times: Column, iterations: Column): void;
}

/** One line for each preconditioner, and one for the run. */
function curves(name: string, y: string, quantity: 'residuals' | 'errors', labels: readonly string[]): SolveChart {
  const lines = [...labels.map((label) => t`${label}, from 0`), 'this run'];
  const chart = createChart({ name, x: t('iteration'), y, lines, logarithmic: 'y' });
  return {
    node: chart.node,
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

interface SolveChartEntry {
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
      return { node: chart.node, draw: (_, ...columns) => chart.draw(columns) };
    },
  },
  { id: 'pattern', label: 'Sparsity pattern of A', create: createPatternCanvas },
];

type Pattern = CgXRayNow['pattern'];

/** Opacity of a cell with almost no blocks. */
const FAINT = 0.3;
/** Around the pattern, CSS pixels. */
const MARGIN = 28;

/** With axes, as high as wide. */
function drawPattern({ ctx, width, height, color }: DrawingContext, { cells, density, size }: Pattern): void {
  const room = Math.min(width, height) - 2 * MARGIN;
  // Whole pixels: no light lines between cells.
  const cell = Math.max(1, Math.floor(room / Math.max(1, cells)));
  const side = cell * cells;
  const left = (width - side) / 2;
  ctx.fillStyle = color('--ink');
  density.forEach((share, i) => {
    if (share === 0) return;
    ctx.globalAlpha = FAINT + (1 - FAINT) * Math.min(1, share);
    ctx.fillRect(left + (i % cells) * cell, MARGIN + Math.floor(i / cells) * cell, cell, cell);
  });
  ctx.globalAlpha = 1;
  ctx.lineWidth = 1;
  ctx.strokeStyle = color('--muted');
  ctx.strokeRect(left, MARGIN, side, side);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(t`column of blocks, 1 to ${formatCount(size)}`, width / 2, MARGIN / 2);
  ctx.translate(left - MARGIN / 2, MARGIN + side / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.fillText(t`row of blocks, 1 to ${formatCount(size)}`, 0, 0);
}

/** The sparsity pattern of a matrix: a cell for each nonzero 3×3 block, or for several blocks of a large matrix. */
function createPatternCanvas(): SolveChart {
  const description = element('p.now');
  let latest: Pattern | null = null;
  const { canvas, redraw } = createCanvas(
    'Sparsity pattern of the matrix A',
    (context) => {
      if (latest) drawPattern(context, latest);
    },
    { isReady: () => latest !== null, aspect: 1, notes: () => [description.textContent ?? ''] },
  );
  const node = element('div.pattern', canvas, description);
  return {
    node,
    draw(now) {
      if (!now) return;
      latest = now.pattern;
      const { size, blocks, entries, bandwidth, reordered, cells } = latest;
      const percent = size > 0 ? (100 * blocks) / size ** 2 : 0;
      setText(
        description,
        t`${formatCount(size)} × ${formatCount(size)} blocks of 3 × 3, one row for each free particle. ` +
          t`${formatCount(blocks)} of them (${percent.toFixed(percent < 1 ? 2 : 0)} %) may be nonzero: ${formatCount(entries)} numbers. ` +
          t`Bandwidth: ${formatCount(bandwidth)} blocks; reordered for a factorization: ${formatCount(reordered)}.` +
          (cells < size ? t` One dot is up to ${Math.ceil(size / cells) ** 2} blocks.` : ''),
      );
      redraw();
    },
  };
}
