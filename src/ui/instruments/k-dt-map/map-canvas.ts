import { axisOf } from '../parts/axis';
import { clipTo, createCanvas, type DrawingContext, fillDot, type PlotArea, strokeOutlined } from '../parts/canvas';
import { drawAxes, layOutPlot } from '../parts/line-chart';
import { fillOutcome, MAP_LEGEND, OUTCOMES, type OutcomeKind, RING, type StabilityGrid } from './map-cells';

export interface MapContent {
  grid: StabilityGrid;
  /** The theoretical limit of dt, s, over stiffness, N/m. */
  line: { stiffness: number; dt: number }[];
  /** Of the run, N/m and s. */
  present: { stiffness: number; dt: number };
  /** The cell under the pointer, or chosen by keyboard. */
  cursor: { column: number; row: number } | null;
}

export function createMapCanvas(name: string) {
  let content: MapContent | null = null;
  /** As it was drawn last. */
  let area: PlotArea | null = null;
  const canvas = createCanvas(
    name,
    (context) => {
      area = content && paintMap(context, content, content.cursor);
    },
    {
      isReady: () => content !== null,
      draw: (context) => void (content && paintMap(context, content, null)),
      legend: MAP_LEGEND,
    },
  );

  return {
    canvas: canvas.canvas,
    draw(next: MapContent): void {
      content = next;
      canvas.redraw();
    },
    /** The cell at a point of the canvas, CSS pixels; null outside the map. */
    cellAt(x: number, y: number): { column: number; row: number } | null {
      if (!content || !area) return null;
      const { size } = content.grid;
      const column = Math.floor(((x - area.left) / (area.right - area.left)) * size);
      const row = Math.floor(((area.bottom - y) / (area.bottom - area.top)) * size);
      return column >= 0 && column < size && row >= 0 && row < size ? { column, row } : null;
    },
    dispose: canvas.dispose,
  };
}

/** @returns where it was drawn */
function paintMap(
  context: DrawingContext,
  { grid, line, present }: MapContent,
  cursor: MapContent['cursor'],
): PlotArea {
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
  drawPresent(area, area.toX(present.stiffness), area.toY(present.dt));
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

function drawPresent(context: DrawingContext, x: number, y: number): void {
  const { ctx, color } = context;
  strokeOutlined(context, 6, RING.width, () => ctx.arc(x, y, RING.radius, 0, 2 * Math.PI));
  fillDot(ctx, x, y, 2, color('--ink'));
}
