import { t } from '../../../language/translate';
import { prefixOf } from '../../controls/number-format';
import { type Axis, axisOf, extentOf, roundUp } from '../parts/axis';
import {
  type DrawingContext,
  type LegendEntry,
  outlinedText,
  type Pen,
  type PlotArea,
  strokeLine,
} from '../parts/canvas';
import { drawAxes, layOutPlot } from '../parts/line-chart';
import { LEDGER_ACCOUNTS, type LedgerAccount, type LedgerPoint, STRIPE, turnoverOf } from './ledger-record';

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
  const { ctx, color } = context;
  const largest = Math.max(0, ...points.map(({ flows }) => turnoverOf(flows)));
  const top = largest > 0 ? roundUp(Math.max(1e-12, largest)) : 1;
  const [joules, prefix] = prefixOf(top);
  const unit = `${prefix}J`;
  const plot = layOutPlot(context, {
    x: (ticks) => axisOf('t / s', extentOf(points.map(({ time }) => time)), false, undefined, ticks),
    left: (ticks) => withoutSigns(axisOf(t`energy / ${unit}`, [-top / joules, top / joules], false, undefined, ticks)),
  });
  drawAxes(plot);
  const { left, right, top: upper, bottom, toX, toY } = plot.area;
  const scale = { toX, toY: (energy: number) => toY(energy / joules) };
  if (points.length > 1) {
    for (const sign of [1, -1]) drawStack(context, points, sign, scale);
  }
  ctx.strokeStyle = color('--ink');
  ctx.lineWidth = 1.5;
  strokeLine(ctx, left, toY(0), right, toY(0));
  ctx.textAlign = 'left';
  outlinedText(context, '▲ where it went', left + 6, upper + 8);
  outlinedText(context, '▼ where it came from', left + 6, bottom - 8);
}

/** Both stacks are amounts. */
const withoutSigns = (axis: Axis): Axis => ({
  ...axis,
  ticks: axis.ticks.map(({ value, text }) => ({ value, text: text.replace('−', '') })),
});

type Scale = Pick<PlotArea, 'toX' | 'toY'>;

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
