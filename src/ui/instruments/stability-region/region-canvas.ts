import { withLocalNumbers } from '../../../language/translate';
import type { Answer, Args } from '../../../runtime/queries';
import { axisOf } from '../parts/axis';
import {
  type Box,
  clipTo,
  type DrawingContext,
  FONT,
  type LegendEntry,
  outlinedText,
  type Pen,
  strokeLine,
  strokeOutlined,
} from '../parts/canvas';
import { drawAxes, layOutPlot, type Plot } from '../parts/line-chart';

export type RegionView = Args<'region'>['view'];
export type RegionNow = Answer<'region'>;

/** Where a view is drawn. */
export interface Plane extends Plot {
  readonly view: RegionView;
}

/** Largest Im z in the z plane, and largest hω, at scale 1; the same as in the query `region`. */
const REACH = 3.4;
/** Width of the z plane over its height, at most: the query has no contours beyond −Re z = 6 at scale 1. */
const WIDEST = 6 / REACH;
/** Allowed scales, times powers of ten. */
const SCALES = [1, 1.5, 2, 3, 5, 7];
/** Tick labels of ζ; the axis shows √(ζ/2). */
const ZETAS = [0, 0.01, 0.05, 0.2, 0.5, 1, 2];

/** @param scale size of the shown range; at 1 it contains the limits of every explicit method */
export function layOutPlane(context: DrawingContext, view: RegionView, scale: number): Plane {
  const reach = REACH * scale;
  const linear = (name: string, low: number, high: number, ticks: number) =>
    axisOf(name, [low, high], false, undefined, ticks);
  const zetas = ZETAS.map((zeta) => ({ value: rootOf(zeta), text: withLocalNumbers(String(zeta)) }));
  const plot =
    view === 'zeta'
      ? layOutPlot(context, {
          x: (ticks) => linear('hω', 0, reach, ticks),
          left: () => ({ name: 'ζ', range: [0, 1], isLog: false, ticks: zetas }),
        })
      : layOutPlot(
          context,
          {
            x: (ticks, aspect) => linear('Re hλ', -reach * aspect, 0, ticks),
            right: (ticks) => linear('Im hλ', 0, reach, ticks),
          },
          undefined,
          WIDEST,
        );
  return { ...plot, view };
}

/** Position of ζ on its axis, 0 to 1. */
export function rootOf(zeta: number): number {
  return Math.sqrt(zeta / 2);
}

/** The smallest allowed scale, at least 1, whose range contains all points. @param aspect width / height */
export function scaleFor(view: RegionView, points: readonly { x: number; y: number }[], aspect: number): number {
  const reach = 0.94 * REACH;
  let required = 0;
  for (const { x, y } of points) {
    const width = view === 'z' ? -x / Math.min(WIDEST, aspect) : x;
    required = Math.max(required, width / reach, view === 'z' ? y / reach : 0);
  }
  if (!(required > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(required));
  return (SCALES.find((one) => one * power >= required) ?? 10) * power;
}

/** A mode as a dot; an overdamped mode has two. */
export interface RegionDot {
  mode: number;
  x: number;
  y: number;
  grows: boolean;
}

interface RegionContent {
  /** Null until the engine has answered. */
  region: RegionNow | null;
  /** The box with text over the canvas. */
  cover: Box;
  dots: readonly RegionDot[];
  /** The highlighted mode, or −1. */
  mode: number;
}

/** Radii of dots, CSS pixels; smaller if there are many. */
const STABLE_RADIUS = 3.2;
const UNSTABLE_RADIUS = 5;
const MANY = 40;

export const REGION_LEGEND: readonly LegendEntry[] = [
  { label: 'stable mode', sample: (context) => fillMark(context, false, context.width / 2, context.height / 2) },
  { label: 'unstable mode', sample: (context) => fillMark(context, true, context.width / 2, context.height / 2) },
  {
    label: 'stability region',
    sample({ ctx, width, height, color }) {
      ctx.fillStyle = color('--accent');
      ctx.globalAlpha = 0.15;
      ctx.fillRect(0, 0, width, height);
      ctx.globalAlpha = 1;
    },
  },
  {
    label: 'growth factor per step',
    sample({ ctx, width, height, color }) {
      ctx.strokeStyle = color('--accent');
      ctx.lineWidth = 1;
      strokeLine(ctx, 0, height / 2, width, height / 2);
    },
  },
];

/** Draws the stability region, contours of the growth factor, and the modes. */
export function drawRegion(plane: Plane, { region, cover, dots, mode }: RegionContent): void {
  const { area } = plane;
  const { ctx, color } = area;
  const [accent, warm] = ['--accent', '--warm'].map(color);
  ctx.save();
  clipTo(area);
  const limit = region?.contours.find(({ level }) => level === 1);
  if (limit) {
    ctx.fillStyle = accent;
    ctx.globalAlpha = 0.15;
    trace(ctx, plane, limit.loops);
    ctx.fill('evenodd');
  }
  ctx.restore();
  drawAxes(plane);
  ctx.save();
  clipTo(area);
  for (const { level, loops } of region?.contours ?? []) {
    trace(ctx, plane, loops);
    ctx.strokeStyle = level > 1 ? warm : accent;
    ctx.lineWidth = level === 1 ? 2 : 1;
    ctx.globalAlpha = level === 1 ? 1 : 0.75;
    ctx.setLineDash(level > 1 ? [5, 3] : []);
    ctx.stroke();
  }
  ctx.restore();

  ctx.textAlign = 'center';
  for (const { level, x, y } of region ? placeLabels(region.contours, plane, cover) : []) {
    ctx.font = level === 1 ? `bold ${FONT}` : FONT;
    outlinedText(area, withLocalNumbers(`× ${level}`), x, y, level > 1 ? '--warm' : '--accent');
  }

  // Unstable modes lie above stable ones, and the highlighted mode above all.
  const rank = (dot: RegionDot) => (dot.mode === mode ? 2 : Number(dot.grows));
  const size = dots.length > MANY ? 0.75 : 1;
  for (const dot of [...dots].sort((a, b) => rank(a) - rank(b))) {
    const { x, y, beyond } = dotOnCanvas(plane, dot);
    fillMark(area, dot.grows, x, y, size, beyond);
    ctx.strokeStyle = color('--solid');
    ctx.lineWidth = 0.7;
    ctx.stroke();
    if (dot.mode === mode) strokeOutlined(area, 5, 2, () => ctx.arc(x, y, 9, 0, 2 * Math.PI));
  }
}

function trace(ctx: Pen, { area: { toX, toY } }: Plane, loops: readonly Float64Array[]): void {
  ctx.beginPath();
  for (const loop of loops)
    traceLoop(
      ctx,
      Array.from(loop, (value, k) => (k % 2 === 0 ? toX(value) : toY(value))),
    );
}

/** A disc is a stable mode, a diamond an unstable one, a triangle at the upper edge one outside the shown range. */
function fillMark(
  { ctx, color }: DrawingContext,
  grows: boolean,
  x: number,
  y: number,
  size = 1,
  beyond = false,
): void {
  const r = size * (grows ? UNSTABLE_RADIUS : STABLE_RADIUS);
  const triangle = [x, y, x + r, y + 1.6 * r, x - r, y + 1.6 * r];
  const diamond = [x, y - r, x + r, y, x, y + r, x - r, y];
  ctx.fillStyle = color(grows ? '--warm' : '--accent');
  ctx.beginPath();
  if (beyond || grows) traceLoop(ctx, beyond ? triangle : diamond);
  else ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fill();
}

/** @param corners x and y of each */
function traceLoop(ctx: Pen, corners: readonly number[]): void {
  ctx.moveTo(corners[0], corners[1]);
  for (let at = 2; at < corners.length; at += 2) ctx.lineTo(corners[at], corners[at + 1]);
  ctx.closePath();
}

/** Position of a dot on the canvas; ζ may lie above the shown range. */
export function dotOnCanvas({ area }: Plane, dot: RegionDot): { x: number; y: number; beyond: boolean } {
  const y = area.toY(dot.y);
  const beyond = !(y >= area.top);
  return { x: area.toX(dot.x), y: beyond ? area.top : y, beyond };
}

/** Distances of a label, CSS pixels: least from the edges, preferred and least from other labels. */
const EDGE = 14;
const PREFERRED = 60;
const MIN_GAP = 38;
/** Vertical distances count more, as labels are wider than high. */
const VERTICAL_WEIGHT = 2;

/** Places of the contours' labels: away from the axis near which most modes lie, from each other, and from the text box. */
function placeLabels(contours: RegionNow['contours'], { area, view }: Plane, cover: Box) {
  const labels: { level: number; x: number; y: number }[] = [];
  /** 0 where a label has no room. */
  const scoreOf = (x: number, y: number) => {
    const inside = Math.min(x - area.left, area.right - x, y - area.top, area.bottom - y);
    const outside = Math.max(cover.left - x, x - cover.right, cover.top - y, y - cover.bottom);
    if (inside < EDGE || outside < EDGE) return 0;
    const away = Math.min(PREFERRED, ...labels.map((one) => Math.hypot(one.x - x, VERTICAL_WEIGHT * (one.y - y))));
    // Most modes lie near Re z = 0 or ζ = 0.
    return away > MIN_GAP ? away + Math.min(60, view === 'z' ? area.right - x : area.bottom - y) : 0;
  };
  // The stability limit, level 1, comes first.
  const byImportance = [...contours].sort((a, b) => Math.abs(Math.log(a.level)) - Math.abs(Math.log(b.level)));
  for (const { level, loops } of byImportance) {
    let best = { level, x: 0, y: 0, score: 0 };
    for (const loop of loops) {
      for (let at = 0; at < loop.length; at += 2) {
        const [x, y] = [area.toX(loop[at]), area.toY(loop[at + 1])];
        const score = scoreOf(x, y);
        if (score > best.score) best = { level, x, y, score };
      }
    }
    if (best.score > 0) labels.push(best);
  }
  return labels;
}
