import { t } from '../../../language/translate';
import type { Stability } from '../../../runtime/frame/frame';
import type { Answer } from '../../../runtime/queries';
import { disclosure, element } from '../../controls/element';
import { formatCount, formatNumber, formatPercent, formatQuantity } from '../../controls/number-format';
import { column, createTable } from '../parts/tables';
import { type RegionDot, type RegionView, rootOf } from './region-canvas';

export type Spectrum = Answer<'spectrum'>;
export type Growths = Answer<'modeGrowth'>;

/** A mode of the spectrum with the present step. */
export type RegionMode = ReturnType<typeof modesOf>[number];

/** By frequency, ascending. */
export function modesOf(spectrum: Spectrum, { h, hDecay, growth, grows }: Growths) {
  return spectrum.omega.map((omega, i) => {
    const hOmega = h * omega;
    const half = (h * spectrum.damping[i]) / 2;
    const overdamped = half > hOmega;
    const fast = overdamped ? half + Math.sqrt(half * half - hOmega * hOmega) : null;
    const slow = fast === null ? half : (hOmega * hOmega) / fast;
    return {
      /** rad/s. */
      omega,
      /** Error bound of ω, rad/s. */
      error: spectrum.error[i],
      zeta: half === 0 ? 0 : half / hOmega,
      hOmega,
      /** Re hλ and Im hλ. Overdamped motion has two real eigenvalues: the slow one, and 0. */
      real: -slow || 0,
      imaginary: overdamped ? 0 : Math.sqrt(hOmega * hOmega - half * half),
      /** The fast eigenvalue of overdamped motion times h, or null. */
      fast: fast === null ? null : -fast,
      /** Share of all modes that this sample stands for. */
      share: spectrum.share[i],
      /** Growth factor per step. */
      growth: growth[i],
      grows: grows[i],
      /** Growth factor of the exact motion in the time of a step; null with velocity decay. */
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

/** A table of the modes, the fastest growing first; filled only while it is open. */
export function createRegionTable() {
  const table = createTable<RegionMode>({
    name: 'Table of the modes',
    caption: 'Modes with the current step, the fastest growing first',
    style: 'region',
    columns: [
      column('f / Hz', 'Frequency', ({ omega }) => element('td', rounded(omega / (2 * Math.PI)))),
      column('ω / (rad/s)', 'Angular frequency', ({ omega }) => rounded(omega)),
      column('ζ', 'Damping ratio: 1 is critical', dampingText),
      column('hω', 'Step times angular frequency', ({ hOmega }) => rounded(hOmega)),
      column('per step', 'Growth factor per step', ({ growth }) => `× ${growthText(growth)}`),
      column(t('result'), 'An unstable mode grows', ({ grows }) => (grows ? t('◆ unstable') : t('● stable'))),
    ],
  });
  const node = disclosure('All modes as a table', 'The modes as numbers', table.node);
  let latest: readonly RegionMode[] = [];
  node.addEventListener('toggle', fill);

  function fill(): void {
    if (node.open) table.show([...latest].sort((a, b) => b.growth - a.growth || b.omega - a.omega));
  }

  return {
    node,
    show(modes: readonly RegionMode[]): void {
      latest = modes;
      fill();
    },
  };
}

/** How many modes are stable, as a sentence. */
export function stabilityText(spectrum: Spectrum, modes: readonly RegionMode[]): string {
  const { count, whole, omega, damping, growthRate } = spectrum;
  if (count === 0) return 'No particle can move freely.';
  const leftOut = whole ? omega.filter((frequency, i) => frequency === 0 && damping[i] === 0).length : 0;
  const reasons = [
    leftOut > 0 ? t`${leftOut} without positive stiffness, or along an axis along which nothing moves` : '',
    growthRate > 0
      ? t`motion of negative stiffness, which grows with every method (× 2 in ${formatQuantity(Math.LN2 / growthRate, 's')})`
      : '',
  ].filter(Boolean);
  const text = countText(spectrum, modes);
  return reasons.length > 0 ? t`${text} Left out of the limit: ${reasons.join('; ')}.` : text;
}

function countText({ count, whole }: Spectrum, modes: readonly RegionMode[]): string {
  const unstable = modes.filter(({ grows }) => grows);
  const which = whole ? t`${formatCount(modes.length)} modes` : t`${modes.length} sampled modes`;
  if (unstable.length === 0) return modes.length === 1 ? 'The only mode is stable.' : t`All ${which} are stable.`;
  if (unstable.length === modes.length && modes.length > 1) return t`All ${which} are unstable.`;
  const verb = unstable.length === 1 ? t('is') : t('are');
  if (whole) return t`${unstable.length} of ${which} ${verb} unstable.`;
  const share = unstable.reduce((sum, mode) => sum + mode.share, 0);
  return t`${unstable.length} of ${which} ${verb} unstable (${share < 5e-4 ? 'less than 0.1 %' : formatPercent(share)} of ${formatCount(count)}).`;
}

/**
 * Why the limit says something else than the modes; '' if it does not.
 * @param whole true if these are all modes
 */
export function limitNote(
  modes: readonly Pick<RegionMode, 'grows'>[],
  whole: boolean,
  { dt, fraction, sought, isBound }: Stability,
  solvesSprings: boolean,
): string {
  if (sought || isBound) return '';
  if (solvesSprings && dt < Number.POSITIVE_INFINITY) {
    return 'The region is that of its springs. The limit comes from the forces that it takes at the start of a step, as bending, membrane and attraction.';
  }
  const grows = modes.some((mode) => mode.grows);
  if (fraction > 1 && !grows && modes.length > 0) {
    return whole ? 'The limit counts the motion that damping couples.' : 'The sample misses the modes that grow.';
  }
  if (fraction <= 1 && grows) return 'That is each mode alone: damping couples them, and together none grows.';
  return '';
}

/** The fastest growing mode, or the fastest mode if all are stable; one string per line. */
export function worstModeText(modes: readonly RegionMode[], h: number): string[] {
  if (modes.length === 0) return [];
  const worst = modes.reduce((a, b) => (b.growth > a.growth ? b : a));
  const mode = worst.grows ? worst : modes[modes.length - 1];
  return [
    t(worst.grows ? 'The fastest growing mode:' : 'The fastest mode:'),
    `${frequencyText(mode)}, ζ = ${dampingText(mode)}`,
    t`hω = ${rounded(mode.hOmega)}`,
    t`× ${growthText(mode.growth)} per step: ${timeText(mode.growth, h)}`,
  ];
}

/** One mode in detail; one string per line. */
export function modeText(mode: RegionMode, i: number, count: number, h: number): string[] {
  const { omega, error, hOmega, grows, growth, exact } = mode;
  const bound = error > 0.005 * omega ? ` ± ${rounded(error, 2)}` : '';
  const lines = [
    t`${grows ? '◆' : '●'} Mode ${i + 1} of ${count} is ${grows ? 'unstable' : 'stable'}`,
    `${frequencyText(mode)}, ζ = ${dampingText(mode)}`,
    `ω = ${rounded(omega)}${bound} rad/s`,
    t`hω = ${rounded(hOmega)}`,
    t`hλ = ${eigenvalueText(mode)}`,
    t`× ${growthText(growth)} per step: ${timeText(growth, h)}`,
  ];
  if (exact !== null) lines.push(t`exact motion: × ${growthText(exact)}`);
  return lines;
}

/** `93.2 Hz` */
function frequencyText({ omega }: RegionMode): string {
  return `${rounded(omega / (2 * Math.PI))} Hz`;
}

function dampingText({ zeta }: RegionMode): string {
  return Number.isFinite(zeta) ? rounded(zeta) : '∞';
}

function eigenvalueText({ real, imaginary, fast }: RegionMode): string {
  if (fast !== null) return t`${rounded(real)} and ${rounded(fast)}`;
  return `${rounded(real)} ± ${rounded(imaginary)} i`;
}

/** The time in which the amplitude doubles or halves. */
function timeText(growth: number, h: number): string {
  const steps = Math.LN2 / Math.abs(Math.log(growth));
  if (!(steps < 1e8)) return 'neither grows nor decays';
  const verb = growth > 1 ? t('doubles') : t('halves');
  const time = formatQuantity(steps * h, 's');
  const count = rounded(steps, 2);
  return steps < 1 ? t`${verb} within a step` : t`${verb} every ${time} (${count} ${count === '1' ? 'step' : 'steps'})`;
}

/** A growth factor with two significant digits of its difference from 1: `1.27`, `0.9963`, `1.000040`. */
export function growthText(growth: number): string {
  const difference = Math.abs(growth - 1);
  if (difference < 5e-8) return '1';
  if (growth >= 10) return rounded(growth);
  const digits = Math.min(8, Math.max(2, 1 + Math.ceil(-Math.log10(difference))));
  return growth.toFixed(digits);
}

/** A number with three significant digits and a minus sign. */
function rounded(value: number, digits = 3): string {
  const short = Number(value.toPrecision(digits));
  const text = Math.abs(short) >= 1000 && Math.abs(short) < 1e7 ? formatCount(short) : formatNumber(short, digits);
  return text.replaceAll('-', '−');
}
