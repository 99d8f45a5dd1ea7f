import type { Answer } from '../../../runtime/queries';
import { type RegionView, rootOf } from './region-plane';

export type Spectrum = Answer<'spectrum'>;
export type Growths = Answer<'modeGrowth'>;

/** A mode of the spectrum under the present step. */
export interface RegionMode {
  /** rad/s. */
  omega: number;
  /** rad/s; the true frequency lies no farther away. */
  error: number;
  zeta: number;
  hOmega: number;
  /** Re hλ and Im hλ; of overdamped motion, which has two real ones, that of the slow one and 0. */
  real: number;
  imaginary: number;
  /** The other eigenvalue of overdamped motion, or null. */
  fast: number | null;
  /** Of all modes. */
  share: number;
  /** Per step. */
  growth: number;
  grows: boolean;
  /** What the motion itself does in the time of a step; null where velocities decay by themselves as well. */
  exact: number | null;
}

/** A mode in the picture; an overdamped one may stand at two places. */
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
