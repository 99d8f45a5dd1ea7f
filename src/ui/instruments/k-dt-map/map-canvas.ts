import { t } from '../../../language/translate';
import { prefixed } from '../../controls/number-format';
import { decades } from '../parts/axis';
import { type Canvas, createCanvas, type DrawingContext, fillDot, strokeLine } from '../parts/canvas';
import { cellOf, type StabilityGrid } from './map-cells';
import { drawRing, fillOutcome, MAP_LEGEND, OUTCOMES, type OutcomeKind } from './map-legend';

export interface MapContent {
  grid: StabilityGrid;
  /** The theoretical limit of dt, s, over stiffness, N/m. */
  line: { stiffness: number; dt: number }[];
  /** Of the run, N/m and s. */
  present: { stiffness: number; dt: number };
  /** The cell under the pointer, or chosen by keyboard. */
  cursor: { column: number; row: number } | null;
}

const LEFT = 58;
const RIGHT = 24;
const TOP = 8;
const FOOT = 36;

export function createMapCanvas(name: string) {
  let content: MapContent | null = null;
  const canvas: Canvas = createCanvas(name, (context) => paintMap(context, content?.cursor ?? null), {
    isReady: () => content !== null,
    draw: (context) => paintMap(context, null),
    legend: MAP_LEGEND,
  });

  function paintMap(context: DrawingContext, cursor: MapContent['cursor']): void {
    if (!content) return;
    const { ctx, theme, color } = context;
    const { grid, line, present } = content;
    const { width, height } = areaOf(context);
    const side = { x: width / grid.size, y: height / grid.size };
    const px = (column: number) => LEFT + (column + 0.5) * side.x;
    const py = (row: number) => TOP + height - (row + 0.5) * side.y;

    for (const kind of Object.keys(OUTCOMES) as OutcomeKind[]) {
      ctx.beginPath();
      grid.cells.forEach((cell, i) => {
        if (cell?.outcome.kind !== kind) return;
        const [column, row] = [i % grid.size, Math.floor(i / grid.size)];
        ctx.rect(px(column) - side.x / 2, py(row) - side.y / 2, side.x + 0.5, side.y + 0.5);
      });
      fillOutcome(ctx, kind, theme);
    }
    drawAxes(context, grid, width, height, px, py);

    ctx.save();
    ctx.beginPath();
    ctx.rect(LEFT, TOP, width, height);
    ctx.clip();
    drawLine(
      context,
      line.map(({ stiffness, dt }) => cellOf(grid, stiffness, dt)),
      px,
      py,
    );
    const { column, row } = cellOf(grid, present.stiffness, present.dt);
    drawPresent(context, px(column), py(row));
    ctx.restore();
    if (cursor) {
      ctx.lineWidth = 2;
      ctx.strokeStyle = color('--ink');
      ctx.strokeRect(px(cursor.column) - side.x / 2 - 1, py(cursor.row) - side.y / 2 - 1, side.x + 2, side.y + 2);
    }
  }

  return {
    canvas: canvas.canvas,
    draw(next: MapContent): void {
      content = next;
      canvas.redraw();
    },
    /** The cell at a point of the canvas, CSS pixels; null outside the map. */
    cellAt(x: number, y: number): { column: number; row: number } | null {
      if (!content) return null;
      const { clientWidth, clientHeight } = canvas.canvas;
      const { width, height } = areaOf({ width: clientWidth, height: clientHeight });
      const { size } = content.grid;
      const column = Math.floor(((x - LEFT) / width) * size);
      const row = Math.floor(((TOP + height - y) / height) * size);
      return column >= 0 && column < size && row >= 0 && row < size ? { column, row } : null;
    },
    dispose: canvas.dispose,
  };
}

/** Size of the map without its axes. */
function areaOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: width - LEFT - RIGHT, height: height - TOP - FOOT };
}

/** The limit, outlined in the background colour so that it is visible on every outcome. */
function drawLine(
  { ctx, color }: DrawingContext,
  line: { column: number; row: number }[],
  px: (column: number) => number,
  py: (row: number) => number,
): void {
  ctx.lineJoin = 'round';
  for (const [property, width] of [
    ['--solid', 5],
    ['--ink', 2],
  ] as const) {
    ctx.strokeStyle = color(property);
    ctx.lineWidth = width;
    ctx.beginPath();
    let connected = false;
    for (const { column, row } of line) {
      if (Number.isFinite(row)) ctx[connected ? 'lineTo' : 'moveTo'](px(column), py(row));
      connected = Number.isFinite(row);
    }
    ctx.stroke();
  }
}

function drawPresent({ ctx, color }: DrawingContext, x: number, y: number): void {
  for (const [property, width] of [
    ['--solid', 6],
    ['--ink', 2.5],
  ] as const) {
    drawRing(ctx, x, y, color(property), width);
  }
  fillDot(ctx, x, y, 2, color('--ink'));
}

function drawAxes(
  { ctx, color }: DrawingContext,
  grid: StabilityGrid,
  width: number,
  height: number,
  px: (column: number) => number,
  py: (row: number) => number,
): void {
  ctx.lineWidth = 1;
  ctx.strokeStyle = color('--muted');
  ctx.fillStyle = color('--ink');
  ctx.strokeRect(LEFT, TOP, width, height);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const stiffness of decades(grid.stiffness)) {
    const x = px(cellOf(grid, stiffness, 1).column);
    strokeLine(ctx, x, TOP + height, x, TOP + height + 4);
    ctx.fillText(t(prefixed(stiffness, 'N/m')), x, TOP + height + 6);
  }
  ctx.fillText(t('stiffness k'), LEFT + width / 2, TOP + height + 21);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const dt of decades(grid.dt)) {
    const y = py(cellOf(grid, 1, dt).row);
    strokeLine(ctx, LEFT, y, LEFT - 4, y);
    ctx.fillText(t(prefixed(dt, 's')), LEFT - 7, y);
  }
  ctx.textAlign = 'left';
  ctx.save();
  ctx.translate(9, TOP + height / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.textAlign = 'center';
  ctx.fillText(t('step dt'), 0, 0);
  ctx.restore();
}
