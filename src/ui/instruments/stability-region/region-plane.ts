import type { Answer, Args } from '../../../runtime/queries';
import { roundUp } from '../parts/numbers';

export type RegionView = Args<'region'>['view'];
export type RegionNow = Answer<'region'>;

/** Where the places of a view stand on the canvas, in CSS pixels. */
export interface Plane {
  readonly view: RegionView;
  /** Of the window: 1 holds the limits of every explicit method. */
  readonly scale: number;
  /** The part of the canvas that is the picture; the rest is for numbers. */
  readonly frame: Box;
  toX(x: number): number;
  toY(y: number): number;
  /** Lines across, and their numbers. */
  readonly across: Tick[];
  readonly up: Tick[];
}

/** CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Tick {
  /** CSS pixels. */
  at: number;
  text: string;
}

/** How far the window goes at scale 1, upwards in the z plane and across over hω; the queries' own is as far. */
const REACH = 3.4;
/** −Re z, at most, in units of the scale: no lines are known beyond. */
const WIDEST = 6;
/** Scales to choose from, up to a power of ten. */
const SCALES = [1, 1.5, 2, 3, 5, 7];
/** ζ that are told at the axis, which is one of roots: √(ζ/2). */
const ZETAS = [0, 0.01, 0.05, 0.2, 0.5, 1, 2];
/** Room for numbers beside the picture, CSS pixels. */
const MARGINS = {
  z: { left: 12, top: 10, right: 46, bottom: 32 },
  zeta: { left: 46, top: 10, right: 14, bottom: 32 },
};

export function createPlane(view: RegionView, scale: number, width: number, height: number): Plane {
  const margin = MARGINS[view];
  const frame = { left: margin.left, top: margin.top, right: width - margin.right, bottom: height - margin.bottom };
  const high = Math.max(1, frame.bottom - frame.top);
  if (view === 'z') {
    const unit = high / (REACH * scale);
    frame.left = Math.max(frame.left, frame.right - WIDEST * scale * unit);
    const toX = (x: number) => frame.right + x * unit;
    const toY = (y: number) => frame.bottom - y * unit;
    const step = roundUp((REACH * scale) / 4);
    return {
      view,
      scale,
      frame,
      toX,
      toY,
      across: ticks(-(frame.right - frame.left) / unit, 0, step, toX),
      up: ticks(0, REACH * scale, step, toY),
    };
  }
  const unit = (frame.right - frame.left) / (REACH * scale);
  const toX = (x: number) => frame.left + x * unit;
  const toY = (y: number) => frame.bottom - y * high;
  return {
    view,
    scale,
    frame,
    toX,
    toY,
    across: ticks(0, REACH * scale, roundUp((REACH * scale) / 6), toX),
    up: ZETAS.map((zeta) => ({ at: toY(rootOf(zeta)), text: String(zeta) })),
  };
}

/** Where ζ stands on its axis. */
export function rootOf(zeta: number): number {
  return Math.sqrt(zeta / 2);
}

/** The smallest window that holds all these places; none is smaller than the one that holds the limits. */
export function scaleFor(view: RegionView, places: readonly { x: number; y: number }[], aspect: number): number {
  const reach = 0.94 * REACH;
  let need = 0;
  for (const { x, y } of places) {
    const across = view === 'z' ? -x / Math.min(WIDEST, aspect) : x;
    need = Math.max(need, across / reach, view === 'z' ? y / reach : 0);
  }
  if (!(need > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(need));
  return (SCALES.find((one) => one * power >= need) ?? 10) * power;
}

function ticks(from: number, to: number, step: number, place: (value: number) => number): Tick[] {
  const found: Tick[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) {
    const text = String(Number((i * step).toPrecision(6))).replace('-', '−');
    found.push({ at: place(i * step), text });
  }
  return found;
}
