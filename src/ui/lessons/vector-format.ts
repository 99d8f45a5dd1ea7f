import type { Vec3 } from '../../physics';
import { formatNumber } from '../controls/number-format';

/** `−12.3 N` */
export function withUnit(value: number, unit: string): string {
  return `${formatNumber(value)} ${unit}`.replace(/^-/, '−').trimEnd();
}

/** `(0.1, −2.3, 0) N` */
export function vectorWithUnit(vector: Readonly<Vec3>, unit: string): string {
  const size = Math.hypot(...vector);
  // What rounding leaves of a zero isn't worth reading.
  const parts = vector.map((x) => (Math.abs(x) < 1e-4 * size ? 0 : Number(x.toPrecision(3))));
  return `(${parts.map((x) => String(x).replace('-', '−')).join(', ')}) ${unit}`.trimEnd();
}
