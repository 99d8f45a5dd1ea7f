import { prefixed } from '../../controls/number-format';
import { drawScaleBar, outlinedText, strokeLine } from '../parts/canvas';
import type { DrawingContext } from '../parts/drawings';
import { roundDown } from '../parts/numbers';

/** CSS pixels around the drawing. */
const MARGIN = 14;
/** Thickness of the table top, and length of the strip on it, over the overhang. */
const TABLE = { thickness: 0.06, length: 0.35 };

/**
 * A strip over the edge of a table, with its chord.
 * @param curve x and y over the overhang, from the edge at (0, 0) @param overhang m
 */
export function drawStrip(
  context: DrawingContext,
  curve: readonly (readonly [number, number])[],
  overhang: number,
): void {
  const { ctx, width, height, color } = context;
  const [tipX, tipY] = curve[curve.length - 1];
  const span = { x: tipX + TABLE.length, y: Math.max(-tipY, 0.35) };
  const scale = Math.min((width - 2 * MARGIN) / span.x, (height - 2 * MARGIN) / span.y);
  const left = (width - scale * span.x) / 2 + scale * TABLE.length;
  const toX = (x: number) => left + scale * x;
  const toY = (y: number) => MARGIN - scale * y;
  ctx.fillStyle = color('--line');
  ctx.fillRect(toX(-TABLE.length), toY(0) + 2, scale * TABLE.length, scale * TABLE.thickness);
  ctx.strokeStyle = color('--muted');
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 4]);
  strokeLine(ctx, toX(0), toY(0), toX(Math.max(tipX, 0.3)), toY(0));
  strokeLine(ctx, toX(0), toY(0), toX(tipX), toY(tipY));
  ctx.setLineDash([]);
  ctx.strokeStyle = color('--accent');
  ctx.lineWidth = 3;
  ctx.beginPath();
  ctx.moveTo(toX(-TABLE.length), toY(0));
  for (const [x, y] of curve) ctx.lineTo(toX(x), toY(y));
  ctx.stroke();
  const bar = roundDown(overhang / 4);
  drawScaleBar(context, MARGIN, height - MARGIN, (scale * bar) / overhang, prefixed(bar, 'm'));
  ctx.textAlign = 'left';
  const degrees = (Math.atan2(-tipY, tipX) * 180) / Math.PI;
  outlinedText(context, `chord ${degrees.toFixed(1)}° below level`, toX(tipX / 2) - 150, toY(tipY / 2) + 14);
}
