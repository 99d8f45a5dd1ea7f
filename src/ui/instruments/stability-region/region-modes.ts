import type { Answer } from '../../../runtime/queries';
import { type RegionView, rootOf } from './region-plane';

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
