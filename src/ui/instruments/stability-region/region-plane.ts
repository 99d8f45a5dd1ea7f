import type { Answer, Args } from '../../../runtime/queries';
import { roundUp } from '../parts/axis';

export type RegionView = Args<'region'>['view'];
export type RegionNow = Answer<'region'>;

/** The coordinates of a view: maps values to the canvas, CSS pixels. */
export interface Plane {
  readonly view: RegionView;
  /** Size of the shown range; at 1 it contains the limits of every explicit method. */
  readonly scale: number;
  /** The plot area; tick labels stand outside of it. */
  readonly frame: Box;
  toX(x: number): number;
  toY(y: number): number;
  /** Ticks of the horizontal and the vertical axis. */
  readonly xTicks: Tick[];
  readonly yTicks: Tick[];
}

/** CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Tick {
  /** CSS pixels. */
  at: number;
  text: string;
}

/** Largest Im z in the z plane, and largest hω, at scale 1; the same as in the query `region`. */
const REACH = 3.4;
/** Largest −Re z in units of the scale; the query has no contours beyond. */
const MAX_DECAY = 6;
/** Allowed scales, times powers of ten. */
const SCALES = [1, 1.5, 2, 3, 5, 7];
/** Tick labels of ζ; the axis shows √(ζ/2). */
const ZETAS = [0, 0.01, 0.05, 0.2, 0.5, 1, 2];
/** Space for tick labels beside the plot area, CSS pixels. */
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
    frame.left = Math.max(frame.left, frame.right - MAX_DECAY * scale * unit);
    const toX = (x: number) => frame.right + x * unit;
    const toY = (y: number) => frame.bottom - y * unit;
    const step = roundUp((REACH * scale) / 4);
    return {
      view,
      scale,
      frame,
      toX,
      toY,
      xTicks: ticks(-(frame.right - frame.left) / unit, 0, step, toX),
      yTicks: ticks(0, REACH * scale, step, toY),
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
    xTicks: ticks(0, REACH * scale, roundUp((REACH * scale) / 6), toX),
    yTicks: ZETAS.map((zeta) => ({ at: toY(rootOf(zeta)), text: String(zeta) })),
  };
}

/** Position of ζ on its axis, 0 to 1. */
function rootOf(zeta: number): number {
  return Math.sqrt(zeta / 2);
}

/** The smallest allowed scale, at least 1, whose range contains all points. @param aspect width / height */
export function scaleFor(view: RegionView, points: readonly { x: number; y: number }[], aspect: number): number {
  const reach = 0.94 * REACH;
  let required = 0;
  for (const { x, y } of points) {
    const width = view === 'z' ? -x / Math.min(MAX_DECAY, aspect) : x;
    required = Math.max(required, width / reach, view === 'z' ? y / reach : 0);
  }
  if (!(required > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(required));
  return (SCALES.find((one) => one * power >= required) ?? 10) * power;
}

function ticks(from: number, to: number, step: number, position: (value: number) => number): Tick[] {
  const found: Tick[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) {
    const text = String(Number((i * step).toPrecision(6))).replace('-', '−');
    found.push({ at: position(i * step), text });
  }
  return found;
}

export type Spectrum = Answer<'spectrum'>;
export type Growths = Answer<'modeGrowth'>;

/** A mode of the spectrum with the present step. */
export interface RegionMode {
  /** rad/s. */
  omega: number;
  /** Error bound of ω, rad/s. */
  error: number;
  zeta: number;
  hOmega: number;
  /** Re hλ and Im hλ. Overdamped motion has two real eigenvalues: the slow one, and 0. */
  real: number;
  imaginary: number;
  /** The fast eigenvalue of overdamped motion times h, or null. */
  fast: number | null;
  /** Share of all modes that this sample stands for. */
  share: number;
  /** Growth factor per step. */
  growth: number;
  grows: boolean;
  /** Growth factor of the exact motion in the time of a step; null with velocity decay. */
  exact: number | null;
}

/** A mode as a dot; an overdamped mode has two. */
export interface RegionDot {
  mode: number;
  x: number;
  y: number;
  grows: boolean;
}

/** By frequency, ascending. */
export function modesOf(spectrum: Spectrum, { h, hDecay, growth, grows }: Growths): RegionMode[] {
  return spectrum.omega.map((omega, i) => {
    const hOmega = h * omega;
    const half = (h * spectrum.damping[i]) / 2;
    const overdamped = half > hOmega;
    const fast = overdamped ? half + Math.sqrt(half * half - hOmega * hOmega) : null;
    const slow = fast === null ? half : (hOmega * hOmega) / fast;
    return {
      omega,
      error: spectrum.error[i],
      zeta: half === 0 ? 0 : half / hOmega,
      hOmega,
      real: -slow || 0,
      imaginary: overdamped ? 0 : Math.sqrt(hOmega * hOmega - half * half),
      fast: fast === null ? null : -fast,
      share: spectrum.share[i],
      growth: growth[i],
      grows: grows[i],
      exact: hDecay === 0 ? Math.exp(-slow) : null,
    };
  });
}

export function dotsOf(modes: readonly RegionMode[], { apart }: Growths, view: RegionView): RegionDot[] {
  return modes.flatMap(({ hOmega, zeta, real, imaginary, fast, grows }, mode): RegionDot[] => {
    if (view === 'zeta') return [{ mode, x: hOmega, y: rootOf(zeta), grows }];
    if (fast === null) return [{ mode, x: real, y: imaginary, grows }];
    const each = apart[mode] ?? [grows, grows];
    return [real, fast].map((x, i) => ({ mode, x, y: 0, grows: each[i] }));
  });
}
