import { t } from '../../../language/translate';
import type { Outcome, Square } from '../../../physics/analysis/studies/refine-map';
import type { Theme } from '../../controls/media';
import { prefixed } from '../../controls/number-format';
import { type DrawingContext, type LegendEntry, type Pen, strokeLine } from '../parts/canvas';

export type OutcomeKind = Outcome['kind'];

/** Blue, yellow and vermilion of Okabe and Ito, and a pattern each: none, stripes, crosses. */
export const OUTCOMES: Record<
  OutcomeKind,
  { label: string; help: string; fill: Record<Theme, string>; ink: Record<Theme, string> }
> = {
  holds: {
    label: 'stable',
    help: 'The run completed all its steps',
    fill: { light: '#b9dcf0', dark: '#1d4a66' },
    ink: { light: '#b9dcf0', dark: '#1d4a66' },
  },
  jitters: {
    label: 'jitters',
    help: 'Far too much energy, or springs that change by their own length in a step, but no runaway',
    fill: { light: '#f0d65c', dark: '#96790f' },
    ink: { light: '#6e5800', dark: '#f6e9a8' },
  },
  explodes: {
    label: 'blows up',
    help: 'Numbers overflow, or particles fly away',
    fill: { light: '#e08a52', dark: '#9c4310' },
    ink: { light: '#7c2f00', dark: '#ffcba8' },
  },
};

/** The current stiffness and step. */
export const RING = { radius: 7, width: 2.5 };

/** Side of a pattern tile, CSS pixels. */
const TILE = 8;

export const MAP_LEGEND: readonly LegendEntry[] = [
  ...(Object.keys(OUTCOMES) as OutcomeKind[]).map((kind) => ({
    ...OUTCOMES[kind],
    sample({ ctx, width, height, theme }: DrawingContext) {
      ctx.beginPath();
      ctx.rect(0, 0, width, height);
      fillOutcome(ctx, kind, theme);
    },
  })),
  {
    label: 'theoretical limit',
    help: 'Largest stable step for small motion, in theory',
    sample({ ctx, width, height, color }) {
      ctx.strokeStyle = color('--ink');
      ctx.lineWidth = 2;
      strokeLine(ctx, 0, height / 2, width, height / 2);
    },
  },
  {
    label: 'current',
    help: 'Current stiffness and step',
    sample({ ctx, width, height, color }) {
      ctx.strokeStyle = color('--ink');
      ctx.lineWidth = RING.width;
      ctx.beginPath();
      ctx.arc(width / 2, height / 2, RING.radius, 0, 2 * Math.PI);
      ctx.stroke();
    },
  },
];

/** Fills the path in the colour and with the pattern of an outcome. */
export function fillOutcome(ctx: Pen, kind: OutcomeKind, theme: Theme): void {
  ctx.fillStyle = OUTCOMES[kind].fill[theme];
  ctx.fill();
  const pattern = kind !== 'holds' && ctx.createPattern(tileOf(kind, theme), 'repeat');
  if (!pattern) return;
  pattern.setTransform(new DOMMatrix().scale(1 / tileScale()));
  ctx.fillStyle = pattern;
  ctx.fill();
}

/** Pixels of a tile for a CSS pixel: at least two, for files. */
const tileScale = () => Math.max(2, Math.ceil(devicePixelRatio));

/** A tile of an outcome's pattern. */
function tileOf(kind: OutcomeKind, theme: Theme): HTMLCanvasElement {
  const tile = document.createElement('canvas');
  tile.width = tile.height = TILE * tileScale();
  const ctx = tile.getContext('2d');
  if (!ctx) return tile;
  ctx.scale(tileScale(), tileScale());
  ctx.strokeStyle = OUTCOMES[kind].ink[theme];
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  if (kind === 'jitters') {
    for (const shift of [-TILE, 0, TILE]) {
      ctx.moveTo(shift, TILE);
      ctx.lineTo(shift + TILE, 0);
    }
  } else {
    ctx.moveTo(2, 2);
    ctx.lineTo(6, 6);
    ctx.moveTo(6, 2);
    ctx.lineTo(2, 6);
  }
  ctx.stroke();
  return tile;
}

/** A cell of the map. `measured` is false if its outcome is that of a larger square around it. */
interface Cell {
  outcome: Outcome;
  measured: boolean;
}

/** The map: stiffness over its columns, dt over its rows, both on logarithmic axes. */
export interface StabilityGrid {
  size: number;
  /** Of the first and the last column, N/m. */
  stiffness: [number, number];
  /** Of the first and the last row, s. */
  dt: [number, number];
  /** size², row by row. */
  cells: (Cell | null)[];
}

/** Significant digits of a stiffness or dt that is set from the map. */
const DIGITS = 3;

export function emptyGrid({ size, stiffness, dt }: Omit<StabilityGrid, 'cells'>): StabilityGrid {
  return { size, stiffness, dt, cells: new Array(size * size).fill(null) };
}

/** Sets the outcome of a square of cells. */
export function fillSquare({ size, cells }: StabilityGrid, { column, row, side }: Square, outcome: Outcome): void {
  for (let r = row; r < row + side; r++) {
    for (let c = column; c < column + side; c++) cells[r * size + c] = { outcome, measured: side === 1 };
  }
}

/** Stiffness, N/m, and dt, s, at the centre of a cell. */
export function valuesAt(
  { size, stiffness, dt }: StabilityGrid,
  column: number,
  row: number,
): { stiffness: number; dt: number } {
  const at = ([low, high]: [number, number], i: number) =>
    Number((low * (high / low) ** (i / (size - 1))).toPrecision(DIGITS));
  return { stiffness: at(stiffness, column), dt: at(dt, row) };
}

/** Column and row of a stiffness and a dt, not rounded; may lie outside the grid. */
export function cellOf(grid: StabilityGrid, stiffness: number, dt: number): { column: number; row: number } {
  const at = ([low, high]: [number, number], value: number) =>
    ((grid.size - 1) * Math.log(value / low)) / Math.log(high / low);
  return { column: at(grid.stiffness, stiffness), row: at(grid.dt, dt) };
}

/** A column this near to the present stiffness is that of it. */
const NEAR = 0.01;

/**
 * Up to which dt the runs of the column nearest the present stiffness held, in a sentence; null: it is not complete yet.
 * @param method its label @param steps of each run
 */
export function conclusionText(
  grid: StabilityGrid,
  { stiffness, dt }: { stiffness: number; dt: number },
  method: string,
  steps: number,
): string | null {
  const { size, cells } = grid;
  const nearest = Math.round(cellOf(grid, stiffness || 1, dt).column);
  const column = Math.min(size - 1, Math.max(0, nearest));
  const outcomes = Array.from({ length: size }, (_, row) => cells[row * size + column]?.outcome.kind ?? null);
  if (outcomes.includes(null)) return null;
  const at = (row: number) => prefixed(valuesAt(grid, column, row).dt, 's');
  const k = valuesAt(grid, column, 0).stiffness;
  const isNear = Math.abs(k / stiffness - 1) < NEAR;
  const where = t`At k = ${prefixed(k, 'N/m')}${isNear ? '' : ', nearest to the current one on the map,'} ${method}`;
  const first = outcomes.findIndex((kind) => kind !== 'holds');
  if (first < 0)
    return t`${where} is stable at every step of the map, up to ${at(size - 1)}, in runs of ${steps} steps.`;
  if (first === 0)
    return t`${where} is unstable at the shortest step of the map already, ${at(0)}, in runs of ${steps} steps.`;
  const limit = valuesAt(grid, column, first - 1).dt;
  const fraction = dt / limit;
  const present = t`the current dt of ${prefixed(dt, 's')} is ${fraction >= 10 ? 'far above that' : t`${Math.round(100 * fraction)} % of that`}`;
  const kind = outcomes[first] ?? 'holds';
  return t`${where} is stable up to steps of ${at(first - 1)} in runs of ${steps} steps, and ${OUTCOMES[kind].label} at ${at(first)}; ${present}.`;
}
