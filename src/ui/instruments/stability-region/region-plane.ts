import { withLocalNumbers } from '../../../language/translate';
import type { Answer, Args } from '../../../runtime/queries';
import { axisOf } from '../parts/axis';
import type { DrawingContext } from '../parts/canvas';
import { layOutPlot, type Plot } from '../parts/line-chart';

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
function rootOf(zeta: number): number {
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
