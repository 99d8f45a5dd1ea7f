import { t, withLocalNumbers } from '../../../language/translate';
import { roundUp } from '../parts/axis';
import { type DrawingContext, type LegendEntry, outlinedText, type Pen, strokeLine } from '../parts/canvas';
import { LEDGER_ACCOUNTS, type LedgerAccount, type LedgerPoint, STRIPE, turnoverOf } from './ledger-record';

const MARGIN = { left: 52, top: 8, right: 8, bottom: 32 };
/** Least thickness of a band with a label, CSS pixels. */
const LABEL_HEIGHT = 15;
/** Period of the stripes of the method's band, CSS pixels. */
const PERIOD = 8;

/** The bands: their labels in the drawing are left out where they don't fit. */
export const LEDGER_LEGEND: readonly LegendEntry[] = LEDGER_ACCOUNTS.map((account) => ({
  label: account.label,
  sample({ ctx, width, height }) {
    ctx.beginPath();
    ctx.rect(0, 0, width, height);
    fillBand(ctx, account);
  },
}));

/**
 * Draws the ledger over time as two stacks of equal height: above the axis the energy that went to accounts, below it the energy
 * that came from them. The method's error is the striped band at the edge.
 */
export function drawLedger(context: DrawingContext, points: readonly LedgerPoint[]): void {
  const { ctx, width, height, color } = context;
  const frame = { left: MARGIN.left, top: MARGIN.top, right: width - MARGIN.right, bottom: height - MARGIN.bottom };
  const middle = (frame.top + frame.bottom) / 2;
  const from = points[0]?.time ?? 0;
  const until = Math.max(points.at(-1)?.time ?? 0, from + 1e-9);
  const largest = Math.max(0, ...points.map(({ flows }) => turnoverOf(flows)));
  const top = largest > 0 ? roundUp(Math.max(1e-12, largest)) : 1;
  const scale: Scale = {
    from,
    until,
    top,
    toX: (t) => frame.left + ((t - from) / (until - from)) * (frame.right - frame.left),
    toY: (joules) => middle - (joules / top) * (middle - frame.top),
  };
  drawAxes(context, frame, scale);
  if (points.length > 1) {
    for (const sign of [1, -1]) drawStack(context, points, sign, scale);
  }
  ctx.strokeStyle = color('--ink');
  ctx.lineWidth = 1.5;
  strokeLine(ctx, frame.left, middle, frame.right, middle);
  ctx.textAlign = 'left';
  outlinedText(context, '▲ where it went', frame.left + 6, frame.top + 8);
  outlinedText(context, '▼ where it came from', frame.left + 6, frame.bottom - 8);
}

interface Scale {
  from: number;
  until: number;
  top: number;
  toX(t: number): number;
  toY(joules: number): number;
}

function drawAxes(
  { ctx, height, color }: DrawingContext,
  frame: { left: number; top: number; right: number; bottom: number },
  { from, until, top, toX, toY }: Scale,
): void {
  ctx.strokeStyle = color('--line');
  ctx.fillStyle = color('--ink');
  ctx.lineWidth = 1;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  const [unit, factor] = top >= 0.5 ? ['J', 1] : top >= 5e-4 ? ['mJ', 1e3] : ['µJ', 1e6];
  for (const part of [-1, -0.5, 0, 0.5, 1]) {
    const y = toY(part * top);
    strokeLine(ctx, frame.left, y, frame.right, y);
    const value = Math.abs(part) * top * factor;
    const text = value >= 1e4 ? value.toExponential(0).replace('e+', 'e') : String(Number(value.toPrecision(3)));
    ctx.fillText(withLocalNumbers(text), frame.left - 6, y);
  }
  ctx.save();
  ctx.translate(10, (frame.top + frame.bottom) / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.textAlign = 'center';
  ctx.fillText(t`energy / ${unit}`, 0, 0);
  ctx.restore();
  ctx.textAlign = 'center';
  const step = roundUp((until - from) / 6);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  for (let t = Math.ceil(from / step) * step; t <= until; t += step) {
    strokeLine(ctx, toX(t), frame.bottom, toX(t), frame.bottom + 4);
    if (until - from > 1e-6) ctx.fillText(withLocalNumbers(t.toFixed(digits)), toX(t), frame.bottom + 11);
  }
  ctx.fillText('t / s', (frame.left + frame.right) / 2, height - 7);
}

/** The flows of one sign, stacked from the axis outwards, and then their labels. */
function drawStack(context: DrawingContext, points: readonly LedgerPoint[], sign: number, { toX, toY }: Scale): void {
  const { ctx } = context;
  let base = points.map(() => 0);
  const bands = LEDGER_ACCOUNTS.map((shown, account): Band => {
    const { label } = shown;
    const ends = points.map(({ flows }, i) => base[i] + Math.max(0, sign * flows[account]));
    const edges = points.map(({ time }, i) => ({ x: toX(time), from: toY(sign * base[i]), to: toY(sign * ends[i]) }));
    base = ends;
    if (edges.every(({ from, to }) => from === to)) return { label, edges: [] };
    ctx.beginPath();
    for (const { x, to } of edges) ctx.lineTo(x, to);
    for (const { x, from } of edges.toReversed()) ctx.lineTo(x, from);
    ctx.closePath();
    fillBand(ctx, shown);
    ctx.strokeStyle = STRIPE;
    ctx.lineWidth = 1;
    ctx.stroke();
    return { label, edges };
  });
  ctx.textAlign = 'center';
  for (const band of bands) drawLabel(context, band);
}

/** Fills the path in the colour of an account. */
function fillBand(ctx: Pen, { color, key }: LedgerAccount): void {
  ctx.fillStyle = color;
  ctx.fill();
  if (key !== 'numerical') return;
  ctx.fillStyle = stripes(ctx);
  ctx.fill();
}

interface Band {
  label: string;
  /** CSS pixels: where the band begins and ends at each time. */
  edges: { x: number; from: number; to: number }[];
}

/** Writes the label of a band where it is thickest, if it fits. */
function drawLabel(context: DrawingContext, { label, edges }: Band): void {
  const half = context.ctx.measureText(label).width / 2 + 3;
  const [first, last] = [(edges[0]?.x ?? 0) + half, (edges.at(-1)?.x ?? 0) - half];
  let best = { x: 0, y: 0, room: LABEL_HEIGHT };
  for (let x = last; x >= first; x -= half) {
    const covered = edges.filter((edge) => Math.abs(edge.x - x) <= half);
    const upper = Math.max(...covered.map(({ from, to }) => Math.min(from, to)));
    const lower = Math.min(...covered.map(({ from, to }) => Math.max(from, to)));
    if (covered.length > 1 && lower - upper > best.room) best = { x, y: (upper + lower) / 2, room: lower - upper };
  }
  if (best.x > 0) outlinedText(context, label, best.x, best.y);
}

function stripes(ctx: Pen): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = tile.height = PERIOD;
  const pen = tile.getContext('2d');
  if (!pen) return STRIPE;
  pen.strokeStyle = STRIPE;
  pen.lineWidth = 2;
  for (const shift of [-PERIOD, 0, PERIOD]) strokeLine(pen, shift, PERIOD, shift + PERIOD, 0);
  return ctx.createPattern(tile, 'repeat') ?? STRIPE;
}
