import { formatNumber, prefixOf } from '../controls/number-format';

/** The vertical axis of the energy strip. */
export interface EnergyAxis {
  /** J; the ends of the axis. */
  low: number;
  high: number;
  /** Energy, J, as text in the unit of the axis, which the text leaves out. */
  label(energy: number): string;
  /** The same with the unit, and as many decimals as the largest energy needs. */
  value(energy: number): string;
}

/** Least span of the axis over the largest energy, so that rounding errors stay invisible. */
const LEAST_SPAN = 0.02;

/** The shortest axis from one round number to another that has all samples, J. */
export function energyAxis(least: number, most: number): EnergyAxis {
  const size = Math.max(Math.abs(least), Math.abs(most));
  const span = Math.max(most - least, LEAST_SPAN * size, 1e-9);
  const middle = (least + most) / 2;
  const step = roundStep(span / 2);
  const text = energyText(size, 3);
  const [factor] = prefixOf(size);
  return {
    low: Math.floor(Math.min(least, middle - span / 2) / step + 1e-9) * step,
    high: Math.ceil(Math.max(most, middle + span / 2) / step - 1e-9) * step,
    label: (energy) => minus(formatNumber(Number((energy / factor).toPrecision(6)), 4)),
    value: text,
  };
}

/**
 * Writes energies, J, all in the same unit: that of the largest, which has `digits` figures.
 * @param size the largest of them, J
 */
export function energyText(size: number, digits: number): (energy: number) => string {
  const [factor, prefix] = prefixOf(size);
  const decimals = Math.max(0, digits - 1 - Math.max(0, Math.floor(Math.log10(size / factor || 1))));
  const isHuge = size >= 1e5 * factor;
  return (energy) => {
    const value = energy / factor;
    return `${minus(isHuge ? value.toExponential(1) : value.toFixed(decimals))} ${prefix}J`;
  };
}

const minus = (text: string) => text.replace('-', '−');

/** The largest of 1, 2 and 5 times a power of ten that is at most `value`. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (value >= 5 * power ? 5 : value >= 2 * power ? 2 : 1) * power;
}
