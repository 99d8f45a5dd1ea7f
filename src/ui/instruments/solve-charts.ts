import { t } from '../../language/translate';
import type { Frame } from '../../runtime/frame/frame';
import type { Answer } from '../../runtime/queries';
import { element, setText } from '../controls/element';
import { watchTheme } from '../controls/media';
import { formatCount } from '../controls/number-format';
import { type Column, colorReader, type DrawingContext, FONT, type Pen, setDrawing } from './parts/canvas';
import { type Chart, createChart } from './parts/chart';
import type { CgXRayNow } from './solve-text';

/** A chart of the solve. */
export interface SolveChart {
  readonly chart: Chart;
  draw(now: CgXRayNow | null, record: ReturnType<typeof createSolveRecord>): void;
}

/** Frames kept. */
const CAPACITY = 900;

/** Solver iterations of the last steps. */
export function createSolveRecord() {
  let last = { time: Number.NaN, generation: -1, integrator: '' };
  const record = {
    times: [] as Column,
    iterations: [] as Column,
    follow({ status, structure }: Frame) {
      const { time, integrator } = status;
      if (time === last.time) return;
      const continues = time > last.time && structure.generation === last.generation && integrator === last.integrator;
      if (!continues) record.times = record.iterations = [];
      last = { time, generation: structure.generation, integrator };
      record.times = [...record.times, time].slice(-CAPACITY);
      record.iterations = [...record.iterations, status.report.iterations].slice(-CAPACITY);
    },
  };
  return record;
}

/** One line for each preconditioner, and one for the run. */
function curves(name: string, y: string, quantity: 'residuals' | 'errors', labels: readonly string[]): SolveChart {
  const lines = [...labels.map((label) => t`${label}, from 0`), 'this run'];
  const chart = createChart({ name, x: t('iteration'), y, lines, logarithmic: 'y' });
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
      return { chart, draw: (_, { times, iterations }) => chart.draw([times, iterations]) };
    },
  },
];

type Pattern = Answer<'cgXRay'>['pattern'];

/** Largest side, CSS pixels. */
const SIZE = 208;
/** Opacity of a cell with almost no blocks. */
const FAINT = 0.3;

/** In a file: around the pattern, pixels. */
const MARGIN = 28;

/** @param side of a cell */
function fillCells(ctx: Pen, { cells, density }: Pattern, left: number, top: number, side: number): void {
  density.forEach((share, i) => {
    if (share === 0) return;
    ctx.globalAlpha = FAINT + (1 - FAINT) * Math.min(1, share);
    ctx.fillRect(left + (i % cells) * side, top + Math.floor(i / cells) * side, side, side);
  });
}

/** The sparsity pattern of a matrix: a cell for each nonzero 3×3 block, or for several blocks of a large matrix. */
export function createPatternCanvas() {
  const canvas = element('canvas', { role: 'img', 'aria-label': 'Pattern of the matrix' });
  const description = element('p', { class: 'now' });
  const node = element('div', { class: 'pattern' }, canvas, description);
  let latest: Pattern | null = null;

  function paint(): void {
    if (!latest) return;
    const { cells } = latest;
    const scale = Math.max(1, Math.floor((SIZE * devicePixelRatio) / Math.max(1, cells)));
    canvas.width = canvas.height = Math.max(1, cells * scale);
    canvas.style.width = canvas.style.height = `${canvas.width / devicePixelRatio}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = colorReader(node)('--ink');
    fillCells(context, latest, 0, 0, scale);
  }

  /** With axes, as high as wide. */
  function drawInFile({ ctx, width, height, color }: DrawingContext): void {
    if (!latest) return;
    const { cells, size } = latest;
    const side = Math.min(width - 2 * MARGIN, height - 2 * MARGIN);
    const left = (width - side) / 2;
    const cell = side / Math.max(1, cells);
    ctx.fillStyle = color('--ink');
    fillCells(ctx, latest, left, MARGIN, cell);
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1;
    ctx.strokeStyle = color('--muted');
    ctx.strokeRect(left, MARGIN, side, side);
    ctx.font = FONT;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(t`column of blocks, 1 to ${formatCount(size)}`, width / 2, MARGIN / 2);
    ctx.translate(left - MARGIN / 2, MARGIN + side / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(t`row of blocks, 1 to ${formatCount(size)}`, 0, 0);
  }

  setDrawing(canvas, () => {
    const notes = () => [description.textContent ?? ''];
    return latest && { name: 'Sparsity pattern of the matrix A', aspect: 1, draw: drawInFile, notes };
  });
  const forget = watchTheme(paint);
  return {
    node,
    draw(pattern: Pattern): void {
      latest = pattern;
      const { size, blocks, entries, bandwidth, reordered, cells } = pattern;
      const percent = size > 0 ? (100 * blocks) / size ** 2 : 0;
      setText(
        description,
        t`${formatCount(size)} × ${formatCount(size)} blocks of 3 × 3, one row for each free particle. ` +
          t`${formatCount(blocks)} of them (${percent.toFixed(percent < 1 ? 2 : 0)} %) may be nonzero: ${formatCount(entries)} numbers. ` +
          t`Bandwidth: ${formatCount(bandwidth)} blocks; reordered for a factorization: ${formatCount(reordered)}.` +
          (cells < size ? t` One dot is up to ${Math.ceil(size / cells) ** 2} blocks.` : ''),
      );
      paint();
    },
    dispose: forget,
  };
}
