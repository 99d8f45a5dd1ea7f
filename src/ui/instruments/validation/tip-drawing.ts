import type { ValidationReport } from '../../../physics/analysis/validation/validation-study';
import { drawScaleBar, outlinedText, strokeLine } from '../parts/canvas';
import type { DrawingContext } from '../parts/drawings';
import { drawMarker, markerColor } from '../parts/line-markers';

type Report = ValidationReport['cases'][number];

/** CSS pixels around the drawing, and below it for the legend. */
const MARGIN = { side: 16, top: 14, bottom: 30 };
const MARKER = 5;
/** Length of the scale bar over that of the strip. */
const BAR = 0.2;

/** The exact path of the tip of a strip as its load grows, and where the tip was measured on each net. */
export function drawTips(context: DrawingContext, { path, rows }: Report, names: readonly string[]): void {
  if (!path) return;
  const { ctx, width, height, theme, color } = context;
  const [xs, ys] = [0, 1].map((axis) => [0, ...path.map((place) => place[axis])]);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = { x: width - 2 * MARGIN.side, y: height - MARGIN.top - MARGIN.bottom };
  const scale = Math.min(room.x / (right - left), room.y / (high - low));
  const toX = (x: number) => width / 2 + scale * (x - (left + right) / 2);
  const toY = (y: number) => MARGIN.top + room.y / 2 - scale * (y - (low + high) / 2);
  ctx.strokeStyle = color('--muted');
  ctx.lineWidth = 4;
  strokeLine(ctx, toX(0) - 12, toY(0), toX(0), toY(0));
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 4]);
  strokeLine(ctx, toX(0), toY(0), toX(1), toY(0));
  ctx.setLineDash([]);
  ctx.strokeStyle = color('--ink');
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const [x, y] of path) ctx.lineTo(toX(x), toY(y));
  ctx.stroke();
  drawScaleBar(context, MARGIN.side, MARGIN.top + 6, scale * BAR, `${BAR} of the length`);
  const mark = (line: number, x: number, y: number) => {
    ctx.fillStyle = ctx.strokeStyle = markerColor(line, theme);
    ctx.lineWidth = 1.5;
    drawMarker(ctx, line, x, y, MARKER);
  };
  ctx.textAlign = 'left';
  for (const [net, name] of names.entries()) {
    for (const { tips } of rows) {
      const tip = tips[net];
      if (tip) mark(net, toX(tip[0]), toY(tip[1]));
    }
    const x = MARGIN.side + (net * room.x) / names.length;
    mark(net, x + MARKER / 2, height - MARGIN.bottom / 2);
    outlinedText(context, name, x + MARKER + 6, height - MARGIN.bottom / 2);
  }
}
