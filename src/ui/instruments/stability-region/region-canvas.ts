import { t, withLocalNumbers } from '../../../language/translate';
import { clipTo, type DrawingContext, FONT, type LegendEntry, type Pen, strokeLine } from '../parts/canvas';
import type { Box, Plane, RegionDot, RegionNow } from './region-plane';

interface RegionContent {
  plane: Plane;
  /** Null until the engine has answered. */
  region: RegionNow | null;
  /** The box with text over the canvas. */
  cover: Box;
  dots: readonly RegionDot[];
  /** The highlighted mode, or −1. */
  mode: number;
}

const NAMES = { z: ['Re hλ', 'Im hλ'], zeta: ['hω', 'ζ'] };
/** Radii of dots, CSS pixels; smaller if there are many. */
const STABLE_RADIUS = 3.2;
const UNSTABLE_RADIUS = 5;
const MANY = 40;

export const REGION_LEGEND: readonly LegendEntry[] = [
  {
    label: 'stable mode',
    sample: ({ ctx, width, height, color }) => fillDot(ctx, color('--accent'), false, width / 2, height / 2),
  },
  {
    label: 'unstable mode',
    sample: ({ ctx, width, height, color }) => fillDot(ctx, color('--warm'), true, width / 2, height / 2),
  },
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
export function drawRegion({ ctx, color }: DrawingContext, { plane, region, cover, dots, mode }: RegionContent): void {
  const [ink, muted, line, accent, warm, background] = ['ink', 'muted', 'line', 'accent', 'warm', 'solid'].map((name) =>
    color(`--${name}`),
  );
  ctx.save();
  clipTo({ ctx, ...plane.frame });
  const limit = region?.contours.find(({ level }) => level === 1);
  if (limit) {
    ctx.fillStyle = accent;
    ctx.globalAlpha = 0.15;
    trace(ctx, plane, limit.loops);
    ctx.fill('evenodd');
    ctx.globalAlpha = 1;
  }
  drawGrid(ctx, plane, line);
  for (const { level, loops } of region?.contours ?? []) {
    trace(ctx, plane, loops);
    ctx.strokeStyle = level > 1 ? warm : accent;
    ctx.lineWidth = level === 1 ? 2 : 1;
    ctx.globalAlpha = level === 1 ? 1 : 0.75;
    ctx.setLineDash(level > 1 ? [5, 3] : []);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
  ctx.restore();

  drawAxes(ctx, plane, ink, muted);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { level, x, y } of region ? placeLabels(region.contours, plane, cover) : []) {
    const text = withLocalNumbers(`× ${level}`);
    ctx.font = level === 1 ? `bold ${FONT}` : FONT;
    ctx.strokeStyle = background;
    ctx.lineWidth = 4;
    ctx.lineJoin = 'round';
    ctx.strokeText(text, x, y);
    ctx.fillStyle = level > 1 ? warm : accent;
    ctx.fillText(text, x, y);
  }

  // Unstable modes lie above stable ones, and the highlighted mode above all.
  const order = [...dots].sort((a, b) => rank(a) - rank(b));
  function rank(dot: RegionDot): number {
    return dot.mode === mode ? 2 : Number(dot.grows);
  }
  const size = dots.length > MANY ? 0.75 : 1;
  for (const dot of order) {
    traceDot(ctx, plane, dot, size * (dot.grows ? UNSTABLE_RADIUS : STABLE_RADIUS));
    ctx.fillStyle = dot.grows ? warm : accent;
    ctx.fill();
    ctx.strokeStyle = background;
    ctx.lineWidth = 0.7;
    ctx.stroke();
    if (dot.mode === mode) ring(ctx, plane, dot, ink, background);
  }
}

function trace(ctx: Pen, { toX, toY }: Plane, loops: readonly Float64Array[]): void {
  ctx.beginPath();
  for (const loop of loops) {
    ctx.moveTo(toX(loop[0]), toY(loop[1]));
    for (let at = 2; at < loop.length; at += 2) ctx.lineTo(toX(loop[at]), toY(loop[at + 1]));
    ctx.closePath();
  }
}

function drawGrid(ctx: Pen, { frame, xTicks, yTicks }: Plane, line: string): void {
  ctx.strokeStyle = line;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const { at } of xTicks) {
    ctx.moveTo(at, frame.top);
    ctx.lineTo(at, frame.bottom);
  }
  for (const { at } of yTicks) {
    ctx.moveTo(frame.left, at);
    ctx.lineTo(frame.right, at);
  }
  ctx.stroke();
}

function drawAxes(ctx: Pen, plane: Plane, ink: string, muted: string): void {
  const { frame, view, xTicks, yTicks } = plane;
  const side = view === 'z' ? frame.right : frame.left;
  const outwards = view === 'z' ? 1 : -1;
  ctx.strokeStyle = muted;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(frame.left, frame.bottom);
  ctx.lineTo(frame.right, frame.bottom);
  ctx.moveTo(side, frame.top);
  ctx.lineTo(side, frame.bottom);
  ctx.stroke();

  ctx.font = FONT;
  ctx.fillStyle = muted;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  for (const { at, text } of xTicks) ctx.fillText(withLocalNumbers(text), at, frame.bottom + 4);
  ctx.textAlign = view === 'z' ? 'left' : 'right';
  ctx.textBaseline = 'middle';
  for (const { at, text } of yTicks) ctx.fillText(withLocalNumbers(text), side + outwards * 6, at);

  const [nameAcross, nameUp] = NAMES[view];
  ctx.fillStyle = ink;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  ctx.fillText(t(nameAcross), (frame.left + frame.right) / 2, frame.bottom + 31);
  ctx.save();
  ctx.translate(side + outwards * 37, (frame.top + frame.bottom) / 2);
  if (nameUp.length > 1) ctx.rotate(-Math.PI / 2);
  ctx.textBaseline = 'middle';
  ctx.fillText(t(nameUp), 0, 0);
  ctx.restore();
}

/** A disc is a stable mode, a diamond an unstable one, a triangle at the upper edge one outside the shown range. */
function traceDot(ctx: Pen, plane: Plane, dot: RegionDot, r: number): void {
  const { x, y, beyond } = dotOnCanvas(plane, dot);
  ctx.beginPath();
  if (beyond) polygon(ctx, [x, y, x + r, y + 1.6 * r, x - r, y + 1.6 * r]);
  else traceShape(ctx, dot.grows, x, y, r);
}

function traceShape(ctx: Pen, grows: boolean, x: number, y: number, r: number): void {
  if (grows) polygon(ctx, [x, y - r, x + r, y, x, y + r, x - r, y]);
  else ctx.arc(x, y, r, 0, 2 * Math.PI);
}

function fillDot(ctx: Pen, fill: string, grows: boolean, x: number, y: number): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  traceShape(ctx, grows, x, y, grows ? UNSTABLE_RADIUS : STABLE_RADIUS);
  ctx.fill();
}

/** A ring about the highlighted mode. */
function ring(ctx: Pen, plane: Plane, dot: RegionDot, ink: string, background: string): void {
  const { x, y } = dotOnCanvas(plane, dot);
  for (const [width, color] of [
    [5, background],
    [2, ink],
  ] as const) {
    ctx.beginPath();
    ctx.arc(x, y, 9, 0, 2 * Math.PI);
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.stroke();
  }
}

function polygon(ctx: Pen, corners: readonly number[]): void {
  ctx.moveTo(corners[0], corners[1]);
  for (let at = 2; at < corners.length; at += 2) ctx.lineTo(corners[at], corners[at + 1]);
  ctx.closePath();
}

/** Position of a dot on the canvas; ζ may lie above the shown range. */
export function dotOnCanvas({ toX, toY, frame }: Plane, dot: RegionDot): { x: number; y: number; beyond: boolean } {
  const y = toY(dot.y);
  const beyond = !(y >= frame.top);
  return { x: toX(dot.x), y: beyond ? frame.top : y, beyond };
}

interface ContourLabel {
  level: number;
  /** Centre, CSS pixels. */
  x: number;
  y: number;
}

/** Distances of a label, CSS pixels: least from the edges, preferred and least from other labels. */
const EDGE = 14;
const PREFERRED = 60;
const MIN_GAP = 38;
/** Vertical distances count more, as labels are wider than high. */
const VERTICAL_WEIGHT = 2;

/**
 * Positions of the contour labels: on the contours, away from the axis near which most modes lie, from each other, and from the
 * text box.
 */
function placeLabels(contours: RegionNow['contours'], plane: Plane, cover: Box): ContourLabel[] {
  const { frame, view } = plane;
  const labels: ContourLabel[] = [];
  // The stability limit, level 1, comes first.
  const byImportance = [...contours].sort((a, b) => Math.abs(Math.log(a.level)) - Math.abs(Math.log(b.level)));
  for (const { level, loops } of byImportance) {
    let best: ContourLabel | null = null;
    let highest = 0;
    for (const loop of loops) {
      for (let at = 0; at < loop.length; at += 2) {
        const [x, y] = [plane.toX(loop[at]), plane.toY(loop[at + 1])];
        const inside = Math.min(x - frame.left, frame.right - x, y - frame.top, frame.bottom - y);
        const outside = Math.max(cover.left - x, x - cover.right, cover.top - y, y - cover.bottom);
        if (inside < EDGE || outside < EDGE) continue;
        const away = Math.min(
          PREFERRED,
          ...labels.map((other) => Math.hypot(other.x - x, VERTICAL_WEIGHT * (other.y - y))),
        );
        // Most modes lie near Re z = 0 or ζ = 0.
        const clear = view === 'z' ? frame.right - x : frame.bottom - y;
        const score = away + Math.min(60, clear);
        if (away > MIN_GAP && score > highest) {
          highest = score;
          best = { level, x, y };
        }
      }
    }
    if (best) labels.push(best);
  }
  return labels;
}
