import { formatNumber, formatPercent, formatQuantity } from '../../controls/number-format';
import type { ModeNow } from './mode-animation';

/** What a method does to a mode in a step. */
export interface Fate {
  /** Factor per step. */
  growth: number;
  /** s; the longest step that holds it. */
  limit: number;
}

/** Growth or decay below this is rounding, per step. */
const STEADY = 1e-7;
/** Damping ratios below this are. */
const ROUNDING = 1e-6;

export type Course = 'grows' | 'steady' | 'decays';

export function courseOf(growth: number): Course {
  if (!(growth <= 1 + STEADY)) return 'grows';
  return growth < 1 - STEADY ? 'decays' : 'steady';
}

export function frequencyOf({ omega }: ModeNow): string {
  return `${formatNumber(omega / (2 * Math.PI), 4)} Hz`;
}

export function dampingOf({ zeta }: ModeNow): string {
  if (zeta < ROUNDING) return '0';
  return Number.isFinite(zeta) ? formatNumber(zeta, 3).replace('-', '−') : '∞';
}

/** `1.23`, and how near that is to the method's limit. @param h dt, s */
export function stepOf({ omega }: ModeNow, { limit }: Fate, h: number): [string, string] {
  const size = formatNumber(h * omega, 3);
  if (limit === Infinity) return [size, 'no limit'];
  if (limit === 0) return [size, 'over 0: no step holds'];
  // What only creeps has no ω to tell the limit by.
  const most = omega > 0 ? formatNumber(limit * omega, 3) : formatQuantity(limit, 's');
  return [size, `${formatPercent(h / limit)} of ${most}`];
}

/** `× 0.99871` */
export function factor(growth: number): string {
  const digits = Math.abs(growth - 1) < 1e-3 ? 7 : 5;
  return `× ${growth < 100 ? growth.toFixed(digits) : growth.toExponential(2)}`;
}

/** `decays: ½ in 12 ms` @param h dt, s */
export function fateOf(growth: number, h: number): string {
  const course = courseOf(growth);
  if (course === 'steady') return 'steady';
  const time = (h * Math.LN2) / Math.abs(Math.log(growth));
  return course === 'grows' ? `grows: ×2 in ${span(time)}` : `decays: ½ in ${span(time)}`;
}

function span(time: number): string {
  return time > 1e4 ? 'hours' : formatQuantity(time, 's');
}
