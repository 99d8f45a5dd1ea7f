/** The map of stiffness and step: its outcomes, its cells, and how it is drawn. */
import type { Outcome, Square } from '../../../physics/analysis/studies/refine-map';
import type { Theme } from '../../controls/media';
import { axisOf } from '../parts/axis';
import {
  type Box,
  clipTo,
  type DrawingContext,
  fillDot,
  type LegendEntry,
  type Pen,
  type PlotArea,
  strokeLine,
  strokeOutlined,
} from '../parts/canvas';
import { drawAxes, layOutPlot } from '../parts/line-chart';

type OutcomeKind = Outcome['kind'];

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
const RING = { radius: 7, width: 2.5 };

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
function fillOutcome(ctx: Pen, kind: OutcomeKind, theme: Theme): void {
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
export function valuesAt({ size, stiffness, dt }: StabilityGrid, column: number, row: number) {
  const at = ([low, high]: [number, number], i: number) =>
    Number((low * (high / low) ** (i / (size - 1))).toPrecision(DIGITS));
  return { stiffness: at(stiffness, column), dt: at(dt, row) };
}

/** Column and row of a stiffness and a dt, not rounded; may lie outside the grid. */
export function cellOf(grid: StabilityGrid, stiffness: number, dt: number) {
  const at = ([low, high]: [number, number], value: number) =>
    ((grid.size - 1) * Math.log(value / low)) / Math.log(high / low);
  return { column: at(grid.stiffness, stiffness), row: at(grid.dt, dt) };
}

export type CellPlace = ReturnType<typeof cellOf>;

/** The cell at a point of the canvas, CSS pixels; null outside the map. @param area where the map was drawn */
export function cellAt({ left, right, top, bottom }: Box, size: number, x: number, y: number): CellPlace | null {
  const column = Math.floor(((x - left) / (right - left)) * size);
  const row = Math.floor(((bottom - y) / (bottom - top)) * size);
  return column >= 0 && column < size && row >= 0 && row < size ? { column, row } : null;
}

interface MapContent {
  grid: StabilityGrid;
  /** The theoretical limit of dt, s, over stiffness, N/m. */
  line: { stiffness: number; dt: number }[];
  /** Of the run, N/m and s. */
  present: { stiffness: number; dt: number };
  /** The cell under the pointer, or chosen by keyboard. */
  cursor: CellPlace | null;
}

/** @returns where it was drawn */
export function paintMap(context: DrawingContext, { grid, line, present, cursor }: MapContent): PlotArea {
  const { ctx, theme, color } = context;
  const plot = layOutPlot(context, {
    x: (ticks) => axisOf('stiffness k', edgesOf(grid.stiffness, grid.size), true, 'N/m', ticks),
    left: (ticks) => axisOf('step dt', edgesOf(grid.dt, grid.size), true, 's', ticks),
  });
  const { area } = plot;
  const side = { x: (area.right - area.left) / grid.size, y: (area.bottom - area.top) / grid.size };
  const cornerOf = (column: number, row: number) =>
    [area.left + column * side.x, area.bottom - (row + 1) * side.y] as const;
  for (const kind of Object.keys(OUTCOMES) as OutcomeKind[]) {
    ctx.beginPath();
    grid.cells.forEach((cell, i) => {
      if (cell?.outcome.kind !== kind) return;
      ctx.rect(...cornerOf(i % grid.size, Math.floor(i / grid.size)), side.x + 0.5, side.y + 0.5);
    });
    fillOutcome(ctx, kind, theme);
  }
  drawAxes(plot);
  ctx.save();
  clipTo(area);
  drawLine(area, line);
  const [x, y] = [area.toX(present.stiffness), area.toY(present.dt)];
  strokeOutlined(area, 6, RING.width, () => ctx.arc(x, y, RING.radius, 0, 2 * Math.PI));
  fillDot(ctx, x, y, 2, color('--ink'));
  ctx.restore();
  if (cursor) {
    const [x, y] = cornerOf(cursor.column, cursor.row);
    ctx.lineWidth = 2;
    ctx.strokeStyle = color('--ink');
    ctx.strokeRect(x - 1, y - 1, side.x + 2, side.y + 2);
  }
  return area;
}

/** The ends of an axis whose first and last cell have these values in their middle. */
function edgesOf([low, high]: [number, number], size: number): [number, number] {
  const half = (high / low) ** (0.5 / (size - 1));
  return [low / half, high * half];
}

/** The limit. */
function drawLine(area: PlotArea, line: MapContent['line']): void {
  const { ctx, toX, toY } = area;
  ctx.lineJoin = 'round';
  strokeOutlined(area, 5, 2, () => {
    let connected = false;
    for (const { stiffness, dt } of line) {
      const y = toY(dt);
      if (Number.isFinite(y)) ctx[connected ? 'lineTo' : 'moveTo'](toX(stiffness), y);
      connected = Number.isFinite(y);
    }
  });
}
