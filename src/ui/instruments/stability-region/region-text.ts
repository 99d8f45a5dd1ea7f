import { formatCount, formatNumber, formatPercent, formatQuantity } from '../../controls/number-format';
import type { RegionMode, Spectrum } from './region-modes';

/** What holds and what doesn't, in a sentence. */
export function verdict({ count, whole }: Spectrum, modes: readonly RegionMode[]): string {
  if (count === 0) return 'Nothing moves freely here.';
  const growing = modes.filter(({ grows }) => grows);
  const which = whole ? `${formatCount(modes.length)} modes` : `${modes.length} sampled modes`;
  if (growing.length === 0) return modes.length === 1 ? 'The only mode holds.' : `All ${which} hold.`;
  if (growing.length === modes.length && modes.length > 1) return `All ${which} grow.`;
  const verb = growing.length === 1 ? 'grows' : 'grow';
  if (whole) return `${growing.length} of ${which} ${verb}.`;
  const share = growing.reduce((sum, mode) => sum + mode.share, 0);
  return `${growing.length} of ${which} ${verb} (${share < 5e-4 ? 'less than 0.1 %' : formatPercent(share)} of ${formatCount(count)}).`;
}

/** Of the worst mode, or where none grows of the fastest; a line each. */
export function worstInWords(modes: readonly RegionMode[], h: number): string[] {
  if (modes.length === 0) return [];
  const worst = modes.reduce((a, b) => (b.growth > a.growth ? b : a));
  const told = worst.grows ? worst : modes[modes.length - 1];
  return [
    `The ${worst.grows ? 'worst' : 'fastest'} of them:`,
    `${frequency(told)}, ζ = ${ratio(told)}`,
    `hω = ${tidy(told.hOmega)}`,
    `× ${factor(told.growth)} a step: ${pace(told.growth, h)}`,
  ];
}

/** Everything about one mode, a line each. */
export function modeInWords(mode: RegionMode, i: number, count: number, h: number): string[] {
  const { omega, error, hOmega, grows, growth, exact } = mode;
  const known = error > 0.005 * omega ? ` ± ${tidy(error, 2)}` : '';
  const lines = [
    `${grows ? '◆' : '●'} Mode ${i + 1} of ${count} ${grows ? 'grows' : 'holds'}`,
    `${frequency(mode)}, ζ = ${ratio(mode)}`,
    `ω = ${tidy(omega)}${known} rad/s`,
    `hω = ${tidy(hOmega)}`,
    `hλ = ${eigenvalue(mode)}`,
    `× ${factor(growth)} a step: ${pace(growth, h)}`,
  ];
  if (exact !== null) lines.push(`exactly: × ${factor(exact)}`);
  return lines;
}

/** `93.2 Hz` */
export function frequency({ omega }: RegionMode): string {
  return `${tidy(omega / (2 * Math.PI))} Hz`;
}

function ratio({ zeta }: RegionMode): string {
  return Number.isFinite(zeta) ? tidy(zeta) : '∞';
}

function eigenvalue({ real, imaginary, fast }: RegionMode): string {
  if (fast !== null) return `${tidy(real)} and ${tidy(fast)}`;
  return `${tidy(real)} ± ${tidy(imaginary)} i`;
}

/** How long it takes to double or to halve. */
function pace(growth: number, h: number): string {
  const steps = Math.LN2 / Math.abs(Math.log(growth));
  if (!(steps < 1e8)) return 'neither grows nor fades';
  const verb = growth > 1 ? 'doubles' : 'halves';
  const time = formatQuantity(steps * h, 's');
  const count = tidy(steps, 2);
  return steps < 1 ? `${verb} within a step` : `${verb} every ${time} (${count} ${count === '1' ? 'step' : 'steps'})`;
}

/** With two digits of what tells it from 1: `1.27`, `0.9963`, `1.000040`. */
export function factor(growth: number): string {
  const off = Math.abs(growth - 1);
  if (off < 5e-8) return '1';
  if (growth >= 10) return tidy(growth);
  const digits = Math.min(8, Math.max(2, 1 + Math.ceil(-Math.log10(off))));
  return growth.toFixed(digits);
}

/** Three digits, with the sign that fits them. */
export function tidy(value: number, digits = 3): string {
  const rounded = Number(value.toPrecision(digits));
  const text =
    Math.abs(rounded) >= 1000 && Math.abs(rounded) < 1e7 ? formatCount(rounded) : formatNumber(rounded, digits);
  return text.replaceAll('-', '−');
}
