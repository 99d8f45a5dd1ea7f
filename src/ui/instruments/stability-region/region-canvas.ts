import type { RegionDot } from './region-modes';
import type { Box, Plane, RegionNow } from './region-plane';

export interface RegionContent {
  plane: Plane;
  /** Null until the engine has answered. */
  region: RegionNow | null;
  /** The box with text over the canvas. */
  cover: Box;
  dots: readonly RegionDot[];
  /** The highlighted mode, or −1. */
  mode: number;
}

const FONT = '11px system-ui, sans-serif';
const NAMES = { z: ['Re hλ', 'Im hλ'], zeta: ['hω', 'ζ'] };
/** Radii of dots, CSS pixels; smaller if there are many. */
const STABLE_RADIUS = 3.2;
const UNSTABLE_RADIUS = 5;
const MANY = 40;

/** Draws the stability region, contours of the growth factor, and the modes. */
export function drawRegion(canvas: HTMLCanvasElement, { plane, region, cover, dots, mode }: RegionContent): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const [ink, muted, line, accent, warm, ground] = ['ink', 'muted', 'line', 'accent', 'warm', 'solid'].map((name) =>
    style.getPropertyValue(`--${name}`),
  );
  const { frame } = plane;

  pen.save();
  pen.beginPath();
  pen.rect(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top);
  pen.clip();
  const limit = region?.contours.find(({ level }) => level === 1);
  if (limit) {
    pen.fillStyle = accent;
    pen.globalAlpha = 0.15;
    trace(pen, plane, limit.loops);
    pen.fill('evenodd');
    pen.globalAlpha = 1;
  }
  drawGrid(pen, plane, line);
  for (const { level, loops } of region?.contours ?? []) {
    trace(pen, plane, loops);
    pen.strokeStyle = level > 1 ? warm : accent;
    pen.lineWidth = level === 1 ? 2 : 1;
    pen.globalAlpha = level === 1 ? 1 : 0.75;
    pen.setLineDash(level > 1 ? [5, 3] : []);
    pen.stroke();
  }
  pen.globalAlpha = 1;
  pen.setLineDash([]);
  pen.restore();

  drawAxes(pen, plane, ink, muted);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  for (const { level, x, y } of region ? placeLabels(region.contours, plane, cover) : []) {
    const text = `× ${level}`;
    pen.font = level === 1 ? `bold ${FONT}` : FONT;
    pen.strokeStyle = ground;
    pen.lineWidth = 4;
    pen.lineJoin = 'round';
    pen.strokeText(text, x, y);
    pen.fillStyle = level > 1 ? warm : accent;
    pen.fillText(text, x, y);
  }

  // Unstable modes lie above stable ones, and the highlighted mode above all.
  const order = [...dots].sort((a, b) => rank(a) - rank(b));
  function rank(dot: RegionDot): number {
    return dot.mode === mode ? 2 : Number(dot.grows);
  }
  const size = dots.length > MANY ? 0.75 : 1;
  for (const dot of order) {
    traceDot(pen, plane, dot, size * (dot.grows ? UNSTABLE_RADIUS : STABLE_RADIUS));
    pen.fillStyle = dot.grows ? warm : accent;
    pen.fill();
    pen.strokeStyle = ground;
    pen.lineWidth = 0.7;
    pen.stroke();
    if (dot.mode === mode) ring(pen, plane, dot, ink, ground);
  }
}

function trace(pen: CanvasRenderingContext2D, { toX, toY }: Plane, loops: readonly Float64Array[]): void {
  pen.beginPath();
  for (const loop of loops) {
    pen.moveTo(toX(loop[0]), toY(loop[1]));
    for (let at = 2; at < loop.length; at += 2) pen.lineTo(toX(loop[at]), toY(loop[at + 1]));
    pen.closePath();
  }
}

function drawGrid(pen: CanvasRenderingContext2D, { frame, xTicks, yTicks }: Plane, line: string): void {
  pen.strokeStyle = line;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const { at } of xTicks) {
    pen.moveTo(at, frame.top);
    pen.lineTo(at, frame.bottom);
  }
  for (const { at } of yTicks) {
    pen.moveTo(frame.left, at);
    pen.lineTo(frame.right, at);
  }
  pen.stroke();
}

function drawAxes(pen: CanvasRenderingContext2D, plane: Plane, ink: string, muted: string): void {
  const { frame, view, xTicks, yTicks } = plane;
  const side = view === 'z' ? frame.right : frame.left;
  const outwards = view === 'z' ? 1 : -1;
  pen.strokeStyle = muted;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(frame.left, frame.bottom);
  pen.lineTo(frame.right, frame.bottom);
  pen.moveTo(side, frame.top);
  pen.lineTo(side, frame.bottom);
  pen.stroke();

  pen.font = FONT;
  pen.fillStyle = muted;
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const { at, text } of xTicks) pen.fillText(text, at, frame.bottom + 4);
  pen.textAlign = view === 'z' ? 'left' : 'right';
  pen.textBaseline = 'middle';
  for (const { at, text } of yTicks) pen.fillText(text, side + outwards * 6, at);

  const [nameAcross, nameUp] = NAMES[view];
  pen.fillStyle = ink;
  pen.textAlign = 'center';
  pen.textBaseline = 'bottom';
  pen.fillText(nameAcross, (frame.left + frame.right) / 2, frame.bottom + 31);
  pen.save();
  pen.translate(side + outwards * 37, (frame.top + frame.bottom) / 2);
  if (nameUp.length > 1) pen.rotate(-Math.PI / 2);
  pen.textBaseline = 'middle';
  pen.fillText(nameUp, 0, 0);
  pen.restore();
}

/** A disc is a stable mode, a diamond an unstable one, a triangle at the upper edge one outside the shown range. */
function traceDot(pen: CanvasRenderingContext2D, plane: Plane, dot: RegionDot, r: number): void {
  const { x, y, beyond } = dotOnCanvas(plane, dot);
  pen.beginPath();
  if (beyond) polygon(pen, [x, y, x + r, y + 1.6 * r, x - r, y + 1.6 * r]);
  else if (dot.grows) polygon(pen, [x, y - r, x + r, y, x, y + r, x - r, y]);
  else pen.arc(x, y, r, 0, 2 * Math.PI);
}

/** A ring about the highlighted mode. */
function ring(pen: CanvasRenderingContext2D, plane: Plane, dot: RegionDot, ink: string, ground: string): void {
  const { x, y } = dotOnCanvas(plane, dot);
  for (const [width, colour] of [
    [5, ground],
    [2, ink],
  ] as const) {
    pen.beginPath();
    pen.arc(x, y, 9, 0, 2 * Math.PI);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }
}

function polygon(pen: CanvasRenderingContext2D, corners: readonly number[]): void {
  pen.moveTo(corners[0], corners[1]);
  for (let at = 2; at < corners.length; at += 2) pen.lineTo(corners[at], corners[at + 1]);
  pen.closePath();
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
const LEAST = 38;
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
        if (away > LEAST && score > highest) {
          highest = score;
          best = { level, x, y };
        }
      }
    }
    if (best) labels.push(best);
  }
  return labels;
}
