import { t } from '../../../language/translate';
import type { EnergyLedger } from '../../../physics';
import type { Answer } from '../../../runtime/queries';
import { prefixOf } from '../../controls/number-format';
import { type Axis, axisOf, extentOf, mean, roundUp } from '../parts/axis';
import {
  type DrawingContext,
  type LegendEntry,
  outlinedText,
  type Pen,
  type PlotArea,
  strokeLine,
} from '../parts/canvas';
import { drawAxes, layOutPlot } from '../parts/line-chart';

/** How one account is shown. */
export interface LedgerAccount {
  key: keyof EnergyLedger;
  label: string;
  /** What the account contains. */
  help: string;
  /** +1 if a positive value means that energy went to the account, −1 if it came from there. */
  side: 1 | -1;
  /** A colour of Okabe and Ito, distinguishable with colour blindness. */
  color: string;
}

/** In the order of the bands from the axis outwards: stored energy, heat, external work, and the method's error. */
export const LEDGER_ACCOUNTS: readonly LedgerAccount[] = [
  { key: 'kinetic', label: 'Motion', help: 'Kinetic energy, Σ½mv²', side: 1, color: '#0072b2' },
  { key: 'elastic', label: 'Springs', help: 'Elastic energy of springs and membrane', side: 1, color: '#56b4e9' },
  { key: 'gravity', label: 'Gravity', help: 'Gravitational energy, Σmgy', side: 1, color: '#009e73' },
  { key: 'damping', label: 'Heat', help: 'Dissipated by damping, drag, friction, impacts', side: 1, color: '#d55e00' },
  { key: 'hand', label: 'Hand', help: 'Work of your hand, moving pins and wind', side: -1, color: '#cc79a7' },
  { key: 'parameters', label: 'Changes', help: 'Jumps by changed parameters, pins, cuts', side: -1, color: '#8d949c' },
  {
    key: 'numerical',
    label: 'The method',
    help: 'Added (+) or removed (−) by the integrator',
    side: -1,
    color: '#f0e442',
  },
];

/**
 * Color of the warning stripes over the method's band: this energy has no physical cause. It also edges the bands: each color has a
 * contrast of 3 to it, or, in the dark theme, to the page.
 */
export const STRIPE = '#1b232c';

/** Energy that went to each account, J; negative where it came from there. Their sum is 0. */
export function flowsOf(ledger: EnergyLedger): number[] {
  return LEDGER_ACCOUNTS.map(({ key, side }) => side * ledger[key] + 0);
}

/** The sum of all positive flows, J; it equals that of all negative ones. */
export function turnoverOf(flows: readonly number[]): number {
  return flows.reduce((sum, flow) => sum + Math.max(0, flow), 0);
}

/** The ledger at one time. */
export interface LedgerPoint {
  /** s. */
  time: number;
  /** Energy that went to each account, J; see `flowsOf`. */
  flows: number[];
}

const NUMERICAL = LEDGER_ACCOUNTS.findIndex(({ key }) => key === 'numerical');
/** Fewer points say nothing about a drift. */
const FEW = 20;
/** Of the range, the difference of the means of both halves from which on it is a drift: 0.5 of a straight line. */
const DRIFT = 0.35;
/** Of the amount, the range below which it is steady. */
const STEADY = 0.02;
/** Points kept at most; when there are more, every second one is dropped. */
const CAPACITY = 2000;

/** The last part of the numerical account. */
export type Band = NonNullable<ReturnType<typeof createLedgerRecord>['band']>;

/** The ledger over simulated time since it was opened. */
export function createLedgerRecord() {
  let since = Number.NaN;
  const record = {
    /** Ascending in time. */
    points: [] as LedgerPoint[],
    /** The largest turnover so far, J. */
    largest: 0,
    /**
     * The numerical account over the second half of the record, J, and how long that is, s; null with few points. It drifts if it goes on
     * in one direction: the means of both halves differ by much of the range.
     */
    get band() {
      const { points } = record;
      if (points.length < FEW) return null;
      const until = points[points.length - 1].time;
      const time = (until - points[0].time) / 2;
      const values = points.filter((point) => point.time >= until - time).map(({ flows }) => -flows[NUMERICAL]);
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const middle = values.length >> 1;
      const difference = mean(values.slice(middle)) - mean(values.slice(0, middle));
      const isWide = high - low > STEADY * Math.max(-low, high);
      const drifts = isWide && Math.abs(difference) > DRIFT * (high - low);
      return { low, high, first: values[0], last: values[values.length - 1], time, drifts };
    },
    /** Adds a point; removes points at its time or later, and all points of another ledger. */
    add({ since: opened, time, accounts }: NonNullable<Answer<'ledger'>>): void {
      const flows = flowsOf(accounts);
      if (!flows.every(Number.isFinite)) return;
      const last = record.points.at(-1);
      if (last && (opened !== since || last.time >= time)) {
        record.points = opened === since ? record.points.filter((point) => point.time < time) : [];
        record.largest = Math.max(0, ...record.points.map((point) => turnoverOf(point.flows)));
      }
      since = opened;
      record.points.push({ time, flows });
      record.largest = Math.max(record.largest, turnoverOf(flows));
      const { length } = record.points;
      if (length > CAPACITY) record.points = record.points.filter((_, i) => i % 2 === 0 || i === length - 1);
    },
  };
  return record;
}

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
  const bands = LEDGER_ACCOUNTS.map((shown, account): DrawnBand => {
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

interface DrawnBand {
  label: string;
  /** CSS pixels: where the band begins and ends at each time. */
  edges: { x: number; from: number; to: number }[];
}

/** Writes the label of a band where it is thickest, if it fits. */
function drawLabel(context: DrawingContext, { label, edges }: DrawnBand): void {
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
